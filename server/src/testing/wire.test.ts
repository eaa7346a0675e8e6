import { at, wire } from '@portside/contract/wire.suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextCode } from './mailbox.ts';
import { client, rawWire, said, text, type Json } from './raw-wire.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * Section 7 of the specification, verbatim. Nothing here comes from the endpoints: a changed
 * method, path, header or field name fails here, or in contract/src/wire.test.ts. Our own calls are
 * in own-wire.test.ts, what the browser sends in web/src/api/wire.test.ts.
 */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const { send, answered, asked, login, newcomer, list } = rawWire(() => app);
const cardsOf = (token: string) => list(wire.listCards, 'cards', token);

test('[I01] a call without the API key, the company code or the tenant id is refused', async () => {
  expect((await send(wire.listPlans)).status).toBe(200);
  for (const name of Object.keys(client)) {
    const rest = Object.fromEntries(Object.entries(client).filter(([one]) => one !== name));
    const answer = await send(wire.listPlans, { headers: rest });
    expect(answer, name).toMatchObject({ status: 401, body: { code: 'unknown_client' } });
  }
});

/** The calls of the table that need a token, with a body that would do. */
const withToken: [string, Json?][] = [
  [wire.viewUser],
  [at(wire.updateNickname, 'lin_1'), { nickname: 'Kitchen' }],
  [wire.updatePortIn, { msisdn: '3125550142' }],
  [wire.bringNumber, { msisdn: '3125550142', zipCode: '10038' }],
  [wire.resubmitPortIn, { msisdn: '3125550142' }],
  [wire.deleteCard, { cardId: 'crd_1' }],
  [at(wire.deleteCardAlso, 'crd_1')],
  [wire.listCards],
  [wire.setPrimaryCard, { cardId: 'crd_1' }],
  [wire.setPrimaryCardAlso, { cardId: 'crd_1' }],
  [wire.openCardPage],
  [wire.changePassword, { currentPassword: 'Harbor1!' }],
  [wire.editUser, { firstName: 'Noa', lastName: 'Wire' }],
  [wire.editUserAlso, { firstName: 'Noa', lastName: 'Wire' }],
  [wire.changeEmail, { newEmail: 'a@example.com', otp: '12345' }],
  [wire.resendCode, { email: 'a@example.com' }],
];

test.each(withToken)('[I01] [F05] %s asks for the bearer token', async (line, body) => {
  const answer = await send(line, { body });
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('[I05] [F07] GET /app/users/view answers the customer', async () => {
  expect(await answered(wire.viewUser, await login('maya@example.com'))).toMatchObject({
    firstName: 'Maya',
    lastName: 'Alvarez',
    email: 'maya@example.com',
    contactNumber: '+12125550101',
    streetNumber: '120',
    streetDirection: 'W',
    streetName: 'Fulton Street',
    city: 'New York',
    state: 'NY',
    zipCode: '10038',
    id: text,
    userHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    lines: [{ mdn: '2125550101' }],
    hasPassword: true,
    emailVerified: true,
  });
});

test('[I06] POST /app/users/sub-nickname/{id}/update names a line', async () => {
  const maya = await login('maya@example.com');
  const [line] = await list(wire.listLines, 'lines', maya);
  const call = at(wire.updateNickname, line?.['id'] as string);
  expect(await answered(call, maya, { nickname: 'Kitchen' })).toMatchObject(said);
  expect(await list(wire.listLines, 'lines', maya)).toMatchObject([{ nickname: 'Kitchen' }]);
  expect(await asked(call, maya)).toEqual(['nickname']);
  expect(await asked(call, maya, { nickname: ' ' })).toEqual(['nickname']);
});

test('[I07] POST /app/users/portin/check answers whether a number can come, without a token', async () => {
  const call = wire.checkPortIn;
  expect(await answered(call, undefined, { msisdn: '3125550142', zipCode: '10038' })).toMatchObject(
    {
      eligible: true,
      message: text,
      tempSubscriptionId: text,
    },
  );
  expect(await answered(call, undefined, { msisdn: '3125550180', zipCode: '10038' })).toMatchObject(
    {
      eligible: false,
      reason: 'not_portable',
      message: text,
    },
  );
  expect(await answered(call, undefined, { msisdn: '3125550143', zipCode: '00000' })).toMatchObject(
    {
      eligible: false,
      reason: 'no_coverage',
    },
  );
  expect(await asked(call)).toEqual(['portIn', 'zipCode']);
});

const oldService = { billingAccountNumber: '998877665', billingAccountPassword: '4321' };

async function draft(token: string, msisdn: string): Promise<string> {
  const body = { msisdn, zipCode: '10038' };
  const answer = await answered(wire.checkPortIn, token, body);
  return answer['tempSubscriptionId'] as string;
}

test('[I08] POST /app/users/portin/temp/update keeps the old carrier’s details', async () => {
  const { token } = await newcomer();
  await draft(token, '3125550144');
  const call = wire.updatePortIn;
  const accountDetails = { firstName: 'Noa', lastName: 'Wire' };
  const body = { oldService, accountDetails, msisdn: '3125550144' };
  expect(await answered(call, token, body)).toMatchObject(said);
  expect(await list(wire.listPortIns, 'portIns', token)).toMatchObject([
    { msisdn: '3125550144', given: { billingAccount: true, pinPassword: true } },
  ]);
  expect(await asked(call, token)).toContain('portIn');
  expect(
    await asked(call, token, { ...body, accountDetails: { firstName: 'N', lastName: 'W' } }),
  ).toEqual(['firstName', 'lastName']);
});

test('[I09] POST /app/users/portin/bring/number brings a checked number', async () => {
  const { token } = await newcomer();
  const tempSubscriptionId = await draft(token, '3125550145');
  const call = wire.bringNumber;
  const body = { msisdn: '3125550145', zipCode: '60601', oldService, tempSubscriptionId };
  expect(await answered(call, token, body)).toMatchObject(said);
  const [portIn] = await list(wire.listPortIns, 'portIns', token);
  expect(portIn).toMatchObject({ msisdn: '3125550145', zipCode: '60601' });
  expect(['draft', 'details_needed']).not.toContain(portIn?.['status']);
  const needed = await asked(call, token);
  expect(needed).toEqual(expect.arrayContaining(['portIn', 'zipCode', 'tempSubscriptionId']));
  expect(await asked(call, token, { ...body, oldService: { billingAccountNumber: '1' } })).toEqual([
    'billingAccount',
  ]);
});

test('[I09] its direct variant asks for no details of the old carrier', async () => {
  const { token } = await newcomer();
  const tempSubscriptionId = await draft(token, '3125550146');
  const call = wire.bringNumber;
  const body = { msisdn: '3125550146', zipCode: '10038', tempSubscriptionId };
  const own = { iccid: '890141000000000521', isAttSim: true };
  expect(await answered(call, token, { ...body, ...own })).toMatchObject(said);
  const [portIn] = await list(wire.listPortIns, 'portIns', token);
  expect(['draft', 'details_needed']).not.toContain(portIn?.['status']);
  expect(await asked(call, token, { ...body, iccid: '8901' })).toEqual(['iccid']);
});

test('[I10] POST /app/users/portin/make/start submits a rejected port-in again', async () => {
  const ines = await login('ines@example.com');
  const call = wire.resubmitPortIn;
  const [before] = await list(wire.listPortIns, 'portIns', ines);
  expect(before).toMatchObject({ status: 'action_needed', required: ['billingAccount'] });
  expect(await asked(call, ines)).toContain('portIn');
  const names = { firstName: 'Ines', lastName: 'Moreau' };
  expect(
    await answered(call, ines, {
      oldService: { ...oldService, ...names },
      accountDetails: names,
      activationDetails: { simType: 'esim' },
      msisdn: '2125550190',
    }),
  ).toMatchObject(said);
  const [after] = await list(wire.listPortIns, 'portIns', ines);
  expect(after?.['attempts']).toBe((before?.['attempts'] as number) + 1);
});

test('[I11] POST /app/users/contactus sends a message, without a token', async () => {
  const call = wire.contactUs;
  const body = { name: 'Noa', email: 'noa.wire@example.com', message: 'Where is my SIM card?' };
  expect(await answered(call, undefined, body)).toMatchObject(said);
  const [mail] = await app.emails('help@harbor.example');
  expect(mail?.text).toContain('Where is my SIM card?');
  expect(mail?.text).toContain('noa.wire@example.com');
  expect(await asked(call)).toEqual(['name', 'email', 'message']);
});

test('[I13] [D20] GET /app/payments/cards answers the cards, and none as an empty list', async () => {
  const [first] = await cardsOf(await login('maya@example.com'));
  expect(first).toMatchObject({
    id: text,
    primaryCard: true,
    cardholderName: 'Maya Alvarez',
    last4Digits: '4242',
    expiry: expect.stringMatching(/^\d\d\/\d\d$/),
    network: 'visa',
  });
  expect(await cardsOf(await login('omar@example.com'))).toEqual([]);
});

test.each([wire.setPrimaryCard, wire.setPrimaryCardAlso])(
  '[I14] %s makes a card the primary one',
  async (call) => {
    const maya = await login('maya@example.com');
    const other = (await cardsOf(maya)).find((one) => one['primaryCard'] === false);
    expect(await answered(call, maya, { cardId: other?.['id'] })).toMatchObject(said);
    const primary = (await cardsOf(maya)).filter((one) => one['primaryCard'] === true);
    expect(primary.map((one) => one['id'])).toEqual([other?.['id']]);
    expect(await asked(call, maya)).toEqual(['cardId']);
  },
);

test('[I12] DELETE /app/payments/cards deletes a card by its id, in the body or in the path', async () => {
  const maya = await login('maya@example.com');
  const ids = (await cardsOf(maya)).map((one) => one['id']);
  expect(ids).toHaveLength(2);
  expect(await asked(wire.deleteCard, maya)).toEqual(['cardId']);
  expect(await answered(wire.deleteCard, maya, { cardId: ids[0] })).toMatchObject(said);
  expect((await cardsOf(maya)).map((one) => one['id'])).toEqual([ids[1]]);
  expect(await answered(at(wire.deleteCardAlso, ids[1] as string), maya)).toMatchObject(said);
  expect(await cardsOf(maya)).toEqual([]);
});

test('[I15] GET /app/payments/storecardpage answers the provider’s page and the session', async () => {
  const page = await answered(wire.openCardPage, await login('omar@example.com'));
  expect(page).toMatchObject({ url: expect.stringMatching(/^http/), sessionId: text });
});

test('[I16] POST /app/users/changepassword changes the password, or says why not', async () => {
  const { email, token } = await newcomer();
  const call = wire.changePassword;
  const next = { newPassword: 'Pier77!x', confirmNewPassword: 'Pier77!x' };
  const wrong = await send(call, { body: { currentPassword: 'Wrong7!x', ...next }, token });
  expect(wrong).toMatchObject({ status: 422, body: said });
  expect(await answered(call, token, { currentPassword: 'Anchor7!', ...next })).toMatchObject(said);
  expect(await login(email, 'Pier77!x')).toEqual(text);
  expect(await asked(call, token)).toEqual([
    'currentPassword',
    'newPassword',
    'confirmNewPassword',
  ]);
});

const street = {
  streetNumber: '14',
  streetDirection: 'NE',
  streetName: 'Pier Street',
  city: 'Boston',
  state: 'MA',
  zipCode: '02110',
};

test.each(['PUT', 'PATCH'])(
  '[I17] %s /app/users/edit changes name, address or phone number',
  async (method) => {
    const { token } = await newcomer();
    const call = `${method} /app/users/edit`;
    const name = { firstName: 'Noe', lastName: 'Wired' };
    for (const change of [name, street, { phoneNumber: '+13125550199' }]) {
      expect(await answered(call, token, change)).toMatchObject(said);
    }
    const view = await answered(wire.viewUser, token);
    expect(view).toMatchObject({ ...name, ...street, contactNumber: '+13125550199' });
    expect(await asked(call, token, { firstName: 'Noe' })).toEqual(['lastName']);
  },
);

test('[I17] [I18] [I19] {email}, resend/otp and validate-otp-update-email change the address', async () => {
  const { email, token } = await newcomer();
  const newEmail = `new.${email}`;
  expect(await answered(wire.editUser, token, { email: newEmail })).toMatchObject(said);
  expect(await nextCode(app, newEmail)).toMatch(/^\d{5}$/);
  app.clock.move(31_000);
  expect(await answered(wire.resendCode, token, { email: newEmail })).toMatchObject(said);
  const otp = await nextCode(app, newEmail);
  const call = wire.changeEmail;
  expect(await asked(call, token)).toEqual(['email', 'otp']);
  expect((await answered(wire.viewUser, token))['email']).toBe(email);
  await answered(call, token, { newEmail, otp });
  expect((await answered(wire.viewUser, token))['email']).toBe(newEmail);
  expect(await asked(wire.resendCode, token)).toEqual(['email']);
});
