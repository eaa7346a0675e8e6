import { type Insertable, type Selectable, sql, type Generated } from 'kysely';
import type { OfferOver } from '@portside/contract/line-handover';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { goingOn } from '../lines/renewable.ts';

interface HandoverTable {
  id: string;
  tenant_id: number;
  line_id: string;
  /** Who gives it. */
  customer_id: string;
  /** As it was typed, in the spelling of accounts. Empty once whoever had it is erased. */
  email: string;
  state: 'offered' | 'accepted' | OfferOver;
  offered_at: Date;
  until: Date;
  ended_at: Generated<Date | null>;
  /** Who took or declined it. */
  taker_customer_id: Generated<string | null>;
  new_line_id: Generated<string | null>;
}

export type HandoverRow = Selectable<HandoverTable>;

const tables = (db: Query) => db.withTables<{ line_handovers: HandoverTable }>();
const rows = (db: Query) => tables(db).selectFrom('line_handovers').selectAll();

/** Each offer's line by its index: a list of all of them would be read for one offer. */
const canStillGo = sql<boolean>`(email <> '' and exists (
  select from (${goingOn}) as one where one.id = line_handovers.line_id
))`;

/** The sweep that ends it may be a moment late. */
const isOpen = (now: Date) => sql<boolean>`(ended_at is null and until > ${now} and ${canStillGo})`;

export async function insertOffer(tx: Tx, row: Insertable<HandoverTable>): Promise<void> {
  await tables(tx).insertInto('line_handovers').values(row).execute();
}

/** Lock its line first. */
export const lockOffer = (tx: Tx, id: string): Promise<HandoverRow | undefined> =>
  rows(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const anyHandover = (db: Query, id: string): Promise<HandoverRow | undefined> =>
  rows(db).where('id', '=', id).executeTakeFirst();

/** That was offered to this address by somebody else, or that the customer took or declined. */
export const handoverTo = (
  db: Query,
  { tenant, customerId }: Owner,
  { id, email }: { id: string; email: string },
): Promise<HandoverRow | undefined> =>
  rows(db)
    .where('id', '=', id)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '<>', customerId)
    .where((or) => or.or([or('email', '=', email), or('taker_customer_id', '=', customerId)]))
    .executeTakeFirst();

export async function hasDeclined(db: Query, { tenant, customerId }: Owner, id: string) {
  const found = await rows(db)
    .where('id', '=', id)
    .where('tenant_id', '=', tenant)
    .where('taker_customer_id', '=', customerId)
    .where('state', '=', 'declined')
    .executeTakeFirst();
  return found !== undefined;
}

export const openOffer = (db: Query, lineId: string): Promise<HandoverRow | undefined> =>
  rows(db).where('line_id', '=', lineId).where('ended_at', 'is', null).executeTakeFirst();

export const latestOf = (db: Query, lineId: string): Promise<HandoverRow | undefined> =>
  rows(db)
    .where('line_id', '=', lineId)
    .orderBy('offered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A customer's own that stand: open, or accepted. */
export const standingOf = (db: Query, owner: Owner, now: Date): Promise<HandoverRow[]> =>
  rows(db)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where((or) => or.or([or('state', '=', 'accepted'), isOpen(now)]))
    .execute();

/** By others, and still to be had. */
export const offersTo = (
  db: Query,
  { tenant, customerId }: Owner,
  { email, now }: { email: string; now: Date },
): Promise<HandoverRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('customer_id', '<>', customerId)
    .where(isOpen(now))
    .orderBy('until')
    .orderBy('id')
    .limit(50)
    .execute();

export async function countSince(db: Query, owner: Owner, since: Date): Promise<number> {
  const found = await rows(db)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('offered_at', '>', since)
    .execute();
  return found.length;
}

/** @returns false when it was over already */
export async function endOffer(
  tx: Tx,
  id: string,
  values: {
    state: 'accepted' | OfferOver;
    ended_at: Date;
    taker_customer_id?: string;
    new_line_id?: string;
  },
): Promise<boolean> {
  const ended = await tables(tx)
    .updateTable('line_handovers')
    .set(values)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** Open ones whose time is over, or whose line can't go any more. */
export async function offersToEnd(db: Query, now: Date, limit: number): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('line_handovers')
    .select('id')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(until <= ${now} or not ${canStillGo})`)
    .orderBy('until')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

export const nextOfOffers = sql<Date | null>`(
  select min(case when ${canStillGo} then until else offered_at end)
  from line_handovers where ended_at is null
)`;

export async function canGo(db: Query, lineId: string): Promise<boolean> {
  const { rows: found } = await sql`select from (${goingOn}) as one where id = ${lineId}`.execute(
    db,
  );
  return found.length > 0;
}

/** What came to nothing names somebody who may have no account: not for longer than this. */
export async function dropOld(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'line_handovers', sql`ended_at < ${before} and state <> 'accepted'`);
}

export async function moveRows(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  for (const column of ['customer_id', 'taker_customer_id'] as const) {
    await tables(tx)
      .updateTable('line_handovers')
      .set({ [column]: to })
      .where('tenant_id', '=', tenant)
      .where(column, '=', from)
      .execute();
  }
}
