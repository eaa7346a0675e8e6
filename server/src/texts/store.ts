import { type ColumnType, sql } from 'kysely';
import type { TextDelivery } from '../adapters/sms/sms.ts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';

export interface ConsentRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  number: string;
  wording: string;
  given_at: Date;
  ended_at: Date | null;
  /** `number`: it is no longer the customer's, or another one was chosen. `dead`: nobody has it. */
  ended_by: 'customer' | 'stop' | 'number' | 'dead' | null;
}

export interface TextRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  number: string;
  about: string;
  state: 'sending' | 'sent' | 'refused' | 'stopped';
  ref: string | null;
  begun_at: Date;
  /** Null until the service knows. */
  delivery: Exclude<TextDelivery, 'under_way'> | null;
  delivery_at: Date | null;
}

type Given = Omit<TextRow, 'delivery' | 'delivery_at'>;
const tables = (db: Query) =>
  db.withTables<{
    text_consents: ConsentRow;
    texts: Given & {
      delivery: ColumnType<TextRow['delivery'], TextRow['delivery'] | undefined>;
      delivery_at: ColumnType<Date | null, Date | null | undefined>;
    };
  }>();

/** The newest first. */
export function consentsOf(db: Query, customerId: string): Promise<ConsentRow[]> {
  return tables(db)
    .selectFrom('text_consents')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

/** A customer's consents, or the texts to a number: two at once wait for each other. */
export async function lockTexts(tx: Tx, whose: string): Promise<void> {
  const key = `texts ${whose}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

export async function insertConsent(tx: Tx, row: ConsentRow): Promise<void> {
  await tables(tx).insertInto('text_consents').values(row).execute();
}

export async function endConsent(
  db: Query,
  customerId: string,
  number: string,
  ended: Pick<ConsentRow, 'ended_at' | 'ended_by'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('text_consents')
    .set(ended)
    .where('customer_id', '=', customerId)
    .where('number', '=', number)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function moveTexts(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  const whose = sql`tenant_id = ${tenant} and customer_id = ${from}`;
  await sql`update text_consents set customer_id = ${to} where ${whose}`.execute(tx);
  await sql`update texts set customer_id = ${to} where ${whose}`.execute(tx);
}

/** One after the other, whichever of them is first. */
export async function beginText(tx: Tx, row: Given): Promise<TextRow | undefined> {
  const inserted = await tables(tx)
    .insertInto('texts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows) return undefined;
  return tables(tx)
    .selectFrom('texts')
    .selectAll()
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
}

export async function setText(
  db: Query,
  id: string,
  change: Partial<Pick<TextRow, 'state' | 'ref' | 'begun_at'>>,
): Promise<void> {
  await tables(db).updateTable('texts').set(change).where('id', '=', id).execute();
}

export const textByRef = (
  db: Query,
  tenants: readonly number[],
  ref: string,
): Promise<TextRow | undefined> =>
  tables(db)
    .selectFrom('texts')
    .selectAll()
    .where('ref', '=', ref)
    .where('tenant_id', 'in', [...tenants])
    .executeTakeFirst();

/** Taken by the service, and not heard of. */
export const unheardOf = (
  db: Query,
  { since, until, limit }: { since: Date; until: Date; limit: number },
) =>
  tables(db)
    .selectFrom('texts')
    .select(['tenant_id', 'ref'])
    .where('begun_at', '>', since)
    .where('begun_at', '<', until)
    .where('state', '=', 'sent')
    .where('delivery', 'is', null)
    .where('ref', 'is not', null)
    .orderBy('begun_at')
    .limit(limit)
    .execute();

/** Once. */
export async function setDelivery(
  tx: Tx,
  id: string,
  change: Pick<TextRow, 'delivery' | 'delivery_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('texts')
    .set(change)
    .where('id', '=', id)
    .where('delivery', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface DeliveryCount {
  tenant_id: number;
  delivery: TextRow['delivery'];
  count: number;
  since: Date;
}

export async function countDeliveries(db: Query, since: Date): Promise<DeliveryCount[]> {
  const rows = await tables(db)
    .selectFrom('texts')
    .select((of) => [
      'tenant_id',
      'delivery',
      of.fn.countAll<string>().as('count'),
      of.fn.min('begun_at').as('since'),
    ])
    .where('begun_at', '>', since)
    .where('state', '=', 'sent')
    .groupBy(['tenant_id', 'delivery'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** It was not sent for certain. */
export async function dropText(db: Query, id: string): Promise<void> {
  await tables(db)
    .deleteFrom('texts')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

export async function countTexts(db: Query, number: string, since: Date): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('texts')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('number', '=', number)
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function dropTexts(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'texts', sql`begun_at < ${before}`);
}
