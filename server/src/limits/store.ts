import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

interface LimitRow {
  key: string;
  points: number;
  expire: number;
}

const tables = (db: Query) => db.withTables<{ limits: LimitRow }>();

const count = prepared((db, key: string, max: number, now: number, until: number) => {
  const isOver = sql<boolean>`limits.expire <= ${now}`;
  return tables(db)
    .insertInto('limits')
    .values({ key, points: 1, expire: until })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          points: sql`case when ${isOver} then 1 else limits.points + 1 end`,
          expire: sql`case when ${isOver} then excluded.expire else limits.expire end`,
        })
        .where((is) => is.or([isOver, is('limits.points', '<=', max)])),
    )
    .returning('points')
    .compile();
});

/** Undefined beyond `max`, except for the first one. An expired period starts over. */
export async function countOne(
  db: Query,
  key: string,
  { max, now, until }: { max: number; now: number; until: number },
): Promise<number | undefined> {
  const [counted] = await count(db, key, max, now, until);
  return counted?.points;
}

export async function endOf(db: Query, key: string): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('limits')
    .select('expire')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.expire;
}

const uncount = prepared((db, key: string) =>
  tables(db)
    .updateTable('limits')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('points', '>', 0)
    .returning('points')
    .compile(),
);

export async function uncountOne(db: Query, key: string): Promise<void> {
  await uncount(db, key);
}

export async function dropCounts(db: Query, keys: readonly string[]): Promise<void> {
  await tables(db).deleteFrom('limits').where('key', 'in', keys).execute();
}

export async function dropOver(db: Query, now: number): Promise<void> {
  await tables(db).deleteFrom('limits').where('expire', '<=', now).execute();
}
