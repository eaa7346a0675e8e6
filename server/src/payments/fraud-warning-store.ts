import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { ChargeOwner } from './owner.ts';
import type { FraudWarningRow } from './rows.ts';
import { inTheirOrder } from './together-store.ts';

const tables = (db: Query) => db.withTables<{ fraud_warnings: FraudWarningRow }>();

/** The newest reading holds, whichever arrives last. @returns whether it is a new one */
export async function saveWarning(
  db: Query,
  row: Omit<FraudWarningRow, 'left_by' | 'left_at'>,
): Promise<boolean> {
  const { reason, actionable, read_at } = row;
  const saved = await tables(db)
    .insertInto('fraud_warnings')
    .values({ ...row, left_by: null, left_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['charge_id', 'warning_ref'])
        .doUpdateSet({ reason, actionable, read_at })
        .where('fraud_warnings.read_at', '<=', read_at),
    )
    .returning('id')
    .executeTakeFirst();
  return saved?.id === row.id;
}

export interface WaitingWarning {
  tenant_id: number;
  customer_id: string;
  /** All that the payment paid for, the first line's first (P03). */
  owner_ids: [string, ...string[]];
  reason: string;
  opened_at: Date;
  paid_cents: number;
}

const paidStill = sql`from charges as part
  where (part.id = charges.id or part.paid_with = charges.id) and part.status = 'paid'
    and part.amount_cents > part.returned_cents`;

/**
 * Of every brand, the first of each payment: some of it is paid still, and no bank has taken it back.
 */
export async function warningsWaiting(db: Query, since: Date): Promise<WaitingWarning[]> {
  const { rows } = await sql<WaitingWarning>`
    select distinct on (charges.id) charges.tenant_id, charges.customer_id,
      (select array_agg(part.owner_id order by ${inTheirOrder('part')}) from charges as part
        where part.id = charges.id or part.paid_with = charges.id) as owner_ids,
      fraud_warnings.reason, fraud_warnings.opened_at,
      (select sum(part.amount_cents - part.returned_cents)::int ${paidStill}) as paid_cents
    from fraud_warnings join charges on charges.id = charge_id
    where actionable and left_at is null and opened_at > ${since} and exists (select ${paidStill})
      and not exists (select from disputes where disputes.charge_id = charges.id)
    order by charges.id, fraud_warnings.opened_at`.execute(db);
  return rows;
}

/** They are about a payment: about each order that was paid with it (P03). */
const ofItsPayment = sql`charge_id = coalesce(charges.paid_with, charges.id)`;

export async function warningsOf(db: Query, { kind, id }: ChargeOwner) {
  const { rows } = await sql<Pick<FraudWarningRow, 'reason' | 'opened_at' | 'left_by'>>`
    select fraud_warnings.reason, opened_at, left_by from fraud_warnings
    join charges on ${ofItsPayment}
    where owner_kind = ${kind} and owner_id = ${id} order by opened_at`.execute(db);
  return rows;
}

/** Of an order's payments. @returns how many */
export async function leaveWarnings(
  db: Query,
  { kind, id }: ChargeOwner,
  { by, at }: { by: string; at: Date },
): Promise<number> {
  const { rows } = await sql`
    update fraud_warnings set left_by = ${by}, left_at = ${at}
    from charges where ${ofItsPayment} and owner_kind = ${kind} and owner_id = ${id}
      and left_at is null returning fraud_warnings.id`.execute(db);
  return rows.length;
}
