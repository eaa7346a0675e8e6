import { sql, type Expression, type OperationNodeSource, type RawBuilder } from 'kysely';
import type { Db } from 'pg-boss';
import type { Query } from '../db/database.ts';
import { writeLast, type WriteAll } from '../db/transactions.ts';

type Statements = Pick<Db, 'executeSql'>;

export interface QueueState {
  name: string;
  /** Delayed ones included. */
  waiting: number;
  running: number;
  givenUp: number;
  /** Seconds the oldest runnable job has waited. */
  oldestSeconds: number;
}

export interface GivenUpJob {
  id: string;
  name: string;
  at: Date;
  tries: number;
  error: string;
  /** Of the brand whose work it is; null where the job does not say. */
  tenant: number | null;
}

export const GIVEN_UP = 'given-up';

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

/** `retryCount` distinguishes this run from a later one. */
export interface LeasedJob {
  id: string;
  name: string;
  data: object;
  retryCount: number;
  retryLimit: number;
  expireInSeconds: number;
}

export interface NewJob {
  name: string;
  data: object;
  after: number;
}

// pg-boss 12.35's own send, fetch, complete and touch, for several jobs at once.

/** With the transaction's commit, which fails for an unknown queue. */
export function insertJob(db: Query, job: NewJob): Promise<void> {
  return writeLast(db, insertJobs, job);
}

/** Without its queue a job has no `retry_limit`, which must not be null. */
const insertJobs: WriteAll<NewJob> = (db, jobs) =>
  insertion(jobs, { join: sql`left join`, isWanted: sql`true` }).compile(db);

/**
 * In one statement with `first`: only if that inserts something and `isIdle` does not hold. @throws
 * Error for an unknown queue
 */
export async function insertJobsWith(
  db: Query,
  first: OperationNodeSource,
  jobs: readonly NewJob[],
  isIdle: Expression<boolean>,
): Promise<void> {
  const isWanted = sql<boolean>`exists (select from first) and not ${isIdle}`;
  const { rows } = await sql<{ missing: number }>`
    with first as (${first}), queued as (${insertion(jobs, { join: sql`join`, isWanted })} returning 1)
    select count(*) as missing from unnest(${jobs.map((job) => job.name)}::text[]) as asked (name)
    where not exists (select from pgboss.queue where queue.name = asked.name)`.execute(db);
  if (rows[0]?.missing) throw new Error(`A queue is missing: ${namesOf(jobs)}`);
}

const namesOf = (jobs: readonly NewJob[]) => jobs.map((job) => job.name).join(', ');

const insertion = (
  jobs: readonly NewJob[],
  { join, isWanted }: { join: RawBuilder<unknown>; isWanted: Expression<boolean> },
) => sql`
  insert into pgboss.job_common as job (name, data, start_after, keep_until, policy, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter,
    heartbeat_seconds)
  select name, data::jsonb, now() + after * interval '1 second',
    now() + (after + retention_seconds) * interval '1 second', policy, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds
  from unnest(${jobs.map((job) => job.name)}::text[],
    ${jobs.map((job) => JSON.stringify(job.data))}::text[],
    ${jobs.map((job) => job.after)}::int[]) as asked (name, data, after)
  ${join} pgboss.queue using (name) where ${isWanted}`;

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

/** A job that another process runs by now is left alone. */
export async function completeJobs(queue: Statements, jobs: readonly LeasedJob[]): Promise<void> {
  await queue.executeSql(
    `update pgboss.job_common as job set state = 'completed', completed_on = now() ${ofThese}`,
    these(jobs),
  );
}

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
      coalesce(source_output ->> 'message', source_output ->> 'value', '') as error,
      case when jsonb_typeof(data -> 'tenant') = 'number' then (data ->> 'tenant')::int end as tenant
    from pgboss.job where name = ${GIVEN_UP} and state < 'active' and source_name is not null
    order by created_on`.execute(db);
  return rows;
}

/** The embedded database has one process at a time. */
export async function runAgain(db: Query): Promise<void> {
  await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(db);
}

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
