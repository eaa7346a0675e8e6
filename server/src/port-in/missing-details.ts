import type { OldService } from '@portside/contract/port-in';
import {
  portInReasons,
  type PortInField,
  type PortInReason,
} from '@portside/contract/port-in-reasons';
import { No } from '../http/no.ts';
import { valueOf, type Details } from './details.ts';

const sentences: Readonly<Record<PortInField, string>> = {
  billingAccount: 'Please enter Billing Account Number',
  pinPassword: 'Please enter your PIN Password',
  lockOff: 'Please turn off the lock at your old carrier first',
  zipCode: 'Please enter 5 digit ZIP Code',
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  address: 'Please enter your address',
  city: 'Please enter city',
  state: 'Please select a state',
  birthday: 'Please enter your date of birth',
  iccid: 'Please enter ICCID number',
};

/** No form can ask for a SIM card that has not arrived. */
const laterFields: readonly PortInField[] = ['iccid'];

/** @throws No `invalid`, all fields at once */
export function refuseMissing(required: readonly PortInField[]): void {
  const fields = required.filter((field) => !laterFields.includes(field));
  if (fields.length === 0) return;
  throw new No('invalid', {
    errors: fields.map((field) => ({ field, message: sentences[field] })),
  });
}

const inGiven: Readonly<Record<PortInField, (given: OldService) => unknown>> = {
  billingAccount: (given) => given.billingAccountNumber,
  pinPassword: (given) => given.billingAccountPassword,
  lockOff: (given) => given.lockOff,
  zipCode: (given) => given.zipCode,
  firstName: (given) => given.firstName,
  lastName: (given) => given.lastName,
  address: (given) => given.address,
  city: (given) => given.city,
  state: (given) => given.state,
  birthday: (given) => given.birthday,
  iccid: () => undefined,
};
const anyOfIt: readonly PortInField[] = [
  'billingAccount',
  'pinPassword',
  'zipCode',
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'birthday',
];

/**
 * At least one rejected field must change. A re-submit implies that the lock is off. @returns
 * fields that are still the rejected ones @throws No `invalid` when none was given
 */
export function uncorrected(
  reason: PortInReason,
  details: Details,
  given: OldService,
): PortInField[] {
  const { ask } = portInReasons[reason];
  const isGiven = (field: PortInField) => inGiven[field](given) !== undefined;
  const isCorrected = (field: PortInField) => {
    if (field === 'lockOff') return given.lockOff !== false;
    if (!details.sent) return isGiven(field);
    return plain(valueOf[field](details)) !== plain(valueOf[field](details.sent));
  };
  const wrong = reason === 'unknown' ? anyOfIt : ask;
  if (wrong.length === 0 || wrong.some(isCorrected)) return [];
  const unchanged = ask.filter(isGiven);
  if (unchanged.length === 0) refuseMissing(ask);
  return unchanged;
}

const plain = (value = '') => value.replaceAll(/\s+/g, '').toLowerCase();
