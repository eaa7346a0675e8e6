import { sql } from 'kysely';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import { moveTime } from '../jobs/moving-time.ts';
import { seedPlans } from '../seed/plans.ts';
import { handlers, schedules } from '../slices.ts';
import { Power } from './power.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** A product whose jobs are done one by one, when the test wants it, and may be cut off anywhere. */
export interface HandWorked {
  readonly app: TestApp;
  readonly power: Power;
  /** Does all jobs that can be done now. */
  work(): Promise<void>;
  /** Time passes, and what falls due happens, even if the power is cut on the way. */
  pass(hours: number): Promise<void>;
  /** The power is back, and another process goes on. */
  recover(): Promise<void>;
}

/** Fewer than the product has, so that what takes over is tried. */
const TRIES = 3;
const AGAIN_MINUTES = 5;

// Once a day or less often: nothing of a line's life.
const frequent = schedules.filter(({ cron }) => cron.split(' ')[1] === '*');

export async function openHandWorked(): Promise<HandWorked> {
  const power = new Power();
  const app = await openTestApp({
    config: { roles: new Set(['api']), seed: 'none', logLevel: 'silent' },
    overrides: { adapters: power.adapters, database: power.database },
  });
  app.app.log.level = 'silent';
  for (const brand of app.app.brands.all) await seedPlans(app.app, brand);
  const work = () => workOff(app.app, power);
  const recover = async () => {
    power.back();
    await giveBack(app.app);
  };
  const times = { handlers, schedules: frequent, tick: work };
  return {
    app,
    power,
    work,
    recover,
    async pass(count) {
      const end = later(app.app.clock.now(), hours(count));
      for (;;) {
        try {
          await moveTime(app.app, { until: end }, times);
        } catch (error) {
          if (!power.isCut) throw error;
        }
        if (!power.isCut && app.app.clock.now() >= end) return;
        await recover();
        // It works at once: only then time goes on.
        await work();
      }
    },
  };
}

/** What a process was at when its power was cut goes to the next one. */
async function giveBack(app: App): Promise<void> {
  await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(app.db.query);
}

const cut = new Error('The power was cut while a job ran');

async function workOff(app: App, power: Power): Promise<void> {
  for (;;) {
    if (power.isCut) throw cut;
    const { rows } = await sql<{ id: string; name: string; data: object; tries: number }>`
      update pgboss.job set state = 'active' where id = (
        select id from pgboss.job where state < 'active' and start_after <= now()
          and name = any(${handlers.map(({ job }) => job.name)})
        order by created_on, id limit 1
      ) returning id, name, data, retry_count as tries`.execute(app.db.query);
    const [job] = rows;
    if (!job) return;
    const handler = handlers.find((one) => one.job.name === job.name);
    try {
      await handler?.run(app, job.data);
    } catch {
      if (power.isCut) throw cut;
      const state = job.tries < TRIES ? 'retry' : 'failed';
      await sql`update pgboss.job set state = ${state}::pgboss.job_state,
        retry_count = retry_count + 1,
        start_after = now() + ${AGAIN_MINUTES} * interval '1 minute'
        where id = ${job.id}`.execute(app.db.query);
      continue;
    }
    if (power.isCut) throw cut;
    await sql`delete from pgboss.job where id = ${job.id}`.execute(app.db.query);
  }
}
