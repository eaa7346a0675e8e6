import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../../outside-failure.ts';
import { smsSuite } from '../sms.suite.ts';
import { openTwilioServer } from '../../../testing/twilio/server.ts';
import { twilioSms } from './sms.ts';

const account = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'twilio-test-token' };
const from = '+12125550100';
let twilio: Awaited<ReturnType<typeof openTwilioServer>>;

beforeAll(async () => {
  twilio = await openTwilioServer(account);
  twilio.stopped.add('+12125550198');
  twilio.landlines.add('+12125550197');
});
afterAll(() => twilio.close());

const open = (change: Partial<Parameters<typeof twilioSms>[0]> = {}) =>
  twilioSms({ ...account, from, apiUrl: twilio.url, ...change });

smsSuite('Twilio', {
  port: () => open(),
  now: () => new Date(),
  stopped: '+12125550198',
  landline: '+12125550197',
  arrived: async (to) => twilio.messages.filter((one) => one.to === to).map((one) => one.body),
});

const message = { to: '+12125550111', body: 'Harbor: hello' };

test('[M13] Twilio is asked by account, number and words, or by a messaging service', async () => {
  await open().send(message);
  expect(twilio.messages[0]).toMatchObject({ ...message, from, messaging_service_sid: null });
  const service = `MG${'0b'.repeat(16)}`;
  await open({ from: service }).send(message);
  expect(twilio.messages[0]).toMatchObject({ from: null, messaging_service_sid: service });
});

test('[M13] a text whose answer was lost is found at Twilio, so it need not be sent again', async () => {
  const lost = { ...message, body: 'Harbor: lost on the way' };
  const began = new Date();
  twilio.trouble.push('lose');
  await expect(open().send(lost)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await open().find(lost, began)).toEqual({ ref: twilio.messages[0]?.sid });
});

test('[M13] a text that failed at Twilio does not count as sent', async () => {
  const failed = { ...message, body: 'Harbor: failed' };
  await open().send(failed);
  const [known] = twilio.messages;
  if (known) known.status = 'failed';
  expect(await open().find(failed, new Date())).toBeUndefined();
});

test('[M13] too many, a broken Twilio and one that is away are told apart', async () => {
  const outcome = (change = {}) =>
    open(change)
      .send(message)
      .then(
        () => 'sent',
        (error: unknown) => (error as OutsideFailure).outcome,
      );
  twilio.trouble.push('busy');
  expect(await outcome()).toBe('not_done');
  twilio.trouble.push('break');
  expect(await outcome()).toBe('unknown');
  expect(await outcome({ authToken: 'wrong' })).toBe('not_done');
  const away = await openTwilioServer(account);
  await away.close();
  expect(await outcome({ apiUrl: away.url })).toBe('not_done');
});

test('[M13] neither the token, nor the number, nor the words are in a failure', async () => {
  twilio.trouble.push('break');
  const error = (await open()
    .send(message)
    .catch((thrown: unknown) => thrown)) as OutsideFailure;
  expect(error).toBeInstanceOf(OutsideFailure);
  const told = `${error.message} ${(error.cause as Error).message}`;
  expect(told).toMatch(/500/);
  expect(told).not.toMatch(/5550111|hello|twilio-test-token/);
});

test('[M13] [M11] the check says what is wrong with the account', async () => {
  await open().check?.();
  await expect(open({ authToken: 'wrong' }).check?.()).rejects.toMatchObject({
    advice: expect.stringMatching(/TWILIO_AUTH_TOKEN/),
  });
  twilio.trouble.push('suspended');
  await expect(open().check?.()).rejects.toMatchObject({
    advice: expect.stringMatching(/suspended/),
  });
});
