import { sql } from 'kysely';
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
  /** `number`: it is no longer the customer's, or another one was chosen. */
  ended_by: 'customer' | 'stop' | 'number' | null;
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
}

const tables = (db: Query) => db.withTables<{ text_consents: ConsentRow; texts: TextRow }>();

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
export async function beginText(tx: Tx, row: TextRow): Promise<TextRow | undefined> {
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
