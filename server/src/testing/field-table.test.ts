import { editUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import type { Endpoint } from '@portside/contract/endpoint';
import { table } from '@portside/contract/field-table.suite';
import type { FieldName } from '@portside/contract/fields';
import { updateNickname } from '@portside/contract/lines';
import { bringNumber, checkPortIn, resubmitPortIn } from '@portside/contract/port-in';
import { changePassword, login, register, resetPassword } from '@portside/contract/sign-in';
import { activateSim, checkDevice, checkSim } from '@portside/contract/sim';
import { contactUs } from '@portside/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { bring, draftOf, portInWhen } from './porting.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let customer: Caller;
/** A line with a card that waits to be activated is not needed: what is empty is told first. */
let draft = '';
beforeAll(async () => {
  app = await openTestApp();
  customer = await newcomer(app);
  draft = await draftOf(customer, '3125550110');
  const { portInId } = await bring(customer, '3125550193');
  await portInWhen(app, customer, portInId, 'action_needed');
});
afterAll(() => app.close());

type Door = readonly [endpoint: Endpoint, input: (value: string) => Record<string, unknown>];

const names = { firstName: 'Maya', lastName: 'Reyes' };
const street = { streetNumber: '14', streetName: 'Pier Street', city: 'New York', state: 'NY' };
const passwords = { currentPassword: 'Anchor7!', newPassword: 'Pier77!x' };
const old = { billingAccountNumber: '998877665', billingAccountPassword: '4321' };
const registered = { ...names, email: 'rae@example.com', regPassword: 'Anchor7!' };

const edit = (field: string): Door => [
  editUser,
  (value) => ({ ...street, zipCode: '10038', [field]: value }),
];
const submit = (part: keyof typeof old): Door => [
  bringNumber,
  (value) => ({
    msisdn: '3125550110',
    zipCode: '10038',
    tempSubscriptionId: draft,
    oldService: {
      ...old,
      [part]: value,
    },
  }),
];

/** Where each field of the table comes to the server, by the names of the wire. */
const doors: Readonly<Partial<Record<FieldName, Door>>> = {
  message: [contactUs, (message) => ({ name: 'Maya', email: 'm@example.com', message })],
  email: [register, (email) => ({ ...registered, confirmRegPassword: 'Anchor7!', email })],
  regPassword: [
    register,
    (regPassword) => ({ ...registered, regPassword, confirmRegPassword: regPassword }),
  ],
  confirmRegPassword: [register, (confirmRegPassword) => ({ ...registered, confirmRegPassword })],
  password: [login, (password) => ({ email: 'maya@example.com', password })],
  newPassword: [
    resetPassword,
    (newPassword) => ({ token: 'abc', newPassword, confirmNewPassword: newPassword }),
  ],
  currentPassword: [
    changePassword,
    (currentPassword) => ({ ...passwords, confirmNewPassword: 'Pier77!x', currentPassword }),
  ],
  confirmNewPassword: [
    changePassword,
    (confirmNewPassword) => ({ ...passwords, confirmNewPassword }),
  ],
  pinPassword: submit('billingAccountPassword'),
  billingAccount: submit('billingAccountNumber'),
  portIn: [checkPortIn, (msisdn) => ({ msisdn, zipCode: '10038' })],
  addressOne: [
    placeOrder,
    (addressOne) => ({
      quoteId: 'q',
      cartId: 'cart-12345678',
      idempotencyKey: 'key-12345678',
      simType: 'physical',
      ...names,
      ...street,
      zipCode: '10038',
      shipping: {
        addressOne,
        city: 'New York',
        state: 'NY',
        zipCode: '10038',
      },
    }),
  ],
  city: edit('city'),
  zipCode: edit('zipCode'),
  contactNumber: [editUser, (value) => ({ phoneNumber: value && `+1${value}` })],
  firstName: [editUser, (firstName) => ({ ...names, firstName })],
  lastName: [editUser, (lastName) => ({ ...names, lastName })],
  imei: [checkDevice, (imei) => ({ imei })],
  iccid: [
    placeOrder,
    (iccid) => ({
      quoteId: 'q',
      cartId: 'cart-12345678',
      idempotencyKey: 'key-12345678',
      iccid,
      simType: 'physical',
      ...names,
      ...street,
      zipCode: '10038',
    }),
  ],
  simNumber: [checkSim, (iccid) => ({ iccid })],
  yourNumber: [
    placeOrder,
    (msisdn) => ({
      quoteId: 'q',
      cartId: 'cart-12345678',
      idempotencyKey: 'key-12345678',
      simType: 'esim',
      ...names,
      ...street,
      zipCode: '10038',
      portIn: {
        tempSubscriptionId: draft,
        msisdn,
        zipCode: '10038',
      },
    }),
  ],
  streetNumber: edit('streetNumber'),
  streetName: edit('streetName'),
  state: edit('state'),
  nickname: [updateNickname, (nickname) => ({ id: 'lin_1', nickname })],
};

/** The card form's fields go to the provider; a country code is a part of the number on the wire. */
const notOurs: readonly FieldName[] = [
  ...(['name', 'number', 'expiry', 'cvv', 'cardholderName', 'address', 'country'] as const),
  'countryCode',
];
/** The decisions: said by the login's form, so that no old password is locked out. */
const browserOnly = (field: FieldName, value: string) => field === 'password' && value !== '';

const rows = table.filter(({ field }) => !notOurs.includes(field));

test.each(rows)('[$id] $field gets the same sentence from the server', async ({ field, typed }) => {
  const door = doors[field];
  if (!door) throw new Error(`${field} comes in nowhere`);
  const [endpoint, input] = door;
  const caller = endpoint.caller === 'customer' ? customer : app.anyone;
  for (const [value, sentence] of typed) {
    if (browserOnly(field, value)) continue;
    const { status, problem } = await caller.refusal(endpoint, input(value));
    expect(status, `${field}: "${value}"`).toBe(400);
    expect(problem.errors).toContainEqual({ field, message: sentence });
  }
});

test('[H14] [H16] [H20] what a re-submit needs is told in the same sentences', async () => {
  const { problem } = await customer.refusal(resubmitPortIn, {
    msisdn: '3125550193',
    oldService: { firstName: 'M', address: 'x'.repeat(51), zipCode: '1003' },
  });
  expect(problem.errors).toEqual([
    { field: 'firstName', message: 'Please enter your first name' },
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
    { field: 'address', message: 'Please enter your address' },
  ]);
});

test('[H05] passwords that differ get the same sentence from the server', async () => {
  const { problem } = await customer.refusal(changePassword, {
    ...passwords,
    confirmNewPassword: 'Pier77!y',
  });
  expect(problem.errors).toEqual([
    { field: 'confirmNewPassword', message: 'Passwords do not match' },
  ]);
});

test('[H22] a SIM card to be activated is held to the same rule', async () => {
  const { problem } = await customer.refusal(activateSim, { id: 'lin_1', iccid: '8901' });
  expect(problem.errors).toEqual([
    { field: 'iccid', message: 'ICCID number should be 18-22 digits' },
  ]);
});
