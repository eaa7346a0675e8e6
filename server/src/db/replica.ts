import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { DatabaseAway } from './database-away.ts';
import type { Query } from './database.ts';

/** How often an answer came from where. */
export interface Reads {
  replica: number;
  /** Of those that might have come from a replica. */
  primary: number;
}

/** One that is near has everything within milliseconds; for another one nobody waits longer. */
const LOOK_AGAIN_AFTER_MS = [2, 5, 10, 20, 40];
/** One that was behind, or did not answer, is not asked for a while: nobody else waits for it. */
const BEHIND_MS = 250;
const AWAY_MS = 5000;

/**
 * Reads from a replica what the primary need not be troubled with. A replica answers when it has all
 * that was committed before the question, whoever wrote it: so everybody reads what they have written,
 * and what they were told of. Otherwise the primary answers.
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
        // Also one that had to cancel the question, to follow the primary.
        if (!(error instanceof DatabaseAway) || isWrite(error)) throw error;
        rest(AWAY_MS);
      }
    }
    reads.primary += 1;
    return work(primary);
  };
}

/** Asked of the primary it would be done. */
const isWrite = ({ cause }: DatabaseAway) =>
  cause instanceof pg.DatabaseError && cause.code === '25006';

/** Of the log: all that was answered for lies before it. */
async function positionOf(primary: Query): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  return rows[0]?.position ?? '';
}

async function ask<T>(replica: Query, position: string, work: (db: Query) => Promise<T>) {
  for (const pause of [0, ...LOOK_AGAIN_AFTER_MS]) {
    // Outside of the transaction: an open one can keep a replica from following.
    if (pause > 0) await wait(pause);
    const answer = await askOnce(replica, position, work);
    if (answer) return answer;
  }
  return undefined;
}

/** In one transaction: behind a balancer another connection may lead to another replica. */
function askOnce<T>(replica: Query, position: string, work: (db: Query) => Promise<T>) {
  return replica
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Null where it is no replica any more: it goes its own way.
      const { rows } = await sql<{ isThere: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(tx);
      return rows[0]?.isThere === true ? { value: await work(tx) } : undefined;
    });
}
