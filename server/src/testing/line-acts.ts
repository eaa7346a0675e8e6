import { sql } from 'kysely';
import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import {
  acceptInvitation,
  giveLine,
  listInvitations,
  takeBackLine,
} from '@portside/contract/household';
import { acceptHandover, listHandovers, offerLine } from '@portside/contract/line-handover';
import { endHold, type HoldDays, holdLine } from '@portside/contract/line-hold';
import { setLocks } from '@portside/contract/line-locks';
import { listLines } from '@portside/contract/lines';
import { changePlan, quotePlanChange, undoPlanChange } from '@portside/contract/plan-change';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { replaceSim } from '@portside/contract/sim-replacement';
import type { Caller, Failed } from './caller.ts';
import { quay, unlock } from './handing-over.ts';
import type { HandWorked } from './hand-worked.ts';
import { freshKey } from './line-life.ts';
import { provenAt } from './proving.ts';
import { free, keep, separate } from './separating.ts';
import { cards, paymentToken } from './shopping.ts';

/** A customer with lines, in a product that is worked by hand. */
export interface Life extends HandWorked {
  readonly noa: Caller & { email: string };
  /** In the place of one that was handed over and back there is the new one. */
  readonly ids: string[];
  /** Takes lines that are handed over, and hands them back. */
  readonly friend: Caller & { email: string };
  readonly seen: { last?: Payment };
  /** Provider references of charges at the time a line was first seen ended. */
  readonly ended: Map<string, ReadonlySet<string>>;
  readonly prices: (cents: number) => Promise<void>;
}

export type Act = (life: Life, id: string) => Promise<unknown>;

/** What a refusal may be is for other tests: here it changes nothing. */
export async function orRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    const { status, problem } = error as Failed;
    if (status !== 422 && status !== 404) throw error;
    if (status === 422 && !problem.reason) throw error;
  });
}

/** At once. Nothing of it goes on when this has ended, even where the power was cut. */
export async function together(...works: Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) {
    if (ended.status === 'rejected') throw ended.reason;
  }
}

export interface Payment {
  id: string;
  quoteId: string;
  idempotencyKey: string;
  paymentToken: string;
  saveCard: boolean;
}

/** Who acts has just said the password again. */
const proven =
  (act: Act): Act =>
  async (life, id) => {
    const { app, noa } = life;
    await provenAt(app.app.db.query, noa.email, app.app.clock.now());
    await orRefused(act(life, id));
  };

const buy =
  (addOnId: string): Act =>
  async ({ noa, app }, id) => {
    const { quoteId } = await noa.call(quoteAddOn, { id, addOnId });
    const token = await paymentToken(app, cards.visa);
    await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  };

/** The second press of it would be another change: one key for one press. */
const changeTo =
  (planId: string, when: 'now' | 'renewal'): Act =>
  async ({ noa, app }, id) => {
    const { quoteId } = await noa.call(quotePlanChange, { id, planId, when });
    const token = await paymentToken(app, cards.visa);
    const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
    await together(orRefused(noa.call(changePlan, pay)), orRefused(noa.call(changePlan, pay)));
  };

/** Ten days before the end, in two windows, each with its own price: left to chance, few are paid so. */
const payMonths =
  (...lengths: readonly (3 | 6 | 12)[]): Act =>
  async (life, id) => {
    const { noa, app } = life;
    const { lines } = await noa.call(listLines, {});
    const until = Date.parse(lines.find((one) => one.id === id)?.paidUntil ?? '');
    const hours = Math.ceil((until - app.app.clock.now().getTime()) / 3_600_000) - 9 * 24;
    if (hours > 0 && hours < 40 * 24) await life.pass(hours);
    const pay = async (months: 3 | 6 | 12) => {
      const { quoteId } = await noa.call(quoteRenewal, { id, months });
      const token = await paymentToken(app, cards.visa);
      await noa.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
    };
    await together(...lengths.map((months) => orRefused(pay(months))));
  };

/** In two windows. */
const putOnHold =
  (days: HoldDays): Act =>
  async ({ noa }, id) => {
    const hold = () => orRefused(noa.call(holdLine, { id, days, costDays: days / 10 }));
    await together(hold(), hold());
  };

/** In one: left to chance, few lines are put on hold and taken off it. */
const heldFor =
  (hours: number): Act =>
  async (life, id) => {
    await putOnHold(60)(life, id);
    await life.pass(hours);
    const end = () => orRefused(life.noa.call(endHold, { id }));
    await together(end(), end());
  };

/** A step of the carrier that the number goes to; one that cannot be is refused there. */
const otherCarrier =
  (step: string): Act =>
  async ({ app }, id) => {
    const { rows } = await sql<{ mdn: string }>`
    select mdn from lines where id = ${id}`.execute(app.app.db.query);
    await app.fetch('/sandbox/carrier/portout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn: rows[0]?.mdn, step }),
    });
  };

const locks =
  (on: boolean): Act =>
  async ({ noa }, id) => {
    await noa.call(setLocks, { id, sim: on, number: on });
  };

async function hand(
  { app }: Life,
  id: string,
  [giver, taker]: readonly [Life['friend'], Life['friend']],
): Promise<string | undefined> {
  const { query } = app.app.db;
  const now = app.app.clock.now();
  for (const { email } of [giver, taker]) await provenAt(query, email, now);
  await unlock(app, id);
  await orRefused(giver.call(offerLine, { id, email: taker.email }));
  const { offers } = await taker.call(listHandovers, {});
  const [offer] = offers;
  if (!offer) return undefined;
  const take = () => taker.call(acceptHandover, { id: offer.id, ...quay });
  // In two windows.
  const taken: string[] = [];
  const press = () => orRefused(take().then(({ lineId }) => taken.push(lineId)));
  await together(press(), press());
  if (new Set(taken).size > 1) throw new Error(`One offer became ${taken.join()}`);
  return taken[0];
}

/** To a friend, and back: whatever was cut off last time goes on. */
const handOver: Act = async (life, id) => {
  const { noa, friend } = life;
  await hand(life, id, [noa, friend]);
  // The carrier hears of its locks.
  await life.work();
  const { lines } = await friend.call(listLines, {});
  for (const line of lines.filter(({ status }) => status !== 'ended')) {
    const back = await hand(life, line.id, [friend, noa]);
    if (back) life.ids[life.ids.indexOf(id)] = back;
  }
};

/** Staff move it to an account of its own, twice at once, and back, whatever it is paused for. */
const setApart: Act = async (life, id) => {
  const { app, noa, friend } = life;
  const all = await Promise.all([separate(app, id, friend), separate(app, id, friend, quay)]);
  if (all.filter(Boolean).length > 1) throw new Error(`${id} was separated twice`);
  await life.pass(1);
  const { lines } = await friend.call(listLines, {});
  for (const line of lines.filter(({ status }) => status !== 'ended')) {
    const back = await separate(app, line.id, noa);
    if (back) life.ids[life.ids.indexOf(id)] = back.id;
  }
};

/** A friend manages it for a while: both pay at once, in two windows, and it is taken back beside a block. */
const managedBy: Act = async (life, id) => {
  const { noa, friend, app } = life;
  const { query } = app.app.db;
  await provenAt(query, noa.email, app.app.clock.now());
  await orRefused(noa.call(giveLine, { id, email: friend.email, role: 'manager' }));
  for (const { id: invitation } of (await friend.call(listInvitations, {})).invitations) {
    await orRefused(friend.call(acceptInvitation, { id: invitation }));
  }
  const payAs = async (who: Life['friend']) => {
    const { quoteId } = await who.call(quoteRenewal, { id });
    const token = await paymentToken(app, cards.visa);
    await who.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  };
  await together(orRefused(payAs(noa)), orRefused(payAs(friend)));
  await life.pass(30);
  await provenAt(query, friend.email, app.app.clock.now());
  const block = () => orRefused(friend.call(blockLine, { id }));
  const back = () => orRefused(noa.call(takeBackLine, { id, what: 'line' }));
  await together(block(), back());
};

/** Kept as it is for a while, and free again. */
const keptFor: Act = async (life, id) => {
  await keep(life.app, id);
  await life.pass(50);
  await free(life.app, id);
};

/** What the owner does to a line beside paying for it, and what other carriers do. */
export const care: readonly (readonly [name: string, act: Act])[] = [
  ['block', proven(({ noa }, id) => noa.call(blockLine, { id }))],
  ['unblock', proven(({ noa }, id) => noa.call(unblockLine, { id }))],
  ['put it on hold', putOnHold(30)],
  ['put it on hold for long', putOnHold(90)],
  ['a hold of some days', heldFor(50)],
  ['a hold of many days', heldFor(11 * 24 + 1)],
  ['take it off hold', ({ noa }, id) => orRefused(noa.call(endHold, { id }))],
  ['hand it over and back', handOver],
  ['separate it, and back', setApart],
  ['keep it for some days', keptFor],
  ['a friend manages it', managedBy],
  ['end it', proven(({ noa }, id) => noa.call(endLine, { id }))],
  ['pay for months', payMonths(3, 6)],
  ['pay for three months', payMonths(3)],
  ['end it with these 30 days', proven(({ noa }, id) => noa.call(endLine, { id, when: 'period' }))],
  ['do not end it', proven(({ noa }, id) => noa.call(undoEndLine, { id }))],
  ['buy data', proven(buy('data-2'))],
  ['buy a travel pass', proven(buy('travel'))],
  ['unlock', proven(locks(false))],
  ['lock', proven(locks(true))],
  ['a new eSIM', proven(({ noa }, id) => noa.call(replaceSim, { id, simType: 'esim' }))],
  ...['skiff-2', 'sloop-12', 'clipper-unlimited'].flatMap((plan) => [
    [`${plan} now`, proven(changeTo(plan, 'now'))] as const,
    [`${plan} with the next payment`, proven(changeTo(plan, 'renewal'))] as const,
  ]),
  ['keep the plan', proven(({ noa }, id) => noa.call(undoPlanChange, { id }))],
  ['a transfer PIN', proven(({ noa }, id) => noa.call(openPortOut, { id }))],
  ['no transfer PIN', proven(({ noa }, id) => noa.call(closePortOut, { id }))],
  ...['request', 'confirm', 'complete', 'cancel'].map(
    (step) => [`other carrier: ${step}`, otherCarrier(step)] as const,
  ),
];
