import { sql } from 'kysely';
import { ours } from '../jobs/moved-time-store.ts';
import type { TestApp } from './test-app.ts';

/** What is found once it is there; no time is lost while it waits. */
export const inTime = <T>(app: TestApp, look: () => Promise<T | undefined>): Promise<T> =>
  app.eventually(async () => {
    const found = await look();
    if (found === undefined) await passTime(app);
    return found;
  });

const STEP_MS = 500;
const FARTHEST_MS = 30_000;

/**
 * While no job runs or could run, time passes at once until the next job or the next thing that a
 * simulated service does, half a second at least: for the product's clock, and for the jobs that wait
 * for later. Never while one is at work, so that no work looks slower than it is.
 */
export async function passTime({
  app,
  clock,
  work,
}: Pick<TestApp, 'app' | 'clock' | 'work'>): Promise<void> {
  const { rows } = await sql<{ passed: number }>`
    with waiting as (
      select coalesce(bool_or(start_after <= now()), false)
          or exists (select from pgboss.job_common where state = 'active' and ${ours}) as is_busy,
        min(start_after) - now() as job,
        ${work.ticks ?? null}::timestamptz - ${clock.now()}::timestamptz as tick
      from pgboss.job_common where state < 'active' and not blocked and ${ours}
    ), next as (
      select is_busy, least(
        greatest(extract(epoch from least(job, tick)) * 1000, ${STEP_MS}::float8), ${FARTHEST_MS}::float8
      )::int as step
      from waiting
    ), moved as (
      update pgboss.job_common set start_after = start_after - step * interval '1 millisecond'
      from next
      where state < 'active' and not blocked and start_after > now() and ${ours} and not is_busy
    )
    select case when is_busy then 0 else step end as passed from next`.execute(app.db.query);
  clock.move(rows[0]?.passed ?? 0);
}
