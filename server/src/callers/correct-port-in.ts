import { resubmitForCustomer as resubmitCall } from '@portside/contract/console/port-ins';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { refused, Refused } from '../http/no.ts';
import { actingFor, customerAt, isProven, type Staff } from '../http/who.ts';
import { knownPortIn } from '../port-in/at-the-desk.ts';
import { resubmitPortIn } from '../port-in/bring-number.ts';
import { byReadCode, hasReadCode } from './verification.ts';

/**
 * The customer told it on the phone, and was verified. Onto a line that has a number the code that
 * they read out stands for their proof, beside a fresh one of the member of staff
 * (docs/decisions/0953). @throws No `not_found`
 */
export async function correctPortIn(
  app: App,
  who: Staff,
  { id, reason: _, ...oldService }: ParsedInputOf<typeof resubmitCall>,
): Promise<OutputOf<typeof resubmitCall> | Refused<ReasonOf<typeof resubmitCall>>> {
  const owner = customerAt(who);
  const { msisdn, replaces } = await knownPortIn(app, owner, id);
  if (replaces && !(await hasReadCode(app, who, owner))) return refused('code_needed');
  if (replaces && !isProven(who, app.clock.now())) return refused('proof_required');
  const customer = replaces ? byReadCode(who, resubmitCall.roles) : actingFor(who);
  const answer = await resubmitPortIn(app, customer, { msisdn, oldService });
  if (answer instanceof Refused) return answer;
  return { message: answer.message, status: answer.status };
}
