import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, minutes } from '../../../clock.ts';
import { openTwilioServer } from '../../../testing/twilio/server.ts';
import { twilioSignature } from './delivery.ts';
import { twilioSms } from './sms.ts';

/** Twilio's codes, states and fields, typed from its documentation. */
const account = { accountSid: `AC${'0c'.repeat(16)}`, authToken: 'twilio-test-token' };
const to = '+12125550111';
let twilio: Awaited<ReturnType<typeof openTwilioServer>>;
beforeAll(async () => {
  twilio = await openTwilioServer(account);
});
afterAll(() => twilio.close());

const open = (from = '+12125550100') => twilioSms({ ...account, from, apiUrl: twilio.url });

test.each([
  [21211, { kind: 'refused', reason: 'not_a_number' }],
  [21214, { kind: 'refused', reason: 'cannot_be_reached' }],
  [21217, { kind: 'refused', reason: 'not_a_number' }],
  [21408, { kind: 'refused', reason: 'region_not_allowed' }],
  [21610, { kind: 'stopped' }],
  [21612, { kind: 'refused', reason: 'cannot_be_reached' }],
  [21614, { kind: 'refused', reason: 'not_a_mobile_number' }],
])('[M13] Twilio’s error %i is %j', async (code, answer) => {
  twilio.refusals.push([400, code]);
  expect(await open().send({ to, body: 'Harbor: hello' })).toEqual(answer);
});

test.each([
  [400, 21602, 'not_done'],
  [400, 21603, 'not_done'],
  [400, 21705, 'not_done'],
  [400, 20001, 'not_done'],
  [401, 20003, 'not_done'],
  [403, 20005, 'not_done'],
  [404, 20404, 'not_done'],
  [429, 20429, 'not_done'],
  [499, 99_999, 'not_done'],
  [500, 20500, 'unknown'],
  [503, 20503, 'unknown'],
])('[M13] a %i with the error %i is trouble: %s', async (status, code, outcome) => {
  twilio.refusals.push([status, code]);
  const failed = open().send({ to, body: 'Harbor: hello' });
  const cause = { message: `Twilio answered ${status}, error ${code}` };
  await expect(failed).rejects.toMatchObject({ outcome, cause });
});

test.each([
  ['queued', true],
  ['accepted', true],
  ['scheduled', true],
  ['sending', true],
  ['sent', true],
  ['delivered', true],
  ['read', true],
  ['partially_delivered', true],
  ['undelivered', false],
  ['failed', false],
  ['canceled', false],
])('[M13] a text that is %s at Twilio counts as sent: %s', async (status, isSent) => {
  const message = { to, body: `Harbor: it is ${status}` };
  await open().send(message);
  const [known] = twilio.messages;
  Object.assign(known ?? {}, { status });
  const found = isSent ? { ref: known?.sid } : undefined;
  expect(await open().find(message, new Date())).toEqual(found);
});

test('[M13] what somebody wrote to us, and what was sent before, is not what we sent', async () => {
  const message = { to, body: 'Harbor: once' };
  await open().send(message);
  const [known] = twilio.messages;
  Object.assign(known ?? {}, { body: 'Sent from your Twilio trial account - Harbor: once' });
  const began = new Date(known?.date_created ?? '');
  expect(await open().find(message, began)).toEqual({ ref: known?.sid });
  expect(await open().find(message, later(began, minutes(2)))).toEqual({ ref: known?.sid });
  expect(await open().find(message, later(began, minutes(3)))).toBeUndefined();
  Object.assign(known ?? {}, { direction: 'inbound' });
  expect(await open().find(message, began)).toBeUndefined();
});

test('[M13] an answer that says nothing is trouble', async () => {
  const message = { to, body: 'Harbor: hello' };
  twilio.trouble.push('strange', 'strange', 'break', 'break');
  await expect(open().send(message)).rejects.toMatchObject({ outcome: 'unknown' });
  await expect(open().find(message, new Date())).rejects.toMatchObject({ outcome: 'not_done' });
  const cause = { message: 'Twilio answered 500' };
  await expect(open().find(message, new Date())).rejects.toMatchObject({ cause });
  await expect(open().check?.()).rejects.toMatchObject({ cause: { message: 'it answered 500' } });
});

test('[M13] a text is sent with these fields and no others', async () => {
  await open().send({ to, body: 'Harbor: hello' });
  expect(twilio.requests.at(-1)).toEqual({
    line: `POST /2010-04-01/Accounts/${account.accountSid}/Messages.json`,
    accept: 'application/json',
    fields: { To: to, From: '+12125550100', Body: 'Harbor: hello' },
  });
  const service = `MG${'0d'.repeat(16)}`;
  await open(service).send({ to, body: 'Harbor: hello' });
  expect(twilio.requests.at(-1)?.fields).toEqual({
    To: to,
    MessagingServiceSid: service,
    Body: 'Harbor: hello',
  });
  await open().find({ to, body: 'Harbor: hello' }, new Date());
  expect(twilio.requests.at(-1)).toEqual({
    line: `GET /2010-04-01/Accounts/${account.accountSid}/Messages.json`,
    accept: 'application/json',
    fields: { To: to, PageSize: '50' },
  });
  await open().check?.();
  expect(twilio.requests.at(-1)).toEqual({
    line: `GET /2010-04-01/Accounts/${account.accountSid}.json`,
    accept: 'application/json',
    fields: {},
  });
});

test.each([
  ['queued', null, 'under_way'],
  ['accepted', null, 'under_way'],
  ['sending', null, 'under_way'],
  ['sent', null, 'under_way'],
  ['a_state_of_next_year', null, 'under_way'],
  ['delivered', null, 'delivered'],
  ['read', null, 'delivered'],
  ['undelivered', 30003, 'unreachable'],
  ['undelivered', 30005, 'dead_number'],
  ['undelivered', 30006, 'dead_number'],
  ['undelivered', 30007, 'filtered'],
  ['undelivered', 30032, 'unregistered'],
  ['undelivered', 30034, 'unregistered'],
  ['failed', 21610, 'stopped'],
  ['failed', 30034, 'unregistered'],
  ['undelivered', 30008, 'failed'],
  ['canceled', null, 'failed'],
] as const)('[M13] a text that is %s at Twilio, error %s, is %s', async (status, error, is) => {
  await open().send({ to, body: 'Harbor: hello' });
  const ref = twilio.messages[0]?.sid ?? '';
  twilio.move(ref, status, error);
  expect(await open().look(ref)).toBe(is);
});

test('[M13] what Twilio says of a text counts with its signature, made as its documentation makes it', async () => {
  const fields = new URLSearchParams({
    Digits: '1234',
    To: '+18005551212',
    From: '+14158675309',
    Caller: '+14158675309',
    CallSid: 'CA1234567890ABCDE',
  });
  const page = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(twilioSignature(page, fields, '12345')).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');

  const noticeUrl = 'https://shop.example/app/notices/texts/harbor';
  await open().send({ to, body: 'Harbor: hello', noticeUrl });
  const ref = twilio.messages[0]?.sid ?? '';
  const notice = twilio.move(ref, 'undelivered', 30007);
  const read = (change: object) => open().readNotice?.({ ...notice, ...change });
  expect(notice.url).toBe(noticeUrl);
  expect(read({})).toEqual({ ref, isFinal: true });
  expect(open().readNotice?.(twilio.move(ref, 'sent'))).toEqual({ ref, isFinal: false });
  expect(read({ headers: {} })).toBeUndefined();
  expect(read({ headers: { 'x-twilio-signature': 'AAAA' } })).toBeUndefined();
  expect(read({ url: 'https://shop.example/app/notices/texts/mesa' })).toBeUndefined();
  expect(read({ body: notice.body.replace('30007', '30034') })).toBeUndefined();
});
