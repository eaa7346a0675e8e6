import { fromKysely, PgBoss, type SendOptions } from 'pg-boss';
import type { App, World } from '../app.ts';
import type { Tx } from '../db/database.ts';

/** A kind of work that runs later, maybe twice: its name and the shape of its payload. */
export interface Job<Payload extends object> {
  readonly name: string;
  /** How often it is tried again, with growing pauses up to `retryDelayMax` seconds. */
  readonly retryLimit: number;
  readonly retryDelayMax: number;
  /** Type only: what a handler gets. */
  readonly payload?: Payload;
}

export interface Schedule {
  readonly job: Job<object>;
  /** Cron, in UTC. */
  readonly cron: string;
}

/** Runs the job. It may run twice, and beside itself; throwing means: again later. */
export interface Handler<Payload extends object = object> {
  readonly job: Job<Payload>;
  readonly run: (app: App, payload: Payload) => Promise<void>;
}

export interface Jobs {
  /** Part of the transaction: committed with it, or never there. `after` is in seconds. */
  enqueue<P extends object>(
    tx: Tx,
    job: Job<P>,
    payload: P,
    options?: { after?: number },
  ): Promise<void>;
  /** Makes the queues; needed before anything is enqueued. */
  start(handlers: readonly Handler[]): Promise<void>;
  /** Begins to work them off in this process. */
  work(app: App, handlers: readonly Handler[], schedules: readonly Schedule[]): Promise<void>;
  /** Waiting, running and failed jobs by queue. */
  counts(): Promise<{ name: string; waiting: number; running: number; failed: number }[]>;
  stop(): Promise<void>;
}

/** Declares a job. Eight tries spread over about an hour unless said otherwise. */
export function defineJob<Payload extends object>(
  name: string,
  options: { retryLimit?: number; retryDelayMax?: number } = {},
): Job<Payload> {
  return {
    name,
    retryLimit: options.retryLimit ?? 30,
    retryDelayMax: options.retryDelayMax ?? 300,
  };
}

/** Ties a job to what it does. */
export function handle<P extends object>(
  job: Job<P>,
  run: (app: App, payload: P) => Promise<void>,
): Handler {
  return { job, run: run as Handler['run'] };
}

/** A job whose process has not been heard of for so long goes to another one. */
const LOST_AFTER_SECONDS = 10;

/** A thin face on pg-boss. Nothing is polled or scheduled until {@link Jobs.work}. */
export function openJobs(world: World): Jobs {
  const { forJobs } = world.db;
  const boss = new PgBoss({
    ...forJobs,
    ...('db' in forJobs ? { backend: 'pglite' as const } : { max: 4 }),
    useListenNotify: true,
    superviseIntervalSeconds: LOST_AFTER_SECONDS,
    monitorIntervalSeconds: LOST_AFTER_SECONDS,
  });
  boss.on('error', (error) => world.log.error({ error }, 'jobs'));
  boss.on('warning', (warning) => world.log.debug({ warning }, 'jobs'));
  let started = false;
  return {
    async enqueue(tx, job, payload, options = {}) {
      const send: SendOptions = { db: fromKysely(tx) };
      if (options.after) send.startAfter = options.after;
      await boss.send(job.name, payload, send);
    },
    async start(handlers) {
      await boss.start();
      started = true;
      // Only this process can have the embedded database open: what it left running is nobody's.
      if ('db' in forJobs) {
        await forJobs.db.executeSql(`update pgboss.job set state = 'retry' where state = 'active'`);
      }
      const known = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const { job } of handlers) {
        const queue = {
          notify: true,
          retryLimit: job.retryLimit,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: job.retryDelayMax,
          expireInSeconds: 60,
          heartbeatSeconds: LOST_AFTER_SECONDS,
          deleteAfterSeconds: 86_400,
        };
        if (known.has(job.name)) await boss.updateQueue(job.name, queue);
        else await boss.createQueue(job.name, queue);
      }
    },
    async work(app, handlers, schedules) {
      for (const { job, run } of handlers) {
        await boss.work(
          job.name,
          {
            batchSize: 1,
            localConcurrency: 2,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 2,
          },
          async ([one]) => {
            if (one) await runOne(app, job.name, () => run(app, one.data as object));
          },
        );
      }
      for (const { job, cron } of schedules) await boss.schedule(job.name, cron, {});
    },
    async counts() {
      const queues = await boss.getQueues();
      const stats = await Promise.all(queues.map((queue) => boss.getQueueStats(queue.name)));
      return stats.flat().map((one) => ({
        name: one.name,
        waiting: one.queuedCount,
        running: one.activeCount,
        failed: one.failedCount,
      }));
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: 5000, close: true });
    },
  };
}

async function runOne(app: App, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    app.log.warn({ job: name, error }, 'job failed, it will be tried again');
    throw error;
  }
}
