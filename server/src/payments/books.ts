import type { Query } from '../db/database.ts';
import type { ChargeOwner, OwnerKind } from './owner.ts';
import type { ChargeStatus, RefundRow } from './rows.ts';
import { providersRef, splitRefs } from './split-refunds.ts';
import * as chargeStore from './charge-store.ts';
import * as strayStore from './stray-store.ts';

export interface OwnEntry<Status> {
  ref: string;
  tenant: number;
  owner: ChargeOwner;
  amountCents: number;
  status: Status;
  at: Date;
}

export interface OwnBooks {
  charges: OwnEntry<ChargeStatus>[];
  refunds: OwnEntry<RefundRow['status']>[];
}

export async function readBooks(
  db: Query,
  time: chargeStore.Span,
  named: { charges: readonly string[]; refunds: readonly string[] },
): Promise<OwnBooks> {
  const [charges, refunds, strays] = await Promise.all([
    chargeStore.chargesToCompare(db, time, named.charges),
    chargeStore.refundsToCompare(db, time, splitRefs(named.refunds)),
    strayStore.straysNamed(db, named),
  ]);
  const returned = strays.flatMap((row) =>
    row.status === 'returned'
      ? [{ ...row, created_at: row.found_at, status: 'refunded' as const }]
      : [],
  );
  return {
    charges: [
      ...charges.map(({ payment_ref: ref, ...row }) => entryOf(ref, row)),
      ...returned.map((row) => entryOf(row.payment_ref, row)),
    ],
    refunds: [
      ...inOne(refunds.map(({ refund_ref: ref, ...row }) => entryOf(providersRef(ref ?? ''), row))),
      ...returned.map((row) => entryOf(row.refund_ref, row)),
    ],
  };
}

/** What was put down to several lines is one refund at the provider (P03): under way while one of them is. */
function inOne(refunds: readonly OwnEntry<RefundRow['status']>[]) {
  return [...Map.groupBy(refunds, ({ tenant, ref }) => `${tenant} ${ref}`).values()].map((all) => {
    const [first] = all as [OwnEntry<RefundRow['status']>];
    const open = all.find(({ status }) => status === 'requested' || status === 'pending');
    const amountCents = all.reduce((sum, one) => sum + one.amountCents, 0);
    return { ...first, amountCents, status: (open ?? first).status };
  });
}

/** Whose money moved since then. */
export const customersOfCharges = chargeStore.customersSince;

function entryOf<Status>(
  ref: string | null,
  row: {
    tenant_id: number;
    owner_kind: OwnerKind;
    owner_id: string;
    amount_cents: number;
    status: Status;
    created_at: Date;
  },
): OwnEntry<Status> {
  const { owner_kind: kind, owner_id: id, amount_cents: amountCents, status, created_at: at } = row;
  return { ref: ref ?? '', tenant: row.tenant_id, owner: { kind, id }, amountCents, status, at };
}
