import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { ChargeRow, DisputeRow } from './rows.ts';
import { inTheirOrder } from './together-store.ts';

const tables = (db: Query) => db.withTables<{ disputes: DisputeRow; charges: ChargeRow }>();

const withCharge = (db: Query, tenant: number) =>
  tables(db)
    .selectFrom('disputes')
    .innerJoin('charges', 'charges.id', 'disputes.charge_id')
    .selectAll('disputes')
    .select(['present', 'charges.created_at as charged_at'])
    .select([allOf<string>('owner_id').as('owner_ids'), allOf<string>('item').as('items')])
    .select(allOf<number>('amount_cents').as('paid_cents'))
    .where('disputes.tenant_id', '=', tenant);

/** Of all that its payment pays for, in the order of the lines (P03). */
const allOf = <T>(column: 'owner_id' | 'item' | 'amount_cents') => sql<[T, ...T[]]>`(
    select array_agg(${sql.ref(`part.${column}`)} order by ${inTheirOrder('part')}) from charges as part
    where part.id = charges.id or part.paid_with = charges.id
  )`;

/** The next deadline first. */
export const undecided = (db: Query, tenant: number, limit: number) =>
  withCharge(db, tenant)
    .where('disputes.status', 'in', ['open', 'answered'])
    .orderBy('disputes.status', 'desc')
    .orderBy('respond_by')
    .orderBy('disputes.id')
    .limit(limit)
    .execute();

export const decided = (db: Query, tenant: number, limit: number) =>
  withCharge(db, tenant)
    .where('disputes.status', 'in', ['won', 'lost', 'closed'])
    .orderBy('disputes.updated_at', 'desc')
    .limit(limit)
    .execute();

export const find = (db: Query, tenant: number, id: string) =>
  withCharge(db, tenant).where('disputes.id', '=', id).executeTakeFirst();

export const lock = (tx: Tx, tenant: number, id: string) =>
  tables(tx)
    .selectFrom('disputes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function countOpen(db: Query, tenant: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markAnswered(tx: Tx, id: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('disputes')
    .set({ status: 'answered', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Of every brand. */
export const refsUndecided = (db: Query) =>
  tables(db)
    .selectFrom('disputes')
    .select(['tenant_id', 'dispute_ref'])
    .where('status', 'in', ['open', 'answered'])
    .execute();

/** A bank may still change its mind about them. */
export const refsDecidedSince = (db: Query, tenants: readonly number[], since: Date) =>
  tables(db)
    .selectFrom('disputes')
    .select(['tenant_id', 'dispute_ref'])
    .where('tenant_id', 'in', [...tenants])
    .where('status', 'in', ['won', 'lost', 'closed'])
    .where('updated_at', '>', since)
    .execute();
