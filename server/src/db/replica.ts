import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { DatabaseAway } from './database-away.ts';
import type { Query } from './database.ts';

export interface Reads {
  replica: number;
  /** Answers that a replica could have given. */
  primary: number;
}

/** Milliseconds; a near replica has everything by then. */
const LOOK_AGAIN_AFTER_MS = [2, 5, 10, 20, 40];
/** A late or silent replica is left alone for a while. */
const BEHIND_MS = 250;
const AWAY_MS = 5000;

/**
 * Reads from a replica once it has everything committed before the question, so that everybody
 * reads their own writes.
 */
export function readsFrom(primary: Query, replica: Query, reads: Reads) {
  let restsUntil = 0;
  const rest = (milliseconds: number) => {
    restsUntil = performance.now() + milliseconds;
  };
  return async <T>(work: (db: Query) => Promise<T>): Promise<T> => {
    if (performance.now() >= restsUntil) {
      const position = await positionOf(primary);
      try {
        const answer = await ask(replica, position, work);
        if (answer) {
          reads.replica += 1;
          return answer.value;
        }
        rest(BEHIND_MS);
      } catch (error) {
        // Also when it canceled the query to follow the primary.
        if (!(error instanceof DatabaseAway) || isWrite(error)) throw error;
        rest(AWAY_MS);
      }
    }
    reads.primary += 1;
    return work(primary);
  };
}

/** The primary would do it. */
const isWrite = ({ cause }: DatabaseAway) =>
  cause instanceof pg.DatabaseError && cause.code === '25006';

/** Position of the log before the question. */
async function positionOf(primary: Query): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  return rows[0]?.position ?? '';
}

async function ask<T>(replica: Query, position: string, work: (db: Query) => Promise<T>) {
  for (const pause of [0, ...LOOK_AGAIN_AFTER_MS]) {
    // An open transaction can keep a replica from following.
    if (pause > 0) await wait(pause);
    const answer = await askOnce(replica, position, work);
    if (answer) return answer;
  }
  return undefined;
}

/** One transaction: a balancer may lead to another replica. */
function askOnce<T>(replica: Query, position: string, work: (db: Query) => Promise<T>) {
  return replica
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Null: it is no replica any more.
      const { rows } = await sql<{ isThere: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(tx);
      return rows[0]?.isThere === true ? { value: await work(tx) } : undefined;
    });
}
