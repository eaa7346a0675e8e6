import { editUser } from '@portside/contract/account';
import { replaceSim } from '@portside/contract/sim-replacement';
import { stepUp } from '@portside/contract/sign-in';
import { allowTexts, endTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { SmsPort } from '../adapters/sms/sms.ts';
import { days, hours, minutes } from '../clock.ts';
import { queueText } from '../emails/brief.ts';
import type { Caller } from '../testing/caller.ts';
import { consume, passHours, withLine } from '../testing/line-life.ts';
import { simWhen, withOpenSim } from '../testing/new-sim.ts';
import { beginDue } from '../sim-replacement/moving-sim.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { sendTexts } from './send-texts.ts';

/** What happens to the next text at the service. */
const trouble: ('lose' | 'down')[] = [];
let asked = 0;

const troubled = (port: SmsPort): SmsPort => ({
  name: port.name,
  async send(message) {
    asked += 1;
    const what = trouble.shift();
    if (what === 'down') throw new OutsideFailure('sms', 'not_done');
    const answer = await port.send(message);
    if (what === 'lose') throw new OutsideFailure('sms', 'unknown');
    return answer;
  },
  find: (message, since) => port.find(message, since),
  look: (ref) => port.look(ref),
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, sms: troubled(opened.sms) }) },
  });
});
afterAll(() => app.close());

/** The words of the texts to a number, oldest first, once nothing is on its way. */
async function textsTo(number: string): Promise<string[]> {
  await app.eventually(async () => {
    const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pgboss.job
      where name in ('send-text', 'send-letter', 'send-urgent-letter')
      and state in ('created', 'retry', 'active')`.execute(app.app.db.query);
    return Number(rows[0]?.waiting) === 0 || undefined;
  });
  const found = await app.fetch(`/sandbox/texts/messages?to=${number}`);
  return ((await found.json()) as { body: string }[]).map(({ body }) => body).toReversed();
}

const allow = async (noa: Caller, number: string) => {
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await noa.call(viewTexts, {});
  const answer = await noa.call(allowTexts, { number, version: consent.version });
  // Several are sent at once.
  await textsTo(number);
  return answer;
};
const queue = (customerId: string, about: 'usage' | 'security', body: string) =>
  app.app.db.transaction((tx) => queueText(app.app, tx, 6, { customerId, about, body }));
let people = 0;
/** Somebody with a contact number and no line. */
async function reachable(contact = `617555${String(1000 + (people += 1))}`) {
  const noa = await newcomer(app);
  await noa.call(editUser, { phoneNumber: `+1${contact}` });
  // What tells of the change has nobody to go to.
  await textsTo(contact);
  return { noa, line: { mdn: contact } };
}
const idOf = async (email: string) => {
  const { rows } = await sql<{
    id: string;
  }>`select id from customers where email = ${email}`.execute(app.app.db.query);
  return rows[0]?.id ?? '';
};

test('[M13] nobody gets a text who did not allow it; who did is told at the chosen number, in one segment', async () => {
  const { noa, line } = await withLine(app);
  const before = await noa.call(viewTexts, {});
  expect(before).toMatchObject({ offered: true, number: null, stopped: false });
  expect(before.numbers).toContain(line.mdn);
  await queue(await idOf(noa.email), 'usage', 'Harbor: too early');
  expect(await textsTo(line.mdn)).toEqual([]);

  const { message, number, since } = await allow(noa, line.mdn);
  expect({ message, number }).toEqual({ message: 'Texts are on.', number: line.mdn });
  expect(Date.parse(since ?? '')).toBeLessThanOrEqual(app.clock.now().getTime());
  await consume(app, line.mdn, 9_600);
  await expect
    .poll(() => textsTo(line.mdn))
    .toEqual([
      'Harbor: You get texts about your account now. Reply STOP to stop, HELP for help. Msg and data rates may apply.',
      expect.stringMatching(/^Harbor: \(\d{3}\) 555-01\d\d has used 80% of its data$/),
    ]);
  const { rows } = await sql<{ wording: string }>`select wording from text_consents
    where number = ${line.mdn}`.execute(app.app.db.query);
  expect(rows).toEqual([{ wording: before.consent.text }]);
});

test('[M13] only one’s own number can be chosen, with a fresh proof and after reading the words of today', async () => {
  const { noa, line } = await reachable();
  const { consent } = await noa.call(viewTexts, {});
  await noa.call(stepUp, { password: 'Anchor7!' });
  const foreign = await noa.refusal(allowTexts, { number: '2125550101', version: consent.version });
  expect(foreign.problem.reason).toBe('number_not_yours');
  const old = await noa.refusal(allowTexts, { number: line.mdn, version: '0' });
  expect(old.problem.reason).toBe('wording_changed');
  app.clock.move(minutes(11));
  const late = await noa.refusal(allowTexts, { number: line.mdn, version: consent.version });
  expect(late.problem.reason).toBe('proof_required');
  expect(await textsTo(line.mdn)).toEqual([]);
});

test('[M13] texts end at once when the customer says so, and the number is told', async () => {
  const { noa, line } = await reachable();
  await allow(noa, line.mdn);
  expect(await noa.call(endTexts, {})).toMatchObject({ message: 'Texts are off.', number: null });
  await queue(await idOf(noa.email), 'security', 'Harbor: after the end');
  const [, goodbye, ...more] = await textsTo(line.mdn);
  expect(goodbye).toMatch(/^Harbor: You won't get texts/);
  expect(more).toEqual([]);
});

test('[M13] a number that answered STOP gets no more, and the profile says so', async () => {
  const { noa } = await reachable('2125550098');
  await allow(noa, '2125550098');
  expect(await textsTo('2125550098')).toEqual([]);
  expect(await noa.call(viewTexts, {})).toMatchObject({ number: null, stopped: true });
});

test('[M13] security also goes to the number from before a change, and nothing else does', async () => {
  const [before, now] = ['6175550133', '6175550144'];
  const { noa } = await reachable(before);
  await allow(noa, before);
  await noa.call(editUser, { phoneNumber: `+1${now}` });
  expect((await textsTo(before)).slice(1)).toEqual([expect.stringContaining('was changed')]);
  const id = await idOf(noa.email);
  await queue(id, 'usage', 'Harbor: usage');
  await textsTo(before);
  await queue(id, 'security', 'Harbor: security 1');
  expect((await textsTo(before)).slice(2)).toEqual(['Harbor: security 1']);
  await allow(noa, now);
  await queue(id, 'security', 'Harbor: security 2');
  await queue(id, 'usage', 'Harbor: usage 2');
  expect((await textsTo(before)).slice(3)).toEqual(['Harbor: security 2']);
  const atNew = await textsTo(now);
  expect(atNew.slice(1).toSorted()).toEqual(['Harbor: security 2', 'Harbor: usage 2']);
  app.clock.move(days(8));
  await queue(id, 'security', 'Harbor: security 3');
  expect(await textsTo(before)).toHaveLength(4);
});

test('[M13] [K14] a SIM change is told before it begins; on the new SIM nothing is told for a day', async () => {
  const { noa, line } = await withOpenSim(app);
  await allow(noa, line.mdn);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  const told = await textsTo(line.mdn);
  expect(told[1]).toMatch(
    /^Harbor: Your line .* gets a new SIM on .* Not you\? Call \(212\) 555-0100 now\.$/,
  );
  app.clock.move(minutes(16));
  await beginDue(app.app);
  await passHours(app, 1);
  await simWhen(app, noa, line.id, 'done');
  await queue(await idOf(noa.email), 'security', 'Harbor: for the thief');
  expect(await textsTo(line.mdn)).toHaveLength(2);
  app.clock.move(hours(25));
  await queue(await idOf(noa.email), 'security', 'Harbor: a day later');
  expect((await textsTo(line.mdn)).at(-1)).toBe('Harbor: a day later');
});

test('[M13] an answer that is lost sends no second text; a service that is away is tried again', async () => {
  const { noa, line } = await reachable();
  await allow(noa, line.mdn);
  await textsTo(line.mdn);
  const id = await idOf(noa.email);
  const text = (words: string, about: 'usage' | 'security' = 'usage') => {
    const own = app.app.random.id('txt');
    const sealed = app.app.secrets.seal(words, `text:${own}`);
    const at = app.clock.now().toISOString();
    return { id: own, tenant: 6, customerId: id, about, at, sealed };
  };
  const lost = text('Harbor: lost');
  trouble.push('lose');
  await expect(sendTexts(app.app, lost)).rejects.toThrow(OutsideFailure);
  // Another worker's try may still be under way.
  await expect(sendTexts(app.app, lost)).rejects.toThrow(OutsideFailure);
  app.clock.move(minutes(2));
  asked = 0;
  await sendTexts(app.app, lost);
  await sendTexts(app.app, lost);
  expect(asked).toBe(0);
  const away = text('Harbor: away');
  trouble.push('down');
  await expect(sendTexts(app.app, away)).rejects.toThrow(OutsideFailure);
  await sendTexts(app.app, away);
  const old = text('Harbor: old news');
  app.clock.move(hours(7));
  await sendTexts(app.app, old);
  expect((await textsTo(line.mdn)).slice(1)).toEqual(['Harbor: lost', 'Harbor: away']);
});

test('[M13] a number gets ten texts a day at most, and security ten more', async () => {
  const { noa, line } = await reachable();
  await allow(noa, line.mdn);
  const id = await idOf(noa.email);
  for (let at = 0; at < 12; at += 1) await queue(id, 'usage', `Harbor: usage ${at}`);
  expect(await textsTo(line.mdn)).toHaveLength(10);
  for (let at = 0; at < 12; at += 1) await queue(id, 'security', `Harbor: security ${at}`);
  expect(await textsTo(line.mdn)).toHaveLength(20);
});
