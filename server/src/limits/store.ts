import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

interface LimitRow {
  key: string;
  points: number;
  expire: number;
}

const tables = (db: Query) => db.withTables<{ limits: LimitRow }>();

export interface Counting {
  readonly key: string;
  readonly max: number;
  readonly until: number;
}

/**
 * In one statement, in their order: each counts only if the one before it is within its limit.
 * Answers the new counts; undefined beyond `max`, except for the first one there. An expired period
 * starts over.
 */
export async function countInTurn(
  db: Query,
  counters: readonly Counting[],
  now: number,
): Promise<(number | undefined)[]> {
  if (counters.length === 0) return [];
  const count = (counts[counters.length] ??= prepared(countsOf(counters.length)));
  const given = counters.flatMap(({ key, max, until }) => [key, max, until]);
  const [found] = await count(db, now, ...given);
  return counters.map((_, at) => found?.[`c${at}`] ?? undefined);
}

type Counts = Record<string, number | null>;
const counts: ReturnType<typeof prepared<(string | number)[], Counts>>[] = [];

const countsOf =
  (many: number) =>
  (db: Query, ...given: (string | number)[]) => {
    const [now] = given;
    const one = (at: number) => {
      const [key, max, until] = given.slice(1 + at * 3, 4 + at * 3);
      const isWithin = at > 0 ? sql`(select within from ${name(at - 1)}) is true` : sql`true`;
      return sql`${name(at)} as (
        insert into limits (key, points, expire)
        select ${key}, 1, ${until}::bigint where ${isWithin}
        on conflict (key) do update set
          points = case when limits.expire <= ${now} then 1 else limits.points + 1 end,
          expire = case when limits.expire <= ${now} then excluded.expire else limits.expire end
        where limits.expire <= ${now} or limits.points <= ${max}
        returning points, points <= ${max} as within)`;
    };
    const all = Array.from({ length: many }, (_, at) => at);
    return sql<Counts>`with ${sql.join(all.map(one))}
      select ${sql.join(all.map((at) => sql`(select points from ${name(at)}) as ${name(at)}`))}`.compile(
      db,
    );
  };

const name = (at: number) => sql.id(`c${at}`);

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

const letOff = prepared((db, forgotten: readonly string[], taken: readonly string[]) =>
  sql`with gone as (delete from limits where key = any(${forgotten}) returning key)
    update limits set points = points - 1
    where key = any(${taken}) and points > 0 and (select count(*) from gone) >= 0`.compile(db),
);

/** Narrowest first, as they are counted: two calls must not wait for each other. */
export async function forgive(
  db: Query,
  keys: { forgotten: readonly string[]; taken: readonly string[] },
): Promise<void> {
  if (keys.taken.length > 0) await letOff(db, keys.forgotten, keys.taken);
  else if (keys.forgotten.length > 0) await dropCounts(db, keys.forgotten);
}

export async function dropCounts(db: Query, keys: readonly string[]): Promise<void> {
  await tables(db).deleteFrom('limits').where('key', 'in', keys).execute();
}

export async function dropOver(db: Query, now: number): Promise<void> {
  await tables(db).deleteFrom('limits').where('expire', '<=', now).execute();
}
