import { viewUser } from '@portside/contract/account';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewCustomer } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { viewCredit } from '@portside/contract/credit';
import { blockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { viewHandover } from '@portside/contract/line-handover';
import { openPortOut } from '@portside/contract/port-out';
import { listNeeds } from '@portside/contract/needs';
import { listTransactions } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBooks } from '../checkout/customer-books.ts';
import { refundByHand } from '../checkout/operator-actions.ts';
import { ownerOf } from '../http/who.ts';
import { countActivated, countEnded, countRenewalsDue } from '../lines/line-figures.ts';
import type { Caller } from '../testing/caller.ts';
import {
  confirmed,
  decide,
  dispute,
  firstOrderOf,
  offerTo,
  ownFile,
  withFreeLine,
} from '../testing/handing-over.ts';
import { lineOf, passDays, passHours, type Noa, withLine } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { again, becomes } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { keep, separate } from '../testing/separating.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Whose line was separated learns that it ended, and nothing else, wherever they look (P05). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const subjects = async (who: Noa) => {
  await allEmailsSent(app);
  return (await app.emails(who.email, 0)).map(({ subject }) => subject);
};
const activity = async (who: Caller) =>
  (await who.call(listActivity, {})).activity.filter(({ kind }) => kind !== 'signed_in');
const off = async (who: Caller) =>
  (await customerBooks(app.app, ownerOf(6, (await who.call(viewUser, {})).id))).off;

/** Each kind of thing that could write to its holder later. */
const lives: Record<string, (noa: Noa, id: string, mdn: string) => Promise<void>> = {
  'with autopay': async (noa, id) => {
    const { version } = await noa.call(viewAutopayConsent, {});
    await noa.call(setAutopay, { id, on: true, consent: version });
  },
  'that was to end': async (noa, id) => {
    await proving(noa);
    await noa.call(endLine, { id });
  },
  'that is blocked': async (noa, id, mdn) => {
    await noa.call(blockLine, { id, reason: 'lost' });
    await becomes(app, mdn, 'suspended');
    await emailWhen(app, noa.email, /blocked/);
  },
  'that is past due': async (_noa, _id, mdn) => {
    await passDays(app, 33);
    await becomes(app, mdn, 'suspended');
  },
  'that is offered': async (noa, id) => {
    await proving(noa);
    await offerTo(noa, id, 'somebody@example.com');
  },
  'with a transfer PIN': async (noa, id) => {
    await proving(noa);
    await noa.call(openPortOut, { id });
  },
};

test.each(Object.keys(lives))(
  '[P05] of a line %s its holder is told nothing, on that day and in the sixty days after it',
  async (name) => {
    const { noa, line } = await withFreeLine(app);
    const { id, mdn } = line;
    await lives[name]?.(noa, id, mdn);
    let me = await again(app, noa);
    const omar = await confirmed(app);
    const [emails, did] = [await subjects(noa), await activity(me)];
    const paid = await me.call(listTransactions, {});
    const credit = await me.call(viewCredit, {});
    await keep(app, id);
    const moved = await separate(app, id, omar);
    expect(moved).toBeDefined();
    expect(await lineOf(me, id)).toMatchObject({ status: 'ended', mdn });
    expect(await activity(me)).toEqual(did);
    await passDays(app, 60);
    me = await again(app, noa);
    expect(await subjects(noa)).toEqual(emails);
    expect(await activity(me)).toEqual(did);
    expect(await me.call(listTransactions, {})).toEqual(paid);
    expect(await me.call(viewCredit, {})).toEqual(credit);
    const ended = await me.call(viewLine, { id });
    expect(ended).toMatchObject({ status: 'ended', autopay: { on: false } });
    for (const word of ['handover', 'takenOverAt', 'nextPlan', 'paidAhead', 'endsOn', 'sim']) {
      expect(ended).not.toHaveProperty(word);
    }
    expect((await me.refusal(viewHandover, { id })).problem.reason).toBe('line_ended');
    const { needs } = await me.call(listNeeds, {});
    expect(needs.filter((one) => JSON.stringify(one).includes(id))).toEqual([]);
    const file = await ownFile(app, me);
    for (const word of [moved?.id ?? '', omar.email, 'separated', 'own_since', 'kept_lines']) {
      expect(file).not.toContain(word);
    }
    const { tables } = JSON.parse(file) as { tables: Record<string, Record<string, unknown>[]> };
    expect(tables['lines']).toMatchObject([{ id, status: 'ended', handed_over_at: null }]);
    expect(await off(me)).toBe(0);
  },
);

async function pageOf(person: Caller) {
  const agent = await app.staff('agent');
  const { id } = await person.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-3' });
  return (await agent.call(viewCustomer, { id })).lines;
}

test('[P05] staff who look at either account see a line that ended, and one that works', async () => {
  const { noa, line } = await withLine(app);
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  const [old] = await pageOf(noa);
  expect(old).toMatchObject({ id: line.id, status: 'ended' });
  expect(old).not.toHaveProperty('handedOverAt');
  const [now] = await pageOf(omar);
  expect(now).toMatchObject({ id: moved?.id, status: 'active' });
  expect(now).not.toHaveProperty('takenOverAt');
});

test('[P05] [M13] no text of the holder comes to the number any more', async () => {
  const { noa, line } = await withFreeLine(app);
  await proving(noa);
  const { consent } = await noa.call(viewTexts, {});
  await noa.call(allowTexts, { number: line.mdn, version: consent.version });
  const omar = await confirmed(app);
  await separate(app, line.id, omar);
  const own = await noa.call(viewTexts, {});
  expect(own.number).toBeNull();
  expect(own.numbers).not.toContain(line.mdn);
  await proving(noa);
  const late = { number: line.mdn, version: consent.version };
  expect((await noa.refusal(allowTexts, late)).problem.reason).toBe('number_not_yours');
});

test('[P05] figures count the line once: neither as ended nor as begun', async () => {
  const { line } = await withLine(app);
  const omar = await confirmed(app);
  const count = async () => {
    const db = app.app.db.query;
    const now = app.clock.now().getTime();
    const span = {
      tenant: 6,
      from: new Date(now - 864e5),
      before: new Date(now + 864e5),
      timeZone: 'America/New_York',
    };
    const all = await Promise.all(
      [countActivated, countEnded, countRenewalsDue].map((one) => one(db, span)),
    );
    return JSON.stringify(all.map((one) => (one instanceof Map ? [...one] : one)));
  };
  const before = await count();
  await separate(app, line.id, omar);
  expect(await count()).toBe(before);
});

test('[P05] what the holder gets back for old orders touches neither days nor work of the line', async () => {
  const { noa, line } = await withLine(app);
  const order = await firstOrderOf(app, line.id);
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  await refundByHand(app.app, order, 'Sam');
  await passDays(app, 1);
  const me = await again(app, omar);
  expect(await me.call(viewLine, { id: moved?.id ?? '' })).toMatchObject({
    status: 'active',
    paidUntil: line.paidUntil,
  });
  expect(await off(me)).toBe(0);
  expect(await off(await again(app, noa))).toBe(0);
});

test('[P05] a dispute that is open does not hinder it, and whoever loses it, the line goes on', async () => {
  const { noa, line } = await withLine(app, {}, { planId: 'sloop-12', months: 3 });
  const opened = await dispute(app, await firstOrderOf(app, line.id));
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  expect(moved).toBeDefined();
  await decide(app, opened, 'lost');
  await passDays(app, 1);
  const me = await again(app, omar);
  expect(await me.call(viewLine, { id: moved?.id ?? '' })).toMatchObject({
    status: 'active',
    paidUntil: line.paidUntil,
  });
  expect(await off(me)).toBe(0);
  expect(await off(await again(app, noa))).toBe(0);
});

test.each(['before', 'after'])(
  '[P05] [P10] what the bank takes back of the holder’s payment %s the line ends is not taken from the survivor’s credit',
  async (when) => {
    const { noa, line } = await withLine(app, {}, { planId: 'sloop-12', months: 3 });
    const order = await firstOrderOf(app, line.id);
    const omar = await confirmed(app);
    const moved = await separate(app, line.id, omar);
    const id = moved?.id ?? '';
    const takeBack = async () => decide(app, await dispute(app, order), 'lost');
    if (when === 'before') await takeBack();
    expect((await omar.call(viewLine, { id })).paidAhead).toEqual({ periods: 2, credit: 46 });
    await proving(omar);
    await omar.call(endLine, { id, when: 'period' });
    await passDays(app, 31);
    const me = await again(app, omar);
    expect((await lineOf(me, id)).status).toBe('ended');
    const balance = async () => (await me.call(viewCredit, {})).balance;
    await inTime(app, async () => ((await balance()) === 46 ? true : undefined));
    if (when === 'after') await takeBack();
    await passHours(app, 1);
    expect(await balance()).toBe(46);
    expect(await off(me)).toBe(0);
    expect(await off(await again(app, noa))).toBe(0);
  },
);

test('[P05] [K16] a request of another carrier is told to whose the number is now', async () => {
  const { noa, line } = await withLine(app);
  const { mdn: msisdn } = line;
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  const id = moved?.id ?? '';
  await sql`update line_locks set number_off_at = now() - interval '1 day', carrier_off = true
    where line_id = ${id}`.execute(app.app.db.query);
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  await proving(omar);
  const { transferPin } = await omar.call(openPortOut, { id });
  const before = await subjects(noa);
  for (const step of ['request', 'confirm', 'complete']) {
    await app.fetch('/sandbox/carrier/portout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn, step, transferPin }),
    });
  }
  await inTime(app, async () => ((await lineOf(omar, id)).status === 'ended' ? true : undefined));
  expect(await subjects(noa)).toEqual(before);
});
