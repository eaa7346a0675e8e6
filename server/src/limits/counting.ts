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
  const { key, points: max } = counter;
  const now = app.clock.now().getTime();
  const until = now + minutes(counter.minutes);
  const count = await store.countOne(db, key, { max, now, until });
  if (count !== undefined && count <= max) return count;
  if (count !== undefined) app.log.warn({ limit: key, points: max }, 'a limit is reached');
  const end = (await store.endOf(db, key)) ?? until;
  throw new No('too_often', { retryAfter: Math.max(1, Math.ceil((end - now) / 1000)) });
}

export function uncountOne(app: App, { key }: Counter): Promise<void> {
  return store.uncountOne(app.db.query, key);
}

export async function forget(db: Query, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await store.dropCounts(db, keys);
}
