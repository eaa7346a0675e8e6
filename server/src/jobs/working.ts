import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { App } from '../app.ts';
import type { Handler } from './jobs.ts';
import * as store from './queue-store.ts';

const LOOK_EVERY_MS = 200;
/** Only in case that the look-out fails; it is the one that finds jobs. */
const POLL_SECONDS = 30;

export interface Workers {
  stop(): void;
}

/**
 * Works jobs off. Each worker takes one job, settles it, and takes the next one at once, so that one
 * that is slow, fails or is cut off holds up and repeats nothing but itself. Idle workers ask for
 * nothing: a look-out asks once for all kinds, and wakes as many as there are jobs. (pg-boss would
 * let each worker pause after each job, and ask by itself.)
 */
export async function workOff(
  boss: PgBoss,
  app: App,
  handlers: readonly Handler[],
): Promise<Workers> {
  const idle = new Map<string, Set<string>>();
  for (const handler of handlers) {
    const free = new Set<string>();
    idle.set(handler.job.name, free);
    for (let i = 0; i < handler.job.atOnce; i += 1) {
      const id: string = await boss.work(
        handler.job.name,
        { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: POLL_SECONDS },
        async ([job]: JobWithMetadata[]) => {
          if (!job) return;
          free.delete(id);
          try {
            await runOne(app, handler, job);
          } finally {
            free.add(id);
            boss.notifyWorker(id);
          }
        },
      );
      free.add(id);
    }
  }
  const most = Math.max(...handlers.map(({ job }) => job.atOnce));
  return lookOut(app, async () => {
    for (const { name, count } of await store.readyJobs(app.db.query, [...idle.keys()], most)) {
      for (const id of [...(idle.get(name) ?? [])].slice(0, count)) boss.notifyWorker(id);
    }
  });
}

/** Looks again and again, until it is stopped; a database that is away is told of once. */
function lookOut(app: App, look: () => Promise<void>): Workers {
  let isAway = false;
  let timer: NodeJS.Timeout;
  let isOver = false;
  const again = () => {
    if (!isOver) timer = setTimeout(() => void once(), LOOK_EVERY_MS);
  };
  const once = async () => {
    try {
      await look();
      if (isAway) app.log.warn('jobs are found again');
      isAway = false;
    } catch (error) {
      if (!isAway && !isOver) app.log.error({ error }, 'jobs cannot be found');
      isAway = true;
    }
    again();
  };
  again();
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

async function runOne(app: App, { job, run }: Handler, one: JobWithMetadata) {
  try {
    await run(app, one.data);
  } catch (error) {
    const told = { job: job.name, id: one.id, tries: one.retryCount + 1, error };
    if (one.retryCount < one.retryLimit) app.log.warn(told, 'job failed, it will be tried again');
    else app.log.error(told, 'job failed for the last time; portside jobs given-up lists it');
    throw error;
  }
}
