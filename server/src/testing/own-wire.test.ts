import { at, wire } from '@portside/contract/wire.suite';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthenticator } from './authenticator.ts';
import { nextCode, nextLinkToken } from './mailbox.ts';
import { client, password, rawWire, said, text, type Json } from './raw-wire.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * The calls that the specification leaves to us (docs/requirements.md, I23), verbatim: method,
 * path and names of fields. What is bought is in shop-wire.test.ts; see wire.test.ts.
 */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const { open, send, answered, asked, login, newcomer, list } = rawWire(() => app);
const first = async (line: string, name: string, token?: string) =>
  (await list(line, name, token))[0] as Json;
const nobody = undefined;

/** The calls of ours that need a token. */
test.each([
  wire.logout,
  wire.listSessions,
  at(wire.endSession, 'ses_1'),
  wire.listActivity,
  wire.listPasskeys,
  wire.askPasskeyOptions,
  wire.addPasskey,
  at(wire.removePasskey, 'pk_1'),
  wire.viewSecondStep,
  wire.turnOffSecondStep,
  wire.startAuthenticator,
  wire.confirmAuthenticator,
  wire.requirePasskey,
  wire.renewRecoveryCodes,
  wire.stepUp,
  wire.askEmailCode,
  wire.confirmEmail,
  wire.listLines,
  at(wire.viewEsim, 'lin_1'),
  at(wire.viewCardPage, 'ses_1'),
  wire.listPortIns,
  at(wire.viewPortIn, 'prt_1'),
  at(wire.cancelPortIn, 'prt_1'),
])('[F05] [I23] %s asks for the bearer token', async (line) => {
  expect(await send(line)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('[I23] register opens an account', async () => {
  const person = { firstName: 'Noa', lastName: 'Wire', email: 'noa.own@example.com', ...password };
  expect(await answered(wire.register, nobody, person)).toMatchObject({
    token: text,
    ...said,
  });
  expect(await asked(wire.register)).toEqual(
    expect.arrayContaining(['firstName', 'lastName', 'email', 'regPassword', 'confirmRegPassword']),
  );
});

test('[I23] login takes email and password', async () => {
  const body = { email: 'maya@example.com', password: 'Harbor1!' };
  expect(await answered(wire.login, nobody, body)).toMatchObject({
    token: text,
    ...said,
  });
  expect(await asked(wire.login)).toEqual(['email', 'password']);
});

test('[I23] login/otp sends a code, login/otp/verify takes it', async () => {
  const { email } = await newcomer();
  await nextCode(app, email);
  expect(await answered(wire.askLoginCode, nobody, { email })).toMatchObject(said);
  const otp = await nextCode(app, email);
  expect(await asked(wire.enterLoginCode)).toEqual(['email', 'otp']);
  const token = await answered(wire.enterLoginCode, nobody, { email, otp });
  expect(token).toMatchObject({ token: text, ...said });
});

test('[I23] second-step/app makes a secret, app/confirm takes a code of it, login/second-step another one', async () => {
  const { email, token } = await newcomer();
  const code = await nextCode(app, email);
  await answered(wire.confirmEmail, token, { otp: code });
  const made = await answered(wire.startAuthenticator, token);
  expect(made).toMatchObject({ secret: text, uri: text, ...said });
  const totp = new TOTP({ secret: made['secret'] as string });
  const shown = () => totp.generate({ timestamp: app.clock.now().getTime() });
  expect(await asked(wire.confirmAuthenticator, token)).toEqual(['otp']);
  const on = await answered(wire.confirmAuthenticator, token, { otp: shown() });
  expect(on).toMatchObject({ recoveryCodes: expect.arrayContaining([text]) as unknown, ...said });
  expect(await answered(wire.viewSecondStep, token)).toEqual({
    kind: 'app',
    recoveryCodesLeft: 10,
  });
  const body = { email, password: password.regPassword };
  const half = await send(wire.login, { body });
  expect(half).toMatchObject({
    status: 422,
    body: {
      reason: 'second_step_required',
      challenge: text,
      kind: 'app',
    },
  });
  app.clock.move(30_000);
  const { challenge } = half.body;
  const whole = { challenge, otp: shown() };
  expect(await answered(wire.enterSecondStep, nobody, whole)).toMatchObject({
    token: text,
    ...said,
  });
  expect(await asked(wire.enterSecondStep)).toEqual(['challenge']);
  expect(await answered(wire.turnOffSecondStep, token)).toMatchObject(said);
});

test('[I23] verify-email/send sends a code, verify-email takes it', async () => {
  const { email, token } = await newcomer();
  await nextCode(app, email);
  app.clock.move(31_000);
  expect(await answered(wire.askEmailCode, token)).toMatchObject(said);
  const otp = await nextCode(app, email);
  expect(await answered(wire.confirmEmail, token, { otp })).toMatchObject(said);
  expect((await answered(wire.viewUser, token))['emailVerified']).toBe(true);
});

test('[I23] register answers alike for an address that has an account, and verify-email leads into it', async () => {
  const { email, token } = await newcomer();
  const first = await nextCode(app, email);
  await answered(wire.confirmEmail, token, { otp: first });
  // The same password from the same browser would be the lost answer's repetition.
  const other = { regPassword: 'Other77!', confirmRegPassword: 'Other77!' };
  const body = { firstName: 'Noa', lastName: 'Again', email, ...other };
  const again = await answered(wire.register, nobody, body);
  expect(again).toEqual({ token: text, ...said });
  const otp = await nextCode(app, email, /already have/);
  const over = await answered(wire.confirmEmail, again['token'] as string, { otp });
  expect(over).toEqual({ token: text, ...said });
  const { id } = await answered(wire.viewUser, token);
  expect((await answered(wire.viewUser, over['token'] as string))['id']).toBe(id);
});

test('[I23] forgotpassword sends a link, resetpassword takes its token', async () => {
  const { email } = await newcomer();
  expect(await answered(wire.forgotPassword, nobody, { email })).toMatchObject(said);
  const token = await nextLinkToken(app, email, /password/i);
  const body = { token, newPassword: 'Pier77!x', confirmNewPassword: 'Pier77!x' };
  expect(await answered(wire.resetPassword, nobody, body)).toMatchObject(said);
  expect(await login(email, 'Pier77!x')).toEqual(text);
});

test('[I23] sessions are listed and ended, logout ends this one', async () => {
  const { email, token } = await newcomer();
  const other = await login(email, 'Anchor7!');
  const sessions = await list(wire.listSessions, 'sessions', token);
  expect(sessions).toHaveLength(2);
  const id = sessions.find((one) => one['current'] === false)?.['id'] as string;
  expect(await answered(at(wire.endSession, id), token)).toMatchObject(said);
  expect((await send(wire.viewUser, { token: other })).status).toBe(401);
  expect(await answered(wire.logout, token)).toMatchObject(said);
  expect((await send(wire.viewUser, { token })).status).toBe(401);
});

test('[I23] [L19] a customer saves what is kept of them, asks to be erased, and takes it back', async () => {
  const { token } = await newcomer();
  const none = { erasesAt: null, waits: 7, obstacles: [], credit: 0 };
  expect(await answered(wire.viewPrivacy, token)).toEqual(none);
  expect((await send(wire.exportOwn, { token, body: {} })).status).toBe(200);
  const asked = await answered(wire.askErasure, token, {});
  expect(asked).toEqual({ message: text, erasesAt: text });
  expect(await answered(wire.viewPrivacy, token)).toMatchObject({ erasesAt: asked['erasesAt'] });
  expect(await answered(wire.keepAccount, token)).toMatchObject(said);
});

test('[I23] activity is listed, newest first, page by page', async () => {
  const { email, token } = await newcomer();
  for (let at = 0; at < 21; at += 1) await login(email, 'Anchor7!');
  const page = await answered(wire.listActivity, token);
  expect(page).toMatchObject({ activity: expect.any(Array), next: text });
  const rest = await list(
    `${wire.listActivity}?cursor=${page['next'] as string}`,
    'activity',
    token,
  );
  expect(rest.at(-1)).toMatchObject({ kind: 'registered', message: text, at: text });
});

test('[I23] passkeys are made, listed, used and removed', async () => {
  const { email, token } = await newcomer();
  await answered(wire.confirmEmail, token, { otp: await nextCode(app, email) });
  const phone = makeAuthenticator();
  const origin = 'http://127.0.0.1';
  const { options } = await answered(wire.askPasskeyOptions, token);
  const passkey = phone.create(options as Json, origin);
  const kept = await answered(wire.addPasskey, token, { passkey, name: 'My phone' });
  expect(kept).toMatchObject({ ...said, passkeys: [{ id: phone.id, name: 'My phone' }] });
  expect(await first(wire.listPasskeys, 'passkeys', token)).toMatchObject({ id: phone.id });
  const asking = await answered(wire.askPasskeyLogin);
  const used = phone.get(asking['options'] as Json, origin);
  const back = await answered(wire.passkeyLogin, nobody, { passkey: used });
  expect(back).toMatchObject({ token: text, ...said });
  expect(await answered(at(wire.removePasskey, phone.id), token)).toMatchObject({
    ...said,
    passkeys: [],
  });
});

test('[I23] step-up proves again who is calling, by password or by code', async () => {
  const { email, token } = await newcomer();
  await answered(wire.confirmEmail, token, { otp: await nextCode(app, email) });
  const proof = { ...said, provenUntil: text };
  const call = wire.stepUp;
  expect(await answered(call, token, { password: 'Anchor7!' })).toMatchObject(proof);
  expect(await answered(call, token, {})).toMatchObject({ ...said, provenUntil: null });
  const otp = await nextCode(app, email);
  expect(await answered(call, token, { otp })).toMatchObject(proof);
});

test('[A16] [I23] the CRM’s ticket opens an agent’s session', async () => {
  const body = { email: 'maya@example.com', agent: 'Dana Reyes', reason: 'A question' };
  const call = wire.createCrmTicket;
  const secret = { 'x-crm-secret': 'harbor-demo-crm-secret' };
  expect((await send(call, { body })).status).toBe(401);
  const made = await answered(call, nobody, body, secret);
  expect(made).toMatchObject({ url: text, expiresAt: text });
  const ticket = new URL(made['url'] as string).searchParams.get('ticket');
  const entry = await answered(wire.crmLogin, nobody, { ticket });
  expect(entry).toMatchObject({ token: text, ...said });
});

test('[I23] sim/check and devices/check answer without a token', async () => {
  const sim = await answered(wire.checkSim, nobody, { iccid: '890141000000000521' });
  expect(sim).toMatchObject({
    iccid: '890141000000000521',
    isCarrierSim: true,
    newSimRequired: false,
    message: expect.stringContaining('Your existing SIM card is all set for porting.'),
  });
  expect(await asked(wire.checkSim)).toEqual(['simNumber']);
  const device = await answered(wire.checkDevice, nobody, { imei: '350000020000002' });
  expect(device).toMatchObject({
    tac: '35000002',
    compatible: false,
    esim: expect.any(Boolean),
    locked: true,
    blocked: false,
    ...said,
  });
  expect(await asked(wire.checkDevice)).toEqual(['imei']);
});

test('[I23] port-ins are listed, looked at and cancelled', async () => {
  const { token } = await newcomer();
  const number = { msisdn: '3125550147', zipCode: '10038' };
  await answered(wire.checkPortIn, token, number);
  const portIn = await first(wire.listPortIns, 'portIns', token);
  expect(portIn).toMatchObject({ ...number, status: 'draft', history: expect.any(Array) });
  const path = `/app/portins/${portIn['id'] as string}`;
  const view = await answered(`GET ${path}`, token);
  expect(view).toMatchObject({ ...number, required: expect.any(Array), reason: null });
  expect(await answered(`POST ${path}/cancel`, token)).toMatchObject({
    ...said,
    status: 'cancelled',
  });
});

test('[I15] [I23] storecardpage/{sessionId} tells how the provider’s page ended', async () => {
  const { token } = await newcomer();
  const { sessionId } = await answered(wire.openCardPage, token);
  const path = `/app/payments/storecardpage/${sessionId as string}`;
  expect(await answered(`GET ${path}`, token)).toMatchObject({ status: 'open' });
});

test('[F04] [F08] [I23] a browser gets its id, and talks to support under it', async () => {
  const { mid } = await answered(wire.nameBrowser);
  expect(mid).toEqual(text);
  const named = { 'x-mid': mid };
  const message = { text: 'Is anybody there?' };
  expect((await send(wire.viewChat, { headers: { ...client } })).status).not.toBe(200);
  expect(await answered(wire.sendChatMessage, nobody, message, named)).toMatchObject({
    message: expect.anything(),
  });
  const { conversation } = await answered(wire.viewChat, nobody, undefined, named);
  expect(conversation).toMatchObject({ messages: [{ from: 'you', text: 'Is anybody there?' }] });
  expect(await answered(wire.readChat, nobody, {}, named)).toMatchObject(said);
});

test('[M06] a customer asks for the chat service’s token; our own chat has none', async () => {
  expect(await answered(wire.viewChatToken, await login('maya@example.com'))).toEqual({
    token: null,
  });
  expect((await send(wire.viewChatToken, { headers: { ...client } })).status).toBe(401);
});

test('[M13] a customer allows texts with a fresh proof, and ends them', async () => {
  const { token } = await newcomer();
  const before = await answered(wire.viewTexts, token);
  expect(before).toMatchObject({ offered: true, number: null, since: null, numbers: [] });
  const { version } = before.consent as { version: string };
  const input = { number: '6175550133', version };
  expect((await send(wire.allowTexts, { token, body: input })).status).toBe(422);
  await answered('PUT /app/users/edit', token, { phoneNumber: '+16175550133' });
  expect(await answered(wire.allowTexts, token, input)).toMatchObject({
    ...said,
    number: '6175550133',
    since: text,
  });
  expect(await answered(wire.endTexts, token)).toMatchObject({ ...said, number: null });
});

test('[I23] events are a stream, with the token in the header', async () => {
  expect((await send('GET /app/events')).status).toBe(401);
  const answer = await open('GET /app/events', { token: await login('maya@example.com') });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await answer.body?.cancel();
});
