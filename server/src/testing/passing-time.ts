import { sql } from 'kysely';
import { GIVEN_UP } from '../jobs/queue-store.ts';
import type { TestApp } from './test-app.ts';

const STEP_MS = 500;

/**
 * While no job runs or could run, half a second passes at once: for the product's clock, and for the
 * jobs that wait for later. Never while one is at work, so that no work looks slower than it is.
 */
export async function passTime({ app, clock }: Pick<TestApp, 'app' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ idle: boolean }>`
    with idle as (
      select not exists (
        select from pgboss.job where name <> ${GIVEN_UP} and name not like ${'\\_\\_pgboss%'}
          and (state = 'active' or (state < 'active' and start_after <= now()))
      ) as idle
    ), moved as (
      update pgboss.job set start_after = start_after - ${STEP_MS} * interval '1 millisecond'
      where state < 'active' and start_after > now() and (select idle from idle)
    )
    select idle from idle`.execute(app.db.query);
  if (rows[0]?.idle) clock.move(STEP_MS);
}
