import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, minutes } from '../../../clock.ts';
import { openTwilioServer } from '../../../testing/twilio/server.ts';
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
