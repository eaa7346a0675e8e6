import type { Refund } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { isOld, requireCharge } from './charges.ts';
import type { Attempt } from './owner.ts';
import type { ChargeRow, ChargeStatus, RefundRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';
import { partAs, providersRef } from './split-refunds.ts';
import { refsOf } from './together-store.ts';

export type Returned = 'paid' | 'refunding' | 'refund_failed' | 'refunded';

const RETURNABLE: readonly ChargeStatus[] = ['paid', 'refunding', 'refund_failed', 'refunded'];
const OVER: readonly RefundRow['status'][] = ['failed', 'by_hand'];

export type RefundTry = Pick<
  RefundRow,
  'number' | 'status' | 'origin' | 'part' | 'reason' | 'operator' | 'note'
> & { amountCents: number; at: Date };

/**
 * Refunds the rest of a charge under a new key. What is under way already, ours or the provider's
 * staff's, is not asked for twice. @returns `refunded` at once where nothing was paid
 */
export async function requestRefund(
  app: App,
  tx: Tx,
  one: Attempt,
  operator = '',
): Promise<Returned> {
  const charge = await lockChargeOf(tx, one);
  const refunds = await chargeStore.refundsOf(tx, charge.id);
  const number = refunds.length + 1;
  const left = leftOf(charge, refunds);
  if (left > 0) {
    await chargeStore.insertRefund(tx, {
      ...freshRefund(app, charge, number, left),
      key: keyOf(one, number),
      operator,
    });
  }
  const isBack = returnedCents(refunds) >= charge.amount_cents;
  return settleCharge(app, tx, charge, isBack ? 'refunded' : 'refunding');
}

/**
 * Refunds a part; the rest stays paid. @returns the refund's number, undefined when there is not so
 * much left, or it would be all of it
 */
export async function requestPart(
  app: App,
  tx: Tx,
  one: Attempt,
  { cents, operator }: { cents: number; operator: string },
): Promise<number | undefined> {
  const charge = await lockChargeOf(tx, one);
  const refunds = await chargeStore.refundsOf(tx, charge.id);
  if (charge.status !== 'paid' || cents <= 0 || cents > leftOf(charge, refunds)) return undefined;
  const number = refunds.length + 1;
  const fresh = freshRefund(app, charge, number, cents);
  await chargeStore.insertRefund(tx, { ...fresh, key: keyOf(one, number), operator, part: true });
  return number;
}

/**
 * A part came back in another way than by its card; the rest stays paid. @returns its number, or
 * undefined when there is not so much left, or it would be all of it
 */
export async function notePartBack(
  app: App,
  tx: Tx,
  one: Attempt,
  { cents, ...said }: { cents: number; operator: string; note: string },
): Promise<number | undefined> {
  const charge = await lockChargeOf(tx, one);
  const refunds = await chargeStore.refundsOf(tx, charge.id);
  if (charge.status !== 'paid' || cents <= 0 || cents >= leftOf(charge, refunds)) return undefined;
  const number = refunds.length + 1;
  await chargeStore.insertRefund(tx, {
    ...freshRefund(app, charge, number, cents),
    key: keyOf(one, number),
    part: true,
    status: 'by_hand',
    settled_at: app.clock.now(),
    ...said,
  });
  await settleCharge(app, tx, charge, 'paid');
  return number;
}

/** Parts whose job was given up, of this kind of owner. */
export async function openParts(db: Query, kind: Attempt['kind'], before: Date) {
  const rows = await chargeStore.openParts(db, before);
  return rows
    .filter((row) => row.owner_kind === kind)
    .map((row) => ({
      tenant: row.tenant_id,
      part: { kind, id: row.owner_id, attempt: row.attempt, number: row.number },
    }));
}

/** Cents. */
export interface ChargeMoney {
  readonly charged: number;
  /** What came back, also what the provider's people gave back of a charge that was given back. */
  readonly back: number;
  /** What is on its way back. */
  readonly goingBack: number;
}

export async function moneyOf(db: Query, one: Attempt): Promise<ChargeMoney> {
  const charge = await requireCharge(db, one);
  return moneyIn(charge, await chargeStore.refundsOf(db, charge.id));
}

const moneyIn = (charge: ChargeRow, refunds: readonly RefundRow[]): ChargeMoney => ({
  charged: charge.amount_cents,
  back: returnedCents(refunds),
  goingBack: underWayCents(refunds),
});

/** In their order. @throws Error when one has no charge */
export async function moneyOfAll<One extends Pick<Attempt, 'id' | 'attempt'>>(
  db: Query,
  kind: Attempt['kind'],
  all: readonly One[],
): Promise<(ChargeMoney & { readonly of: One })[]> {
  return (await chargesOfAll(db, kind, all)).map(({ of, charge, refunds }) => {
    if (!charge) throw new Error(`No charge ${of.attempt} of ${kind} ${of.id}`);
    return { of, ...moneyIn(charge, refunds) };
  });
}

async function chargesOfAll<One extends Pick<Attempt, 'id' | 'attempt'>>(
  db: Query,
  kind: Attempt['kind'],
  all: readonly One[],
) {
  const charges = await chargeStore.chargesOfOwners(db, { kind, ids: all.map(({ id }) => id) });
  const ids = charges.map(({ id }) => id);
  const refunds = Map.groupBy(await chargeStore.refundsOfCharges(db, ids), (row) => row.charge_id);
  const tries = Map.groupBy(charges, (row) => row.owner_id);
  return all.map((of) => {
    const charge = tries.get(of.id)?.find((row) => row.attempt === of.attempt);
    return { of, charge, refunds: (charge && refunds.get(charge.id)) ?? [] };
  });
}

/** What is left of a charge came back in another way than by its card. @returns cents */
export async function notePaidBack(
  app: App,
  tx: Tx,
  one: Attempt,
  said: { operator: string; note: string },
): Promise<number> {
  const charge = await lockChargeOf(tx, one);
  const refunds = await chargeStore.refundsOf(tx, charge.id);
  const left = leftOf(charge, refunds);
  const isOwed = charge.status === 'refund_failed' || charge.status === 'paid';
  if (!isOwed || left <= 0) return 0;
  const number = refunds.length + 1;
  await chargeStore.insertRefund(tx, {
    ...freshRefund(app, charge, number, left),
    key: keyOf(one, number),
    status: 'by_hand',
    settled_at: app.clock.now(),
    ...said,
  });
  await settleCharge(app, tx, charge, 'refunded');
  return left;
}

/**
 * Requests or reads what is under way, ours first; its key never pays twice. @throws OutsideFailure
 */
export async function askRefund(
  app: App,
  one: Attempt & { number?: number },
): Promise<Refund | undefined> {
  const charge = await chargeStore.chargeOf(app.db.query, one);
  const refunds = charge ? await chargeStore.refundsOf(app.db.query, charge.id) : [];
  const numbered = refunds.find(({ number }) => number === one.number);
  const newest =
    numbered ??
    refunds.findLast((one) => isOurs(one) && isUnderWay(one)) ??
    refunds.findLast(isUnderWay) ??
    refunds.findLast(isOurs);
  if (!charge || !newest || OVER.includes(newest.status)) return undefined;
  const paymentRef = await paymentRefOf(app.db.query, charge);
  if (!paymentRef) return undefined;
  const { payment } = app.adapters.of(charge.tenant_id);
  if (newest.refund_ref) {
    return partAs(newest, await payment.viewRefund(providersRef(newest.refund_ref)));
  }
  const asked = { key: newest.key, paymentRef };
  const known = isOld(app, newest.created_at) && (await payment.findRefund(asked));
  return known || payment.refund({ ...asked, amountCents: newest.amount_cents });
}

/** Of one that is paid with another, that one's. */
async function paymentRefOf(db: Query, { paid_with, payment_ref }: ChargeRow) {
  if (paid_with === null) return payment_ref;
  return (await refsOf(db, [paid_with])).get(paid_with) ?? null;
}

/**
 * Ours, or one made at the provider. @returns the money's state, whether this caller changed it, and
 * a part that ended now, the provider's staff's too
 */
export async function recordRefund(
  app: App,
  tx: Tx,
  one: Attempt,
  refund: Refund,
): Promise<{ changed: boolean; returned: Returned; part?: RefundTry }> {
  const charge = await lockChargeOf(tx, one);
  const before = charge.status;
  if (!isReturned(before)) throw new Error(`A refund of the ${before} charge ${charge.id}`);
  const refunds = await chargeStore.refundsOf(tx, charge.id);
  const known = refunds.find(
    (one) => one.refund_ref === refund.refundRef || one.key === refund.key,
  );
  // These ends are final: answers may arrive out of order.
  if (known && OVER.includes(known.status)) return { changed: false, returned: before };
  const news = {
    status: refund.kind,
    refund_ref: refund.refundRef ?? null,
    reason: refund.reason ?? null,
    settled_at: refund.kind === 'pending' ? null : app.clock.now(),
  };
  if (known && !(known.status === 'refunded' && refund.kind === 'pending')) {
    await chargeStore.updateRefund(tx, known.id, news);
  } else if (!known) {
    await chargeStore.insertRefund(tx, {
      ...freshRefund(app, charge, refunds.length + 1, refund.amountCents),
      ...news,
      key: `provider:${refund.refundRef}`,
      origin: 'provider',
    });
  }
  const now = await chargeStore.refundsOf(tx, charge.id);
  const after = returnedBy(charge, now);
  await settleCharge(app, tx, charge, after);
  const part = now.find((row) =>
    known ? row.id === known.id : row.refund_ref === refund.refundRef,
  );
  const isPart = part && !isWhole(part);
  const isOver = isPart && part.status !== known?.status && !isUnderWay(part);
  return { changed: after !== before, returned: after, ...(isOver && { part: tryOf(part) }) };
}

export async function listRefunds(db: Query, one: Attempt): Promise<RefundTry[]> {
  const charge = await chargeStore.chargeOf(db, one);
  const rows = charge ? await chargeStore.refundsOf(db, charge.id) : [];
  return rows.map(tryOf);
}

/** Of each, by its id, in no order. */
export async function listRefundsOfAll(
  db: Query,
  kind: Attempt['kind'],
  all: readonly Pick<Attempt, 'id' | 'attempt'>[],
): Promise<ReadonlyMap<string, RefundTry[]>> {
  const found = await chargesOfAll(db, kind, all);
  return new Map(found.map(({ of, refunds }) => [of.id, refunds.map(tryOf)]));
}

/**
 * Ours or the provider's gave it back, and nothing failed. The first whole try of ours says so;
 * whoever tries once more does not change that.
 */
export function byPeople(tries: readonly RefundTry[]): boolean {
  const whole = tries.find(({ part, origin }) => !part && origin === 'ours');
  return whole ? whole.operator !== '' : tries.length > 0;
}

const tryOf = (row: RefundRow): RefundTry => ({
  number: row.number,
  status: row.status,
  origin: row.origin,
  part: row.part,
  reason: row.reason,
  operator: row.operator,
  note: row.note,
  amountCents: row.amount_cents,
  at: row.settled_at ?? row.created_at,
});

function returnedBy(charge: ChargeRow, refunds: readonly RefundRow[]): Returned {
  if (returnedCents(refunds) >= charge.amount_cents) return 'refunded';
  const { status } = charge;
  if (refunds.some((one) => isUnderWay(one) && (isWhole(one) || status === 'refunding'))) {
    return 'refunding';
  }
  // One made at the provider and returned is theirs to repeat.
  return status === 'paid' && !refunds.some(isWhole) ? 'paid' : 'refund_failed';
}

const isOurs = (row: RefundRow) => row.origin === 'ours';
/** After it nothing stays paid. */
const isWhole = (row: RefundRow) => isOurs(row) && !row.part;

/** What nobody has given back, or begun to. */
export const leftOf = (charge: ChargeRow, refunds: readonly RefundRow[]): number =>
  charge.amount_cents - returnedCents(refunds) - underWayCents(refunds);

const underWayCents = (refunds: readonly RefundRow[]): number =>
  refunds.filter(isUnderWay).reduce((sum, one) => sum + one.amount_cents, 0);

const isUnderWay = (row: RefundRow) => row.status === 'requested' || row.status === 'pending';

export const isReturned = (status: ChargeStatus): status is Returned => RETURNABLE.includes(status);

export function returnedCents(refunds: readonly RefundRow[]): number {
  return refunds
    .filter((one) => one.status === 'refunded' || one.status === 'by_hand')
    .reduce((sum, one) => sum + one.amount_cents, 0);
}

async function lockChargeOf(tx: Tx, one: Attempt): Promise<ChargeRow> {
  return chargeStore.lockAnyCharge(tx, (await requireCharge(tx, one)).id);
}

const keyOf = ({ id, attempt }: Attempt, number: number) => `refund:${id}:${attempt}:${number}`;

async function settleCharge(
  app: App,
  tx: Tx,
  charge: ChargeRow,
  status: Returned,
): Promise<Returned> {
  const back = returnedCents(await chargeStore.refundsOf(tx, charge.id));
  const returned_cents = Math.min(charge.amount_cents, back);
  // The bank may return it: then the bill stands again.
  const returned_at = status === 'refunded' ? (charge.returned_at ?? app.clock.now()) : null;
  const values = { status, returned_cents, returned_at };
  const moved = await chargeStore.moveCharge(tx, charge.id, RETURNABLE, values);
  if (!moved) throw new Error(`The ${charge.status} charge ${charge.id} cannot be ${status}`);
  return status;
}

export function freshRefund(
  app: App,
  charge: ChargeRow,
  number: number,
  amountCents: number,
): Omit<RefundRow, 'key'> {
  return {
    id: app.random.id('rfd'),
    tenant_id: charge.tenant_id,
    charge_id: charge.id,
    number,
    amount_cents: amountCents,
    status: 'requested',
    origin: 'ours',
    part: false,
    refund_ref: null,
    reason: null,
    operator: '',
    note: '',
    created_at: app.clock.now(),
    settled_at: null,
  };
}
