import { portInField, portInReason, portInReasons } from '@portside/contract/port-in-reasons';
import { expect, test } from 'vitest';
import { No } from '../http/no.ts';
import { refuseMissing, uncorrected } from './missing-details.ts';

function refusalOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof No) return error;
    throw error;
  }
  return undefined;
}

test('[E11] each detail that is missing is asked for in its own words, all at once', () => {
  const asked = refusalOf(() => refuseMissing(portInField.options));
  expect([asked?.code, asked?.errors]).toEqual([
    'invalid',
    [
      { field: 'billingAccount', message: 'Please enter Billing Account Number' },
      { field: 'pinPassword', message: 'Please enter your PIN Password' },
      { field: 'lockOff', message: 'Please turn off the lock at your old carrier first' },
      { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
      { field: 'firstName', message: 'Please enter your first name' },
      { field: 'lastName', message: 'Please enter your last name' },
      { field: 'address', message: 'Please enter your address' },
      { field: 'city', message: 'Please enter city' },
      { field: 'state', message: 'Please select a state' },
      { field: 'birthday', message: 'Please enter your date of birth' },
    ],
  ]);
});

test('a SIM card that has not arrived is asked of nobody', () => {
  expect(refusalOf(() => refuseMissing(['iccid']))).toBeUndefined();
});

/** As the old carrier was told them. */
const sent = {
  accountNumber: '100',
  pin: '1000',
  zipCode: '10005',
  firstName: 'Ann',
  lastName: 'Lee',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  birthday: '1990-01-01',
};

/** Each detail as it is named in a form, as it is kept, and as the wire calls it. */
const named = [
  ['billingAccount', 'accountNumber', 'billingAccountNumber'],
  ['pinPassword', 'pin', 'billingAccountPassword'],
  ['zipCode', 'zipCode', 'zipCode'],
  ['firstName', 'firstName', 'firstName'],
  ['lastName', 'lastName', 'lastName'],
  ['address', 'address', 'address'],
  ['city', 'city', 'city'],
  ['state', 'state', 'state'],
  ['birthday', 'birthday', 'birthday'],
] as const;

const all = Object.fromEntries(named.map(([, kept, wire]) => [wire, sent[kept]]));

/** Which other details answer a rejection: one of them is enough. */
const answersTo = (reason: (typeof portInReason.options)[number]) =>
  named
    .filter(([, kept]) => uncorrected(reason, { ...sent, [kept]: 'other', sent }, all).length === 0)
    .map(([field]) => field);

test.each(portInReason.options)(
  '%s is answered by another one of the details it names',
  (reason) => {
    const { ask } = portInReasons[reason];
    const any = named.map(([field]) => field);
    const byForm = ask.filter((field) => field !== 'lockOff');
    const isAnyEnough = reason === 'unknown' || byForm.length < ask.length || ask.length === 0;
    expect(answersTo(reason)).toEqual(isAnyEnough ? any : any.filter((one) => ask.includes(one)));
  },
);

test('the same again, written otherwise, is no correction: each rejected detail is named', () => {
  const same = { ...sent, lastName: ' L ee', firstName: 'ANN', sent };
  expect(uncorrected('zip', same, all)).toEqual(['zipCode', 'firstName', 'lastName']);
  expect(refusalOf(() => uncorrected('zip', same, {}))?.errors).toEqual([
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
    { field: 'firstName', message: 'Please enter your first name' },
    { field: 'lastName', message: 'Please enter your last name' },
  ]);
});

test.each(named)(
  'of a number that was sent before details were kept, a new %s is enough',
  (field, _kept, wire) => {
    const reason = portInReason.options.find((one) => portInReasons[one].ask.includes(field));
    if (reason) expect(uncorrected(reason, {}, { [wire]: 'x' })).toEqual([]);
    expect(uncorrected('unknown', {}, { [wire]: 'x' })).toEqual([]);
  },
);

test('a lock is off when somebody says so, or says nothing', () => {
  expect(uncorrected('port_locked', { ...sent, sent }, { lockOff: true })).toEqual([]);
  expect(uncorrected('port_locked', { ...sent, sent }, {})).toEqual([]);
  expect(uncorrected('port_locked', { ...sent, sent }, { lockOff: false })).toEqual(['lockOff']);
});
