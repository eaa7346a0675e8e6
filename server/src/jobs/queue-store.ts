import { sql } from 'kysely';
import type { Query } from '../db/database.ts';

/** How it stands with the jobs of one kind. */
export interface QueueState {
  name: string;
  /** Not begun; those that are for later among them. */
  waiting: number;
  running: number;
  /** Tried for the last time without success. */
  givenUp: number;
  /** How long the oldest one that could run waits for somebody to run it; 0 when there is none. */
  oldestSeconds: number;
}

/** A job that was tried for the last time, as it is kept for an operator. */
export interface GivenUpJob {
  id: string;
  name: string;
  at: Date;
  tries: number;
  error: string;
}

/** Where the jobs go that were tried for the last time. */
export const GIVEN_UP = 'given-up';

/** By name, of all these kinds; jobs that are done are not looked at. */
export async function queueStates(db: Query, names: readonly string[]): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select known.name, coalesce(alive.waiting, 0) as waiting, coalesce(alive.running, 0) as running,
      coalesce(kept.count, 0) as "givenUp", coalesce(alive.oldest, 0)::float as "oldestSeconds"
    from unnest(${names}::text[]) as known (name)
    left join (
      select name, count(*) filter (where state < 'active') as waiting,
        count(*) filter (where state = 'active') as running,
        extract(epoch from now() - min(start_after)
          filter (where state < 'active' and start_after <= now())) as oldest
      from pgboss.job where state < 'completed' and name <> ${GIVEN_UP} group by name
    ) as alive on alive.name = known.name
    left join (
      select source_name as name, count(*) as count from pgboss.job
      where name = ${GIVEN_UP} and state < 'active' group by source_name
    ) as kept on kept.name = known.name
    order by known.name`.execute(db);
  return rows;
}

/** How many jobs of each kind could run now; a kind without any is not there. */
export async function readyJobs(
  db: Query,
  names: readonly string[],
  most: number,
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select known.name, ready.count from unnest(${names}::text[]) as known (name),
      lateral (select count(*) as count from (
        select from pgboss.job where job.name = known.name and state < 'active' and not blocked
          and start_after <= now() limit ${most}
      ) as found) as ready
    where ready.count > 0`.execute(db);
  return rows;
}

/** Has anybody worked on any job within the last seconds? */
export async function wasWorking(db: Query, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name <> ${GIVEN_UP}
      and greatest(started_on, heartbeat_on, completed_on) > now() - ${seconds} * interval '1 second'
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function givenUpJobs(db: Query): Promise<GivenUpJob[]> {
  const { rows } = await sql<GivenUpJob>`
    select id, source_name as name, created_on as at, source_retry_count + 1 as tries,
      coalesce(source_output ->> 'message', source_output ->> 'value', '') as error
    from pgboss.job where name = ${GIVEN_UP} and state < 'active' and source_name is not null
    order by created_on`.execute(db);
  return rows;
}

/** Whoever left them running is gone: the embedded database has one process at a time. */
export async function runAgain(db: Query): Promise<void> {
  await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(db);
}

/** Jobs that are not done, and those that were given up, each as a line of JSON. */
export async function unfinishedJobs(db: Query): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_object('name', coalesce(source_name, name), 'payload', data,
      'startAfter', start_after, 'givenUp', name = ${GIVEN_UP})::text as line
    from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'
    order by created_on, id`.execute(db);
  return rows.map((row) => row.line);
}
