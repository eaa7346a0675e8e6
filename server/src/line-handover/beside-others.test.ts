import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { blockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import * as calls from '@portside/contract/line-handover';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { listTransactions } from '@portside/contract/payments';
import { openPortOut } from '@portside/contract/port-out';
import { exportOwn } from '@portside/contract/privacy';
import { viewCredit } from '@portside/contract/credit';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { customerBooks } from '../checkout/customer-books.ts';
import { ownerOf } from '../http/who.ts';
import { countActivated, countEnded } from '../lines/line-figures.ts';
import { beginPause } from '../safety/pauses.ts';
import {
  accept,
  confirmed,
  handedOver,
  offerTo,
  quay,
  unlock,
  withFreeLine,
} from '../testing/handing-over.ts';
import { consume, freshKey, lineOf, passDays, passHours, renew } from '../testing/line-life.ts';
import { again, sell, subjects } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { type Caller, harbor } from '../testing/caller.ts';
import { viewUser } from '@portside/contract/account';

/* What a line that changes hands meets: money, add-ons, other work, time, and the other's eyes. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell(app, { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 });
});
afterAll(() => app.close());

const whyNot = async (who: Caller, id: string, email = 'omar@example.com') => {
  await proving(who);
  return (await who.refusal(calls.offerLine, { id, email })).problem.reason;
};

async function books(who: Caller) {
  const { id } = await who.call(viewUser, {});
  return customerBooks(app.app, ownerOf(6, id));
}

async function buyData(who: Caller, id: string) {
  const { quoteId } = await who.call(quoteAddOn, { id, addOnId: 'data-2' });
  const token = await paymentToken(app, cards.visa);
  await who.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

test('[P06] the giver’s order is refunded later: the new line keeps its days and works, and no cent is there twice', async () => {
  const { noa, omar, line, id } = await handedOver(app);
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_periods where line_id = ${line.id}`.execute(app.app.db.query);
  expect((await books(noa)).off).toBe(0);
  expect((await books(omar)).off).toBe(0);
  await refundByHand(app.app, rows[0]?.order_id ?? '', 'Sam');
  await passHours(app, 2);
  const now = await omar.call(viewLine, { id });
  expect(now).toMatchObject({ status: 'active', paidUntil: line.paidUntil });
  expect(await app.adapters.carrier.viewLine({ msisdn: line.mdn })).toBe('active');
  expect((await books(noa)).off).toBe(0);
  expect((await books(omar)).off).toBe(0);
});

test('[P06] [K08] what is left of the paid days is worth the same to the taker: a change of plan uses it up, once', async () => {
  const { noa, line } = await withFreeLine(app);
  await passDays(app, 24);
  const owner = await again(app, noa);
  await renew(app, owner, line.id);
  const { paidUntil } = await lineOf(owner, line.id);
  const omar = await confirmed(app);
  await proving(owner);
  await offerTo(owner, line.id, omar.email);
  const id = await accept(omar);
  const { rows } = await sql<{ order_id: string | null; line_id: string }>`
    select order_id, line_id from line_periods where line_id = ${id}`.execute(app.app.db.query);
  expect(rows.map((one) => one.order_id)).toEqual([null, null]);
  expect(await omar.call(viewLine, { id })).toMatchObject({ paidUntil, paidAhead: { periods: 1 } });
  const quote = await omar.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId: quote.quoteId, idempotencyKey: freshKey(), paymentToken: token };
  await omar.call(changePlan, pay);
  await app.eventually(async () => {
    const now = await omar.call(viewLine, { id });
    return (now.plan.id === 'skiff-2' && !now.nextPlan) || undefined;
  });
  for (const who of [owner, omar]) expect((await books(who)).off).toBe(0);
  // The giver has no credit of it.
  expect((await owner.call(viewCredit, {})).balance).toBe(0);
});

test('[P06] a part that was refunded before is worth nothing to the taker, either', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await sql`update line_periods set refunded_cents = paid_cents - 300
    where line_id = ${line.id}`.execute(app.app.db.query);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  const { rows } = await sql<{ line_id: string; refunded: number; cut: number | null }>`
    select line_id, refunded_cents as refunded, cut_cents as cut from line_periods
    where line_id in (${line.id}, ${id})`.execute(app.app.db.query);
  const [old, copy] = [line.id, id].map((one) => rows.find(({ line_id }) => line_id === one));
  expect(copy?.refunded).toBe(old?.refunded);
  expect(old?.cut).toBeGreaterThan(250);
  expect(old?.cut).toBeLessThanOrEqual(300);
});

test('[P06] [K10] bought data goes along under the carrier’s key, and what was used counts without its days', async () => {
  const { noa, line } = await withFreeLine(app);
  await buyData(noa, line.id);
  await app.eventually(async () => {
    const all = await app.adapters.carrier.listAllowances({ msisdn: line.mdn });
    return all.length === 1 || undefined;
  });
  await passDays(app, 3);
  await consume(app, line.mdn, 700);
  const owner = await again(app, noa);
  await app.eventually(async () => {
    const { meters } = await owner.call(viewUsage, { id: line.id });
    return meters.find(({ kind }) => kind === 'data')?.used === 700 || undefined;
  });
  await passDays(app, 2);
  const giver = await again(app, noa);
  const omar = await confirmed(app);
  await offerTo(giver, line.id, omar.email);
  const id = await accept(omar);
  expect((await omar.call(viewLine, { id })).addOns).toMatchObject([
    { id: 'data-2', megabytesLeft: 2000, recurring: false },
  ]);
  const { meters, days } = await omar.call(viewUsage, { id });
  expect(meters.find(({ kind }) => kind === 'data')?.used).toBe(700);
  expect(days.flatMap((one) => Object.values(one).filter((value) => value === 700))).toEqual([]);
  await passHours(app, 5);
  const later = await again(app, omar);
  expect(
    (await later.call(viewUsage, { id })).meters.find(({ kind }) => kind === 'data')?.used,
  ).toBe(700);
  // The giver's payment for it goes back: the carrier takes nothing away.
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_add_ons where line_id = ${line.id}`.execute(app.app.db.query);
  await refundByHand(app.app, rows[0]?.order_id ?? '', 'Sam');
  await passHours(app, 2);
  expect(await app.adapters.carrier.listAllowances({ msisdn: line.mdn })).toHaveLength(1);
});

test('[P06] autopay of the giver charges nothing any more, and the taker’s line is theirs to pay', async () => {
  const { noa, line } = await withFreeLine(app);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  const omar = await confirmed(app);
  await proving(noa);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  expect((await noa.call(viewLine, { id: line.id })).autopay.on).toBe(false);
  const { rows } = await sql<{ is_on: boolean; charge_at: Date | null }>`
    select is_on, charge_at from line_autopay where line_id = ${line.id}`.execute(app.app.db.query);
  expect(rows).toEqual([{ is_on: false, charge_at: null }]);
  await passDays(app, 29);
  const giver = await again(app, noa);
  expect((await giver.call(listTransactions, {})).transactions).toHaveLength(1);
  await passDays(app, 2);
  const taker = await again(app, omar);
  expect(await lineOf(taker, id)).toMatchObject({ status: 'suspended', statusReason: 'unpaid' });
  await renew(app, taker, id);
  await app.eventually(async () => (await lineOf(taker, id)).status === 'active' || undefined);
  expect((await subjects(app, giver)).filter((one) => /paused|Pay/.test(one))).toEqual([]);
});

test('[P06] what keeps a line from being offered is said, and offered to oneself it is not', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  expect(await whyNot(noa, id, noa.email)).toBe('own_address');
  await sql`delete from line_locks where line_id = ${id}`.execute(app.app.db.query);
  expect(await whyNot(noa, id)).toBe('number_locked');
  await sql`insert into line_locks (line_id, tenant_id, number_off_at)
    values (${id}, 6, '2020-01-01')`.execute(app.app.db.query);
  expect(await whyNot(noa, id)).toBe('sim_locked');
  await unlock(app, id);
  await noa.call(openPortOut, { id });
  expect(await whyNot(noa, id)).toBe('transfer_pin');
  await sql`update transfer_pins set ended_at = ${app.app.clock.now()} where line_id = ${id}`.execute(
    app.app.db.query,
  );
  const { quoteId } = await noa.call(quotePlanChange, { id, planId: 'skiff-2', when: 'renewal' });
  await noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey() });
  expect(await whyNot(noa, id)).toBe('plan_noted');
  await sql`update scheduled_plans set ended_at = ${app.app.clock.now()}, ended_by = 'customer'
    where line_id = ${id}`.execute(app.app.db.query);
  await noa.call(endLine, { id });
  expect(await whyNot(noa, id)).toBe('line_ends');
  await sql`delete from line_endings where line_id = ${id}`.execute(app.app.db.query);
  await sql`update charges set status = 'refunding' where owner_id in (
    select order_id from line_periods where line_id = ${id})`.execute(app.app.db.query);
  expect(await whyNot(noa, id)).toBe('money_open');
  await sql`update charges set status = 'paid' where status = 'refunding'`.execute(
    app.app.db.query,
  );
  await sql`update lines set paid_until = ${new Date(app.app.clock.now().getTime() + 86_400_000)}
    where id = ${id}`.execute(app.app.db.query);
  expect(await whyNot(noa, id)).toBe('too_few_days');
  await sql`update lines set paid_until = ${line.paidUntil} where id = ${id}`.execute(
    app.app.db.query,
  );
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await offerTo(noa, id, `${name}@example.com`);
    expect(await whyNot(noa, id, 'other@example.com')).toBe('offered');
    await noa.call(calls.withdrawOffer, { id });
  }
  expect(await whyNot(noa, id)).toBe('too_many');
});

test('[P06] an offer runs out after seven days, and is over when the line can’t go', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  await passHours(app, 6 * 24 + 23);
  const waiting = await again(app, omar);
  expect((await waiting.call(calls.listHandovers, {})).offers).toHaveLength(1);
  const [offer] = (await waiting.call(calls.listHandovers, {})).offers;
  await passHours(app, 2);
  await emailWhen(app, noa.email, /the offer ran out/);
  await proving(waiting);
  const late = await waiting.refusal(calls.acceptHandover, { id: offer?.id ?? '', ...quay });
  expect(late.problem.reason).toBe('offer_over');
  const giver = await again(app, noa);
  expect((await giver.call(calls.viewHandover, { id: line.id })).last?.why).toBe('expired');
  await offerTo(giver, line.id, omar.email);
  await giver.call(blockLine, { id: line.id });
  expect((await waiting.call(calls.listHandovers, {})).offers).toEqual([]);
  await passHours(app, 1);
  await emailWhen(app, noa.email, /^The offer of your line/);
  await emailWhen(app, omar.email, /no longer available/);
});

test('[P06] a lock that is turned on meanwhile keeps the line, and the taker is told no more than that', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  await sql`delete from line_locks where line_id = ${line.id}`.execute(app.app.db.query);
  const [offer] = (await omar.call(calls.listHandovers, {})).offers;
  await proving(omar);
  const { problem } = await omar.refusal(calls.acceptHandover, { id: offer?.id ?? '', ...quay });
  expect(problem.reason).toBe('not_now');
  expect(problem.message).not.toMatch(/lock/i);
  expect((await lineOf(noa, line.id)).status).toBe('active');
});

test('[P06] [K15] a pause of either account keeps the line, and takes back what was just offered', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const [first] = (await omar.call(calls.listHandovers, {})).offers;
  const pause = (who: Caller & { email: string }) =>
    app.app.db.transaction(async (tx) =>
      beginPause(app.app, tx, ownerOf(6, (await viewPersonOf(who)).id), 'password'),
    );
  const viewPersonOf = (who: Caller) => who.call(viewUser, {});
  await pause(noa);
  await emailWhen(app, omar.email, /no longer available/);
  await proving(omar);
  const late = await omar.refusal(calls.acceptHandover, { id: first?.id ?? '', ...quay });
  expect(late.problem.reason).toBe('offer_over');
  await sql`delete from safety_pauses`.execute(app.app.db.query);
  await unlock(app, line.id);
  await proving(noa);
  await offerTo(noa, line.id, omar.email);
  const [second] = (await omar.call(calls.listHandovers, {})).offers;
  await pause(omar);
  await proving(omar);
  const paused = await omar.refusal(calls.acceptHandover, { id: second?.id ?? '', ...quay });
  expect(paused.problem.reason).toBe('moves_paused');
});

test('[P06] [L19] neither file of data says more of the other than what was typed', async () => {
  const { noa, omar, line, id } = await handedOver(app);
  const fileOf = async (who: Caller, token = who.token) => {
    await proving(who);
    const answer = await app.fetch('/app/users/export', {
      method: 'POST',
      headers: {
        ...harbor,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    return answer.text();
  };
  expect(exportOwn.document).toBe('application/json');
  const [theirs, mine] = [await fileOf(noa), await fileOf(omar)];
  const omarId = (await omar.call(viewUser, {})).id;
  const noaId = (await noa.call(viewUser, {})).id;
  expect(theirs).toContain(omar.email);
  expect(theirs).not.toContain(omarId);
  expect(theirs).not.toContain(id);
  expect(theirs).not.toContain('Quay Lane');
  expect(mine).toContain(id);
  for (const secret of [noa.email, noaId, line.id, 'Fulton Street']) {
    expect(mine).not.toContain(secret);
  }
});

test('[P06] [K06] figures count a line that was handed over once: neither begun nor ended', async () => {
  const { rows: before } = await sql<{ n: number }>`
    select count(*)::int as n from lines where activated_at is not null and taken_over_at is null
    `.execute(app.app.db.query);
  const { line, id } = await handedOver(app);
  const { rows: after } = await sql<{ n: number }>`
    select count(*)::int as n from lines where activated_at is not null and taken_over_at is null
    `.execute(app.app.db.query);
  expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(1);
  const span = {
    tenant: 6,
    from: new Date(0),
    before: new Date(app.app.clock.now().getTime() + 1000),
    timeZone: 'UTC',
  };
  const sum = (days: ReadonlyMap<string, number>) =>
    [...days.values()].reduce((all, one) => all + one, 0);
  const ended = sum(await countEnded(app.app.db.query, span));
  const begun = sum(await countActivated(app.app.db.query, span));
  await sql`update lines set handed_over_at = null where id = ${line.id}`.execute(app.app.db.query);
  await sql`update lines set taken_over_at = null where id = ${id}`.execute(app.app.db.query);
  expect(sum(await countEnded(app.app.db.query, span)) - ended).toBe(1);
  expect(sum(await countActivated(app.app.db.query, span)) - begun).toBe(1);
});
