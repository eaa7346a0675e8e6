import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { GIVEN_UP } from './queue-store.ts';

const tables = (db: Query) =>
  db.withTables<{ sandbox_clock: { only_one: boolean; moved_ms: number } }>();

/** Milliseconds; all processes follow it. */
export async function movedBy(db: Query): Promise<number> {
  const row = await tables(db).selectFrom('sandbox_clock').select('moved_ms').executeTakeFirst();
  return row?.moved_ms ?? 0;
}

/** Delayed jobs come nearer as well. @returns the new offset */
export async function moveBy(tx: Tx, milliseconds: number): Promise<number> {
  const { moved_ms: moved } = await tables(tx)
    .insertInto('sandbox_clock')
    .values({ only_one: true, moved_ms: milliseconds })
    .onConflict((conflict) =>
      conflict.column('only_one').doUpdateSet({
        moved_ms: sql`sandbox_clock.moved_ms + excluded.moved_ms`,
      }),
    )
    .returning('moved_ms')
    .executeTakeFirstOrThrow();
  await sql`
    update pgboss.job set start_after = start_after - ${milliseconds} * interval '1 millisecond'
    where state < 'active' and start_after > now() and ${ours}`.execute(tx);
  return moved;
}

const ours = sql`name <> ${GIVEN_UP} and name not like ${'\\_\\_pgboss%'}`;

export async function readQueue(db: Query): Promise<{ isBusy: boolean; nextIn: number | null }> {
  const { rows } = await sql<{ isBusy: boolean | null; nextIn: number | null }>`
    select bool_or(state = 'active' or start_after <= now()) as "isBusy",
      (extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000)::float
        as "nextIn"
    from pgboss.job where state <= 'active' and ${ours}`.execute(db);
  return { isBusy: rows[0]?.isBusy ?? false, nextIn: rows[0]?.nextIn ?? null };
}
