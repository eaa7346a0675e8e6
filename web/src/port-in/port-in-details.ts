import { type FieldName, fields } from '@portside/contract/fields';
import type { OldService } from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { fieldFaults } from '../api/check-input.ts';

export interface PortInDetails {
  /** An `id` of old-carriers.ts. */
  readonly carrier: string;
  readonly billingAccount: string;
  readonly pinPassword: string;
  readonly zipCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly birthday: string;
  readonly lockOff: boolean;
}

export const noDetails: PortInDetails = {
  carrier: '',
  billingAccount: '',
  pinPassword: '',
  zipCode: '',
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  state: '',
  birthday: '',
  lockOff: false,
};

/** Without SIM card and lock. */
type TextField = Exclude<PortInField, 'iccid' | 'lockOff'> & FieldName;

/** H29, unless a re-submit asks for something else. */
export const alwaysAsked: readonly PortInField[] = ['billingAccount', 'pinPassword'];

/** Both of the usual ones, unless there is more to ask (H29). */
export function firstAsked(required: readonly PortInField[]): readonly PortInField[] {
  // No form can ask for a SIM card that has not arrived.
  const asked = required.filter((field) => field !== 'iccid');
  return asked.some((field) => !alwaysAsked.includes(field)) ? asked : alwaysAsked;
}

/** What else a re-submit may correct. */
export function restOf(asks: readonly PortInField[]): PortInField[] {
  const all: readonly PortInField[] = [
    ...alwaysAsked,
    'address',
    'zipCode',
    'firstName',
    'lastName',
  ];
  return all.filter((field) => !asks.includes(field));
}

const isText = (field: PortInField): field is TextField => field !== 'iccid' && field !== 'lockOff';

/** Fields that may stay are checked only when filled; of several rejected ones one is enough. */
export function detailFaults(
  asks: readonly PortInField[],
  values: PortInDetails,
  needs: 'all' | 'one' | 'none' = 'all',
): Record<string, string> {
  const texts = asks.filter(isText);
  const given = texts.filter((field) => values[field].trim() !== '');
  const someIsEnough = needs === 'none' || (needs === 'one' && given.length > 0);
  const judged = someIsEnough ? given : texts;
  const rules = Object.fromEntries(judged.map((field) => [field, fields[field]]));
  const faults = fieldFaults(rules, { ...values });
  // An empty form shows one error.
  const told = needs === 'one' && given.length === 0 ? faults.slice(0, 1) : faults;
  return {
    ...Object.fromEntries(told.map(({ field, message }) => [field, message])),
    ...(asks.includes('lockOff') && !values.lockOff && { lockOff: lockSentence }),
  };
}

const lockSentence = /*i18n*/ 'Please turn off the lock at your old carrier first';

/** Asked and not empty. */
export function oldServiceOf(
  asks: readonly PortInField[],
  values: PortInDetails,
): NonNullable<OldService> {
  const given = (field: TextField) =>
    asks.includes(field) && values[field].trim() !== '' ? values[field] : undefined;
  const texts = {
    billingAccountNumber: given('billingAccount'),
    billingAccountPassword: given('pinPassword'),
    zipCode: given('zipCode'),
    firstName: given('firstName'),
    lastName: given('lastName'),
    address: given('address'),
    city: given('city'),
    state: given('state'),
    birthday: given('birthday'),
    carrier: values.carrier || undefined,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    ...(asks.includes('lockOff') && { lockOff: values.lockOff }),
  };
}
