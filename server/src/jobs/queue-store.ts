import { sql, type Expression, type OperationNodeSource } from 'kysely';
import type { Db } from 'pg-boss';
import type { Query } from '../db/database.ts';

/** What pg-boss runs its own statements on, or a transaction. */
type Statements = Pick<Db, 'executeSql'>;

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

/** A job that runs in this process. `retryCount` tells this run from a later one. */
export interface LeasedJob {
  id: string;
  name: string;
  data: object;
  retryCount: number;
  retryLimit: number;
  expireInSeconds: number;
}

/** A job to be. `after` is in seconds. */
export interface NewJob {
  name: string;
  data: object;
  after: number;
}

// These four are pg-boss's own send, fetch, complete and touch (12.35), for several kinds and jobs at
// once. All queues lie in its common table and have no policy.

/** @throws Error there is no such queue */
export async function insertJobs(db: Query, jobs: readonly NewJob[]): Promise<void> {
  const { rows } = await sql`${insertion(jobs, sql`true`)} returning job.name`.execute(db);
  if (rows.length !== jobs.length) throw new Error(`A queue is missing: ${namesOf(jobs)}`);
}

/**
 * Both in one statement: the jobs are there if `first`, an insert that returns what is new, adds
 * anything, and `isIdle` does not hold.
 * @throws Error there is no such queue
 */
export async function insertJobsWith(
  db: Query,
  first: OperationNodeSource,
  jobs: readonly NewJob[],
  isIdle: Expression<boolean>,
): Promise<void> {
  const isWanted = sql<boolean>`exists (select from first) and not ${isIdle}`;
  const { rows } = await sql<{ missing: number }>`
    with first as (${first}), queued as (${insertion(jobs, isWanted)} returning 1)
    select count(*) as missing from unnest(${jobs.map((job) => job.name)}::text[]) as asked (name)
    where not exists (select from pgboss.queue where queue.name = asked.name)`.execute(db);
  if (rows[0]?.missing) throw new Error(`A queue is missing: ${namesOf(jobs)}`);
}

const namesOf = (jobs: readonly NewJob[]) => jobs.map((job) => job.name).join(', ');

const insertion = (jobs: readonly NewJob[], isWanted: Expression<boolean>) => sql`
  insert into pgboss.job_common as job (name, data, start_after, keep_until, policy, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter,
    heartbeat_seconds)
  select name, data::jsonb, now() + after * interval '1 second',
    now() + (after + retention_seconds) * interval '1 second', policy, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds
  from unnest(${jobs.map((job) => job.name)}::text[],
    ${jobs.map((job) => JSON.stringify(job.data))}::text[],
    ${jobs.map((job) => job.after)}::int[]) as asked (name, data, after)
  join pgboss.queue using (name) where ${isWanted}`;

/** Takes jobs that could run now, as many of each kind as there is room for. */
export async function leaseJobs(
  queue: Statements,
  room: readonly { name: string; free: number }[],
): Promise<LeasedJob[]> {
  const wanted = room.filter(({ free }) => free > 0);
  const { rows } = await queue.executeSql(
    `with found as materialized (
      select job.name, job.id from unnest($1::text[], $2::int[]) as room (name, free)
      cross join lateral (
        select name, id from pgboss.job_common as waiting
        where waiting.name = room.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit room.free for update skip locked
      ) as job
    )
    update pgboss.job_common as job set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from found where job.name = found.name and job.id = found.id
    returning job.id, job.name, job.data, job.retry_count as "retryCount",
      job.retry_limit as "retryLimit", job.expire_seconds as "expireInSeconds"`,
    [wanted.map((one) => one.name), wanted.map((one) => one.free)],
  );
  return rows as LeasedJob[];
}

/** They are done; one that another process runs by now is left alone. */
export async function completeJobs(queue: Statements, jobs: readonly LeasedJob[]): Promise<void> {
  await queue.executeSql(
    `update pgboss.job_common as job set state = 'completed', completed_on = now() ${ofThese}`,
    these(jobs),
  );
}

/** They still run here. */
export async function touchJobs(queue: Statements, jobs: readonly LeasedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await queue.executeSql(
    `update pgboss.job_common as job set heartbeat_on = now() ${ofThese}`,
    these(jobs),
  );
}

const ofThese = `from unnest($1::text[], $2::uuid[], $3::int[]) as these (name, id, retry_count)
    where job.name = these.name and job.id = these.id and job.retry_count = these.retry_count
      and job.state = 'active'`;
const these = (jobs: readonly LeasedJob[]) => [
  jobs.map((job) => job.name),
  jobs.map((job) => job.id),
  jobs.map((job) => job.retryCount),
];

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
    select (jsonb_build_object('name', coalesce(source_name, name), 'payload', data,
      'startAfter', start_after, 'givenUp', name = ${GIVEN_UP})
      || case when name = ${GIVEN_UP}
        then jsonb_build_object('tries', source_retry_count, 'error', source_output) else '{}' end
      )::text as line
    from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'
    order by created_on, id`.execute(db);
  return rows.map((row) => row.line);
}

/** @throws Error there is no such queue */
export async function restoreJobs(tx: Query, lines: readonly string[]): Promise<void> {
  const restored = await sql`
    insert into pgboss.job_common (name, data, start_after, keep_until, policy, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter,
      heartbeat_seconds, source_name, source_retry_count, source_output)
    select queue.name, job -> 'payload', (job ->> 'startAfter')::timestamptz,
      greatest(now(), (job ->> 'startAfter')::timestamptz)
        + retention_seconds * interval '1 second', policy, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter,
      heartbeat_seconds, case when queue.name = ${GIVEN_UP} then job ->> 'name' end,
      (job ->> 'tries')::int, nullif(job -> 'error', 'null')
    from unnest(${lines}::text[]) as written (line)
    cross join lateral (select line::jsonb as job) as read
    join pgboss.queue
      on queue.name = case when (job ->> 'givenUp')::boolean then ${GIVEN_UP} else job ->> 'name' end
  `.execute(tx);
  if (Number(restored.numAffectedRows) !== lines.length) {
    throw new Error('There are jobs of a kind that this version does not know');
  }
}
