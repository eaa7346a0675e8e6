import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface LineAddOnTable {
  id: string;
  tenant_id: number;
  line_id: string;
  add_on_id: string;
  name: string;
  /** What it costs each time; it never rises while it recurs. */
  price_cents: number;
  megabytes: number | null;
  recurring: boolean;
  /** Null of what came with a line from another account. */
  order_id: string | null;
  /** The one that was bought again by this. */
  follows: string | null;
  starts_at: Date;
  ends_at: Date;
  stopped_at: Date | null;
  taken_back_at: Date | null;
  /** Null while the carrier does not know how it stands. */
  carrier_told_at: Date | null;
  created_at: Date;
  /** So often a hold of the line moved its time: the carrier has it under another key each time. */
  moves: Generated<number>;
  /** Of its data, when it was moved last. */
  megabytes_left: Generated<number | null>;
  /** By which the carrier knows it; null: by its id. */
  carrier_key: Generated<string | null>;
  /** Its copy, once its line was handed to another account. */
  handed_to: Generated<string | null>;
}

export type LineAddOnRow = Selectable<LineAddOnTable>;

const tables = (db: Query) => db.withTables<{ line_add_ons: LineAddOnTable }>();

export async function insertAddOns(tx: Tx, rows: Insertable<LineAddOnTable>[]): Promise<void> {
  if (rows.length > 0) await tables(tx).insertInto('line_add_ons').values(rows).execute();
}

/** It goes on as another one, and is the carrier's to hear of no more. */
export async function noteHanded(tx: Tx, id: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('line_add_ons')
    .set({ handed_to: to })
    .where('id', '=', id)
    .execute();
}

/** Those that are not over, and these: none that were taken back. */
export function addOnsOfLine(
  db: Query,
  lineId: string,
  { now, ids }: { now: Date; ids: readonly string[] },
): Promise<LineAddOnRow[]> {
  return tables(db)
    .selectFrom('line_add_ons')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('taken_back_at', 'is', null)
    .where(sql<boolean>`(ends_at > ${now} or id = any(${ids}::text[]))`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** When the last of one that gives no data ends, if it is not over. */
export async function passEnds(
  db: Query,
  { lineId, addOnId }: { lineId: string; addOnId: string },
  now: Date,
): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('line_add_ons')
    .select('ends_at')
    .where('line_id', '=', lineId)
    .where('add_on_id', '=', addOnId)
    .where('megabytes', 'is', null)
    .where('taken_back_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ends_at;
}

export interface TimeOfLine {
  readonly lineId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Data that was bought beside a plan. */
export interface BoughtData extends TimeOfLine {
  readonly id: string;
  readonly megabytes: number;
}

/** What holds in a time of each line, or a part of it. What ends first comes first. */
export async function dataIn(db: Query, times: readonly TimeOfLine[]): Promise<BoughtData[]> {
  const ids = times.map((one) => one.lineId);
  const from = times.map((one) => one.from.toISOString());
  const to = times.map((one) => one.to.toISOString());
  const { rows } = await sql<BoughtData>`
    select line_add_ons.id, line_id as "lineId", starts_at as "from", ends_at as "to", megabytes
    from unnest(${ids}::text[], ${from}::timestamptz[], ${to}::timestamptz[])
      as asked (id, since, until)
    join line_add_ons on line_id = asked.id and taken_back_at is null
      and starts_at < until and ends_at > since
    where megabytes is not null
    order by ends_at, starts_at, line_add_ons.id`.execute(db);
  return rows;
}

/** Whether there may be some; see `recurringOf`. */
export const isAnyRecurring = (lineId: string) => sql<boolean>`exists (
  select from line_add_ons
  where line_id = ${lineId} and recurring and stopped_at is null and taken_back_at is null
)`;

/** Those that are bought again with the line's next 30 days. */
export function recurringOf(db: Query, lineId: string): Promise<LineAddOnRow[]> {
  return tables(db)
    .selectFrom('line_add_ons')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('recurring', '=', true)
    .where('stopped_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .where((one) =>
      one.not(
        one.exists(
          one
            .selectFrom('line_add_ons as later')
            .select('later.id')
            .whereRef('later.follows', '=', 'line_add_ons.id')
            .where('later.taken_back_at', 'is', null),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether an order bought what goes on in the place of one that the line had. */
export async function tookPlace(db: Query, orderId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('line_add_ons')
    .select('id')
    .where('order_id', '=', orderId)
    .where('follows', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an order bought goes on at this price, if it does. */
export async function renewsAt(db: Query, orderId: string): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('line_add_ons')
    .select('price_cents')
    .where('order_id', '=', orderId)
    .where('recurring', '=', true)
    .executeTakeFirst();
  return row?.price_cents;
}

export function addOnsById(db: Query, ids: readonly string[]): Promise<LineAddOnRow[]> {
  return tables(db).selectFrom('line_add_ons').selectAll().where('id', 'in', ids).execute();
}

export async function anyAddOn(db: Query, id: string): Promise<LineAddOnRow | undefined> {
  return tables(db).selectFrom('line_add_ons').selectAll().where('id', '=', id).executeTakeFirst();
}

/** As they were bought, also when they were taken back. */
export function daysOfOrders(
  db: Query,
  tenant: number,
  orderIds: readonly string[],
): Promise<{ orderId: string; from: Date; to: Date }[]> {
  return tables(db)
    .selectFrom('line_add_ons')
    .select(['order_id as orderId', 'starts_at as from', 'ends_at as to'])
    .where('tenant_id', '=', tenant)
    .where('order_id', 'in', orderIds)
    .$narrowType<{ orderId: string }>()
    .execute();
}

export async function stopRecurring(
  tx: Tx,
  { lineId, addOnId }: { lineId: string; addOnId: string },
  now: Date,
): Promise<boolean> {
  const stopped = await tables(tx)
    .updateTable('line_add_ons')
    .set({ stopped_at: now })
    .where('line_id', '=', lineId)
    .where('add_on_id', '=', addOnId)
    .where('recurring', '=', true)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return stopped.numUpdatedRows > 0n;
}

/** What is not over of one that was stopped. */
export function stoppedRows(
  db: Query,
  { lineId, addOnId }: { lineId: string; addOnId: string },
  now: Date,
): Promise<LineAddOnRow[]> {
  return tables(db)
    .selectFrom('line_add_ons')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('add_on_id', '=', addOnId)
    .where('recurring', '=', true)
    .where('stopped_at', 'is not', null)
    .where('taken_back_at', 'is', null)
    .where('ends_at', '>', now)
    .execute();
}

/** With those that they follow and the same press stopped: they count again if it is taken back. */
export async function keepStopped(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with recursive kept as (
      select id, follows, stopped_at from line_add_ons where id = any(${ids}::text[])
      union all
      select one.id, one.follows, one.stopped_at from line_add_ons as one
      join kept on one.id = kept.follows and one.stopped_at = kept.stopped_at
    )
    update line_add_ons set stopped_at = null where id in (select id from kept)`.execute(tx);
}

interface Moved {
  readonly lineId: string;
  /** Milliseconds. */
  readonly by: number;
  readonly now: Date;
  /** Nothing that was bought since then, unless it begins later. */
  readonly since: Date;
}

/**
 * A hold of the line begins or ends. The carrier is to be told. @param left of those with data, what
 * is left, by id @returns their ids
 */
export async function moveAddOns(
  tx: Tx,
  { lineId, by, now, since }: Moved,
  left: ReadonlyMap<string, number>,
): Promise<string[]> {
  const step = sql`${by}::float8 * interval '1 millisecond'`;
  const { rows } = await sql<{ id: string }>`
    update line_add_ons set starts_at = case when starts_at > ${now} then starts_at + ${step} else starts_at end,
      ends_at = greatest(ends_at + ${step},
        case when starts_at > ${now} then starts_at + ${step} else starts_at end),
      moves = moves + 1, carrier_told_at = null,
      megabytes_left = coalesce((
        select megabytes from unnest(${[...left.keys()]}::text[], ${[...left.values()]}::int[])
          as known (id, megabytes) where known.id = line_add_ons.id
      ), megabytes_left)
    where line_id = ${lineId} and taken_back_at is null and ends_at > ${now}
      and (created_at <= ${since} or starts_at > ${now})
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** The carrier is to be told. @returns their ids */
export async function takeBack(tx: Tx, orderId: string, now: Date): Promise<string[]> {
  const rows = await tables(tx)
    .updateTable('line_add_ons')
    .set({ taken_back_at: now, carrier_told_at: null })
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** @returns false when it was taken back or moved meanwhile: the carrier is to be told anew */
export async function noteTold(
  db: Query,
  { id, taken_back_at: takenBack, moves }: Pick<LineAddOnRow, 'id' | 'taken_back_at' | 'moves'>,
  now: Date,
): Promise<boolean> {
  const noted = await tables(db)
    .updateTable('line_add_ons')
    .set({ carrier_told_at: now })
    .where('id', '=', id)
    .where('taken_back_at', takenBack ? 'is not' : 'is', null)
    .where('moves', '=', moves)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

export async function noteUntold(tx: Tx, id: string): Promise<void> {
  await tables(tx)
    .updateTable('line_add_ons')
    .set({ carrier_told_at: null })
    .where('id', '=', id)
    .execute();
}

/** What the carrier was not told of since then, and that is not over. */
export async function untoldAddOns(db: Query, before: Date, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_add_ons')
    .select('id')
    .where('carrier_told_at', 'is', null)
    .where('created_at', '<', before)
    .where('ends_at', '>', now)
    .orderBy('created_at')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}
