import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { disputeChanged } from './disputes.ts';
import { allItems } from './item-words.ts';
import * as store from './dispute-store.ts';
import type { DisputeRow } from './rows.ts';

/** For staff: a dispute with what was paid. */
export interface DisputedCharge {
  readonly id: string;
  readonly disputeRef: string;
  readonly status: DisputeRow['status'];
  readonly reason: string;
  readonly amountCents: number;
  readonly openedAt: Date;
  readonly updatedAt: Date;
  readonly respondBy: Date | null;
  readonly owner: Owner;
  readonly charge: {
    readonly id: string;
    readonly orderId: string;
    /** All that were paid with it, this one first (P03). */
    readonly orderIds: readonly string[];
    readonly item: string;
    /** In all. */
    readonly paidCents: number;
    readonly at: Date;
    /** The customer was there; else it was an automatic payment. */
    readonly present: boolean;
  };
}

/** Those that are not decided by their deadline, or the newest that are. */
export async function disputedCharges(
  db: Query,
  tenant: number,
  state: 'undecided' | 'decided',
  limit: number,
): Promise<DisputedCharge[]> {
  return (await store[state](db, tenant, limit)).map(disputedOf);
}

export async function findDisputed(
  db: Query,
  tenant: number,
  id: string,
): Promise<DisputedCharge | undefined> {
  const row = await store.find(db, tenant, id);
  return row && disputedOf(row);
}

export const countOpenDisputes = store.countOpen;
export const lockDispute = store.lock;

/** What the provider took is at the bank now. */
export const markAnswered = store.markAnswered;

/** As long as networks let banks argue after a decision. */
const DECISION_MAY_CHANGE = days(120);

/** A notice may get lost, a deadline be moved, and a decision be changed. */
export async function lookAtOpenDisputes(app: App): Promise<void> {
  const tenants = app.brands.all.map(({ client }) => client.mvnoId);
  const since = later(app.clock.now(), -DECISION_MAY_CHANGE);
  const open = [
    ...(await store.refsUndecided(app.db.query)),
    ...(await store.refsDecidedSince(app.db.query, tenants, since)),
  ];
  await app.db.transaction(async (tx) => {
    for (const { tenant_id: tenant, dispute_ref: disputeRef } of open) {
      await app.jobs.enqueue(tx, disputeChanged, { disputeRef, tenant });
    }
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof store.find>>>;

const disputedOf = (row: Row): DisputedCharge => ({
  id: row.id,
  disputeRef: row.dispute_ref,
  status: row.status,
  reason: row.reason,
  amountCents: row.amount_cents,
  openedAt: row.opened_at,
  updatedAt: row.updated_at,
  respondBy: row.respond_by,
  owner: ownerOfRow(row),
  charge: {
    id: row.charge_id,
    orderId: row.owner_ids[0],
    orderIds: row.owner_ids,
    item: allItems(row.items),
    paidCents: row.paid_cents.reduce((sum, cents) => sum + cents, 0),
    at: row.charged_at,
    present: row.present,
  },
});
