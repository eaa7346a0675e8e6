import { type Call, CallFailed } from '@portside/contract/call';
import { fields } from '@portside/contract/fields';
import { checkPortIn } from '@portside/contract/port-in';
import type { FieldError } from '@portside/contract/problem';
import type { Draft } from './draft.ts';

type Checked =
  | { readonly portIn: NonNullable<Draft['portIn']> }
  | { readonly faults: readonly FieldError[] };

/** A refusal shows at its field (H23). */
export async function checkNumber(
  call: Call,
  { yourNumber, zipCode }: { readonly yourNumber: string; readonly zipCode: string },
  signal: AbortSignal,
): Promise<Checked> {
  const msisdn = fields.yourNumber.parse(yourNumber);
  try {
    const answer = await call(checkPortIn, { msisdn, zipCode }, { signal, shown: 'all' });
    const { eligible, tempSubscriptionId, message } = answer;
    if (eligible && tempSubscriptionId) {
      return {
        portIn: { tempSubscriptionId, msisdn, details: 'asked', required: answer.required },
      };
    }
    const field = answer.reason === 'no_coverage' ? 'zipCode' : 'yourNumber';
    return { faults: [{ field, message }] };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const faults = error.errors.map(({ field, message }) => ({
      field: field === 'portIn' ? 'yourNumber' : field,
      message,
    }));
    return {
      faults: faults.length > 0 ? faults : [{ field: 'yourNumber', message: error.message }],
    };
  }
}
