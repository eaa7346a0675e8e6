import type { OldService } from '@portside/contract/port-in';
import type { PortInField, ReasonWords } from '@portside/contract/port-in-reasons';
import { No } from '../http/no.ts';

/** What is said under a field that is needed; the sentences of the table (section 5). */
const sentences: Readonly<Record<PortInField, string>> = {
  billingAccount: 'Please enter Billing Account Number',
  pinPassword: 'Please enter your PIN Password',
  lockOff: 'Please switch the lock off at your old carrier first',
  zipCode: 'Please enter 5 digit ZIP Code',
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  address: 'Please enter your address',
  iccid: 'Please enter ICCID number',
};

/** A SIM card that is not here yet is nothing that a form could ask for. */
const laterFields: readonly PortInField[] = ['iccid'];

/** @throws No `invalid`, all fields at once, when one of these is missing */
export function missing(required: readonly PortInField[]): void {
  const fields = required.filter((field) => !laterFields.includes(field));
  if (fields.length === 0) return;
  throw new No('invalid', {
    errors: fields.map((field) => ({ field, message: sentences[field] })),
  });
}

/**
 * Of what a rejection asks for one is enough: who corrects the ZIP Code need not write the name
 * anew. A re-submit is itself the word that the lock is off, unless it says otherwise.
 * @throws No `invalid`
 */
export function missingAtResubmit({ ask }: ReasonWords, given: OldService): void {
  const has: Readonly<Record<PortInField, boolean>> = {
    billingAccount: given.billingAccountNumber !== undefined,
    pinPassword: given.billingAccountPassword !== undefined,
    lockOff: given.lockOff !== false,
    zipCode: given.zipCode !== undefined,
    firstName: given.firstName !== undefined,
    lastName: given.lastName !== undefined,
    address: given.address !== undefined,
    iccid: true,
  };
  if (ask.length > 0 && !ask.some((field) => has[field])) missing(ask);
}
