import { editUser } from '@portside/contract/account';
import { listStuck } from '@portside/contract/console/stuck';
import { stepUp } from '@portside/contract/sign-in';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { queueText } from '../emails/brief.ts';
import type { Finding } from '../operator/finding.ts';
import { runVerb } from '../operator/socket.ts';
import { readConfig } from '../settings/config.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { openTwilioServer } from '../testing/twilio/server.ts';
import { lookAtTexts } from './deliveries.ts';

const account = { accountSid: `AC${'0e'.repeat(16)}`, authToken: 'twilio-test-token' };
let twilio: Awaited<ReturnType<typeof openTwilioServer>>;
let app: TestApp;
beforeAll(async () => {
  twilio = await openTwilioServer(account);
  const { adapters } = readConfig({
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_FROM: '+12125550100',
    TWILIO_API_URL: twilio.url,
    PORTSIDE_MASTER_KEYS: Buffer.alloc(32).toString('base64'),
  });
  app = await openTestApp({ config: { adapters, origin: 'https://shop.example' } });
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});

const db = () => app.app.db.query;

/** The newest text to a number, once Twilio has it. */
const sentTo = (number: string, words: RegExp) =>
  app.eventually(async () =>
    twilio.messages.find(({ to, body }) => to === `+1${number}` && words.test(body)),
  );

/** Somebody whose texts go to this number, and the text that said so. */
async function withTexts(number: string) {
  const noa = await newcomer(app);
  await noa.call(editUser, { phoneNumber: `+1${number}` });
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await noa.call(viewTexts, {});
  await noa.call(allowTexts, { number, version: consent.version });
  return { noa, text: await sentTo(number, /You get texts/) };
}

async function tell(notice: { url: string; body: string; headers: Record<string, string> }) {
  const { pathname } = new URL(notice.url);
  const answer = await app.fetch(pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...notice.headers },
    body: notice.body,
  });
  return answer.status;
}

const deliveryOf = async (ref: string) => {
  const { rows } = await sql<{ delivery: string | null }>`
    select delivery from texts where ref = ${ref}`.execute(db());
  return rows[0]?.delivery ?? undefined;
};
const lookedAt = () =>
  app.eventually(async () => {
    const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pgboss.job
      where name = 'look-at-text' and state in ('created', 'retry', 'active')`.execute(db());
    return Number(rows[0]?.waiting) === 0 || undefined;
  });
const becomes = (ref: string) => app.eventually(() => deliveryOf(ref));

const doctorSays = async () => {
  const { findings } = JSON.parse((await runVerb(app.app, ['doctor', '--json'])).text) as {
    findings: Finding[];
  };
  return findings.find(({ about }) => about === 'texts sent for harbor');
};

test('[M13] Twilio tells that a text arrived, signed for this brand’s address; what nobody signed is refused', async () => {
  const { noa, text } = await withTexts('6175550201');
  expect(text.callback).toBe('https://shop.example/app/notices/texts/harbor');
  const forged = twilio.move(text.sid, 'undelivered', 30005);
  expect(await tell({ ...forged, headers: { 'x-twilio-signature': 'forged' } })).toBe(400);
  expect(await tell({ ...forged, headers: {} })).toBe(400);
  const underWay = twilio.move(text.sid, 'sent');
  expect(await tell(underWay)).toBe(200);
  expect(await deliveryOf(text.sid)).toBeUndefined();
  const arrived = twilio.move(text.sid, 'delivered');
  expect(await tell(arrived)).toBe(200);
  expect(await becomes(text.sid)).toBe('delivered');
  // Again, and late: nothing changes.
  expect(await tell(twilio.move(text.sid, 'undelivered', 30005))).toBe(200);
  await lookedAt();
  expect(await deliveryOf(text.sid)).toBe('delivered');
  expect(await noa.call(viewTexts, {})).toMatchObject({ number: '6175550201', unreached: false });
  expect(await doctorSays()).toMatchObject({ fine: true });
});

test('[M13] a number that nobody has gets no more texts: its customer reads why in the profile and by email', async () => {
  const { noa, text } = await withTexts('6175550202');
  expect(await tell(twilio.move(text.sid, 'undelivered', 30005))).toBe(200);
  expect(await becomes(text.sid)).toBe('dead_number');
  expect((await nextEmail(app, noa.email, /don’t reach/)).text).toContain('(617) 555-0202');
  expect(await noa.call(viewTexts, {})).toMatchObject({ number: null, unreached: true });
});

test('[M13] a notice that is lost is made up for: Twilio is asked after ten minutes, for a day', async () => {
  const { noa, text } = await withTexts('6175550203');
  twilio.move(text.sid, 'undelivered', 30003);
  await lookAtTexts(app.app);
  await lookedAt();
  expect(await deliveryOf(text.sid)).toBeUndefined();
  app.clock.move(minutes(11));
  await lookAtTexts(app.app);
  expect(await becomes(text.sid)).toBe('unreachable');
  // A phone that is off is no dead number.
  expect(await noa.call(viewTexts, {})).toMatchObject({ number: '6175550203' });
});

test('[M11] [M13] [L06] what networks hold back is told to operators: by doctor and on the page of what hangs', async () => {
  const { noa, text } = await withTexts('6175550204');
  const agent = await staffAt(app.address, 'agent');
  await tell(twilio.move(text.sid, 'undelivered', 30007));
  expect(await becomes(text.sid)).toBe('filtered');
  expect(await doctorSays()).toMatchObject({ fine: false, text: expect.stringMatching(/spam/) });

  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${noa.email}`.execute(db());
  await app.app.db.transaction((tx) =>
    queueText(app.app, tx, 6, {
      customerId: rows[0]?.id ?? '',
      about: 'usage',
      body: 'Harbor: usage',
    }),
  );
  const next = await sentTo('6175550204', /usage/);
  await tell(twilio.move(next.sid, 'failed', 30034));
  expect(await becomes(next.sid)).toBe('unregistered');
  expect(await doctorSays()).toMatchObject({
    fine: false,
    text: '1 of the last seven days not delivered: the sender is not registered for US numbers',
    todo: expect.stringMatching(/A2P 10DLC/),
  });
  const { items } = await agent.call(listStuck, { kind: 'text' });
  expect(items.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/takes them for spam/),
    expect.stringMatching(/not registered/),
  ]);
  app.clock.move(hours(24 * 8));
  expect(await doctorSays()).toMatchObject({ fine: true });
});
