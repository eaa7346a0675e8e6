import { sql } from 'kysely';
import { DatabaseAway, type Database } from './database.ts';

const LOCK = 7_203_615_884;
const LOOK_EVERY_MS = 200;
const TRIES = 40;
const PAUSE_MS = 2000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * One process at a time, by polling: a statement waiting for a lock is an open transaction, which
 * blocks concurrent index builds. @param db has two connections, or is embedded
 */
export async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.kind !== 'postgres') return work();
  return db.query.connection().execute(async (held) => {
    for (;;) {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(held);
      if (rows[0]?.isOurs) break;
      await sleep(LOOK_EVERY_MS);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(held);
    }
  });
}

export async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!waited(error)) throw error;
      if (tries === TRIES) {
        throw new Error(
          `${error instanceof Error ? error.message : ''} Somebody holds a lock that it needs: pg_stat_activity shows transactions that have been open for long.`,
          { cause: error },
        );
      }
      await sleep(PAUSE_MS);
    }
  }
}

/** `lock_timeout`, or the deadlock it prevents. */
function waited(error: unknown): boolean {
  if (error instanceof DatabaseAway) return waited(error.cause);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (code === '55P03' || code === '40P01') return true;
  return error.cause !== undefined && waited(error.cause);
}
