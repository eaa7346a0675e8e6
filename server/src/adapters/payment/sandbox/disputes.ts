import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { days, later } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Dispute, DisputeAnswer, PaymentPort } from '../payment.ts';
import { emit } from './notices.ts';
import * as store from './store.ts';

type Row = store.DisputeRow;

/** As card networks have it. */
const ANSWERS_TAKEN = days(14);

export const disputeMoves = ['under_review', 'won', 'lost', 'needs_response'] as const;

/** A bank may change its decision, or ask again after it. */
export const movesFrom: Readonly<Record<(typeof disputeMoves)[number], readonly Row['status'][]>> =
  {
    under_review: ['needs_response'],
    won: ['needs_response', 'under_review', 'lost'],
    lost: ['needs_response', 'under_review'],
    needs_response: ['lost'],
  };

export function openDispute(world: World, paymentRef: string): Promise<Row | undefined> {
  return world.db.transaction(async (tx) => {
    const charge = await store.lockCharge(tx, paymentRef);
    if (charge?.status !== 'paid') return undefined;
    const [row] = await store
      .payTables(tx)
      .insertInto('sandbox_pay_disputes')
      .values({
        ref: world.random.id('dp'),
        charge_ref: paymentRef,
        amount_cents: charge.amount_cents,
        reason: 'fraudulent',
        status: 'needs_response',
        created_at: world.clock.now(),
        respond_by: later(world.clock.now(), ANSWERS_TAKEN),
        answered_by: null,
        evidence: null,
      })
      .onConflict((conflict) => conflict.column('charge_ref').doNothing())
      .returningAll()
      .execute();
    if (row) await notify(world, tx, 'charge.dispute.created', row);
    return row;
  });
}

export function moveDispute(
  world: World,
  ref: string,
  status: (typeof disputeMoves)[number],
): Promise<Row | undefined> {
  return world.db.transaction(async (tx) => {
    const [row] = await store
      .payTables(tx)
      .updateTable('sandbox_pay_disputes')
      .set({ status })
      .where('ref', '=', ref)
      .where('status', 'in', movesFrom[status])
      .returningAll()
      .execute();
    const type = /^(?:won|lost)$/.test(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
    if (row) await notify(world, tx, type, row);
    return row;
  });
}

/** The bank takes the first answer, and none that comes late. */
export function answerDispute(
  world: World,
  { key, disputeRef: ref, evidence, receipt }: Parameters<PaymentPort['answerDispute']>[0],
): Promise<DisputeAnswer> {
  return world.db.transaction(async (tx) => {
    const table = store.payTables(tx);
    const row = await table
      .selectFrom('sandbox_pay_disputes')
      .selectAll()
      .where('ref', '=', ref)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Error(`The provider knows no dispute ${ref}`);
    if (row.answered_by === key) return { kind: 'sent' };
    if (row.status !== 'needs_response') {
      const reason = row.status === 'under_review' ? 'answered' : 'decided';
      return { kind: 'refused', reason };
    }
    if (!row.respond_by || row.respond_by <= world.clock.now())
      return { kind: 'refused', reason: 'late' };
    const said = { ...evidence, ...(receipt && { receipt: receipt.toString('base64') }) };
    const [answered] = await table
      .updateTable('sandbox_pay_disputes')
      .set({ status: 'under_review', answered_by: key, evidence: JSON.stringify(said) })
      .where('ref', '=', ref)
      .returningAll()
      .execute();
    if (answered) await notify(world, tx, 'charge.dispute.updated', answered);
    return { kind: 'sent' };
  });
}

export const nextDispute = sql<Date | null>`(
  select min(respond_by) from sandbox_pay_disputes where status = 'needs_response'
)`;

/** Who does not answer in time loses. */
export async function settleDueDisputes(world: World): Promise<void> {
  const due = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_disputes')
    .select('ref')
    .where('status', '=', 'needs_response')
    .where('respond_by', '<=', world.clock.now())
    .execute();
  for (const { ref } of due) await moveDispute(world, ref, 'lost');
}

export async function viewDispute(world: World, ref: string): Promise<Dispute> {
  const row = await store
    .payTables(world.db.query)
    .selectFrom('sandbox_pay_disputes')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (!row) throw new Error(`The provider knows no dispute ${ref}`);
  return {
    disputeRef: row.ref,
    paymentRef: row.charge_ref,
    amountCents: row.amount_cents,
    status: statuses[row.status],
    reason: row.reason,
    ...(row.respond_by && { respondBy: row.respond_by }),
  };
}

const statuses: Readonly<Record<Row['status'], Dispute['status']>> = {
  needs_response: 'open',
  under_review: 'answered',
  won: 'won',
  lost: 'lost',
};

function notify(world: World, tx: Tx, type: string, row: Row): Promise<void> {
  return emit(world, tx, type, {
    id: row.ref,
    object: 'dispute',
    payment_intent: row.charge_ref,
    amount: row.amount_cents,
    reason: row.reason,
    status: row.status,
  });
}
