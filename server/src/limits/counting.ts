import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { No } from '../http/no.ts';
import * as store from './store.ts';

/** Counted in the database, for all processes together. */
export interface Counter {
  readonly key: string;
  readonly points: number;
  readonly minutes: number;
}

/** Hides for whom it counts. */
export function keyOf(
  app: Pick<App, 'secrets'>,
  about: { name: string; tenant: number; parts: readonly string[] },
): string {
  const whom = app.secrets.mac([about.tenant, ...about.parts].join('\n'), 'limit').slice(0, 40);
  return `${about.name}:${whom}`;
}

/** @throws No `too_often`; logs the first time */
export async function countOne(
  app: App,
  counter: Counter,
  db: Query = app.db.query,
): Promise<number> {
  const [count = 0] = await countInTurn(app, [counter], db);
  return count;
}

/**
 * Narrowest first: whoever is stopped there uses up no wider one, and no narrower one either.
 * @throws No `too_often`; logs the first time
 */
export async function countInTurn(
  app: App,
  counters: readonly Counter[],
  db: Query = app.db.query,
): Promise<number[]> {
  const now = app.clock.now().getTime();
  const untilOf = (counter: Counter) => now + minutes(counter.minutes);
  const found = await store.countInTurn(
    db,
    counters.map((one) => ({ key: one.key, max: one.points, until: untilOf(one) })),
    now,
  );
  const counts: number[] = [];
  for (const [at, counter] of counters.entries()) {
    const { key, points: max } = counter;
    const count = found[at];
    if (count !== undefined && count <= max) {
      counts.push(count);
      continue;
    }
    if (count !== undefined) app.log.warn({ limit: key, points: max }, 'a limit is reached');
    for (const one of counters.slice(0, at)) await store.uncountOne(db, one.key);
    const until = untilOf(counter);
    const end = (await store.endOf(db, key)) ?? until;
    throw new No('too_often', { retryAfter: Math.max(1, Math.ceil((end - now) / 1000)) });
  }
  return counts;
}

export function uncountOne(app: App, { key }: Counter): Promise<void> {
  return store.uncountOne(app.db.query, key);
}

export async function forget(db: Query, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await store.dropCounts(db, keys);
}
