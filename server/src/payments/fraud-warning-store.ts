import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { ChargeOwner } from './owner.ts';
import type { FraudWarningRow } from './rows.ts';

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
  owner_id: string;
  reason: string;
  opened_at: Date;
  paid_cents: number;
}

/** Of every brand, the first of each payment: it is paid still, and no bank has taken it back. */
export async function warningsWaiting(db: Query, since: Date): Promise<WaitingWarning[]> {
  const { rows } = await sql<WaitingWarning>`
    select distinct on (charges.id) charges.tenant_id, charges.customer_id, charges.owner_id,
      fraud_warnings.reason, fraud_warnings.opened_at,
      charges.amount_cents - charges.returned_cents as paid_cents
    from fraud_warnings join charges on charges.id = charge_id
    where actionable and left_at is null and opened_at > ${since} and charges.status = 'paid'
      and not exists (select from disputes where disputes.charge_id = charges.id)
    order by charges.id, fraud_warnings.opened_at`.execute(db);
  return rows;
}

export async function warningsOf(db: Query, { kind, id }: ChargeOwner) {
  const { rows } = await sql<Pick<FraudWarningRow, 'reason' | 'opened_at' | 'left_by'>>`
    select fraud_warnings.reason, opened_at, left_by from fraud_warnings
    join charges on charges.id = charge_id
    where owner_kind = ${kind} and owner_id = ${id} order by opened_at`.execute(db);
  return rows;
}

/** Of an order's charges. @returns how many */
export async function leaveWarnings(
  db: Query,
  { kind, id }: ChargeOwner,
  { by, at }: { by: string; at: Date },
): Promise<number> {
  const { rows } = await sql`
    update fraud_warnings set left_by = ${by}, left_at = ${at}
    from charges where charges.id = charge_id and owner_kind = ${kind} and owner_id = ${id}
      and left_at is null returning fraud_warnings.id`.execute(db);
  return rows.length;
}
