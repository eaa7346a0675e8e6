import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { later, seconds } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Refund } from '../payment.ts';
import { KEYS_KEPT } from './charges.ts';
import { emit } from './notices.ts';
import * as store from './store.ts';

type Row = store.RefundRow;

const SETTLES_AFTER = seconds(3);
const OWN = 'sandbox:';

/**
 * Once for each key. Fails for more than was paid, and while the provider refuses refunds; one
 * magic card makes it slow.
 */
export function refundOnce(
  world: World,
  request: { key: string; paymentRef: string; amountCents: number },
  refuses = false,
): Promise<Refund> {
  const { key, paymentRef, amountCents } = request;
  return world.db.transaction(async (tx) => {
    const charge = await store.lockCharge(tx, paymentRef);
    if (!charge) throw new Error(`The provider knows no payment ${paymentRef}`);
    const before = await store
      .payTables(tx)
      .selectFrom('sandbox_pay_refunds')
      .selectAll()
      .where('charge_ref', '=', paymentRef)
      .execute();
    const now = world.clock.now();
    const known = before.find((one) => one.key === key && later(one.created_at, KEYS_KEPT) > now);
    if (known && known.amount_cents !== amountCents) {
      throw new Error(`The idempotency key ${key} was used for another refund`);
    }
    if (known) return describe(known);
    const returned = before
      .filter((one) => one.status !== 'failed')
      .reduce((sum, one) => sum + one.amount_cents, 0);
    const left = charge.status === 'paid' ? charge.amount_cents - returned : 0;
    const fits = amountCents > 0 && amountCents <= left;
    const reason = refuses ? 'expired_or_canceled_card' : fits ? null : 'charge_already_refunded';
    const slow = charge.behaviour === 'refunds_late';
    const row: Row = {
      ref: world.random.id('re'),
      key: before.some((one) => one.key === key) ? `${key} (again, ${now.getTime()})` : key,
      made_for: key,
      charge_ref: paymentRef,
      amount_cents: amountCents,
      status: reason ? 'failed' : slow ? 'pending' : 'refunded',
      reason,
      settle_at: !reason && slow ? later(now, SETTLES_AFTER) : null,
      created_at: now,
    };
    await store.payTables(tx).insertInto('sandbox_pay_refunds').values(row).execute();
    await notify(world, tx, 'refund.created', row);
    if (row.status === 'failed') await notify(world, tx, 'refund.failed', row);
    return describe(row);
  });
}

export async function refundAtProvider(world: World, paymentRef: string): Promise<Refund> {
  const charge = await store.chargeByRef(world.db.query, paymentRef);
  const amountCents = charge?.amount_cents ?? 0;
  return refundOnce(world, { key: OWN + world.random.id('req'), paymentRef, amountCents });
}

export async function findRefund(
  world: World,
  { key, paymentRef }: { key: string; paymentRef: string },
): Promise<Refund | undefined> {
  const row = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_refunds')
    .selectAll()
    .where('charge_ref', '=', paymentRef)
    .where('made_for', '=', key)
    .orderBy('created_at')
    .executeTakeFirst();
  return row && describe(row);
}

export async function viewRefund(world: World, ref: string): Promise<Refund> {
  const row = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_refunds')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (!row) throw new Error(`The provider knows no refund ${ref}`);
  return describe(row);
}

export function failRefund(world: World, ref: string): Promise<void> {
  return settle(world, ref, ['pending', 'refunded'], 'failed', 'lost_or_stolen_card');
}

export const nextRefund = sql<Date | null>`(
  select min(settle_at) from sandbox_pay_refunds where status = 'pending'
)`;

export async function settleDueRefunds(world: World): Promise<void> {
  const due = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_refunds')
    .select('ref')
    .where('status', '=', 'pending')
    .where('settle_at', '<=', world.clock.now())
    .execute();
  for (const { ref } of due) await settle(world, ref, ['pending'], 'refunded', null);
}

async function settle(
  world: World,
  ref: string,
  from: Row['status'][],
  status: Row['status'],
  reason: string | null,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const [row] = await store
      .payTables(tx)
      .updateTable('sandbox_pay_refunds')
      .set({ status, reason, settle_at: null })
      .where('ref', '=', ref)
      .where('status', 'in', from)
      .returningAll()
      .execute();
    if (row) await notify(world, tx, status === 'failed' ? 'refund.failed' : 'refund.updated', row);
  });
}

function describe(row: Row): Refund {
  return {
    kind: row.status,
    refundRef: row.ref,
    paymentRef: row.charge_ref,
    amountCents: row.amount_cents,
    ...(!row.made_for.startsWith(OWN) && { key: row.made_for }),
    ...(row.reason !== null && { reason: row.reason }),
  };
}

const statuses = { pending: 'pending', refunded: 'succeeded', failed: 'failed' } as const;

function notify(world: World, tx: Tx, type: string, row: Row): Promise<void> {
  return emit(world, tx, type, {
    id: row.ref,
    object: 'refund',
    payment_intent: row.charge_ref,
    amount: row.amount_cents,
    status: statuses[row.status],
  });
}
