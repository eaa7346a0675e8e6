import { sql, type Expression, type OperationNodeSource, type RawBuilder } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import type { App, World } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { carrying } from '../process/traces.ts';
import * as store from './queue-store.ts';
import { workOff, type Workers } from './working.ts';

export interface Job<Payload extends object> {
  readonly name: string;
  /** With growing pauses, up to `retryDelayMax` seconds. */
  readonly retryLimit: number;
  readonly retryDelayMax: number;
  readonly atOnce: number;
  /** After so many seconds another worker takes it, although the first one is alive. */
  readonly expireInSeconds: number;
  readonly payload?: Payload;
}

export interface Schedule {
  readonly job: Job<object>;
  /** Cron, in UTC. */
  readonly cron: string;
  /**
   * When it next has something to do, found by an index: the sandbox's clock stops there, and it runs
   * at its next time. Without it, it looks for what was lost, or clears away: early in a move of time and
   * at its end.
   */
  readonly due?: (app: App) => Moment;
  /** It clears away or sums up what is past: a move of time runs it once, at its end. */
  readonly atEnd?: true;
}

/** A time or null, asked with others in one statement. */
export type Moment = RawBuilder<Date | null>;

/** May run twice and concurrently; throwing retries. */
export interface Handler<Payload extends object = object> {
  readonly job: Job<Payload>;
  readonly run: (app: App, payload: Payload) => Promise<void>;
}

export interface Jobs {
  /** Commits with the transaction. `after` is in seconds. */
  enqueue<P extends object>(
    tx: Tx,
    job: Job<P>,
    payload: P,
    options?: { after?: number },
  ): Promise<void>;
  /** In one statement with `first`: only if that inserts something and `isIdle` does not hold. */
  enqueueWith<P extends object>(
    db: Query,
    first: OperationNodeSource,
    job: Job<P>,
    payload: P,
    isIdle?: Expression<boolean>,
  ): Promise<void>;
  /** Before anything is enqueued. */
  start(handlers: readonly Handler[]): Promise<void>;
  work(app: App, handlers: readonly Handler[], schedules: readonly Schedule[]): Promise<void>;
  /** Does what can be done now, in a process that works. @returns false when there was nothing */
  drain(): Promise<boolean>;
  states(db: Query): Promise<store.QueueState[]>;
  /** Seconds the oldest runnable job has waited while no worker moved. */
  stuckFor(db: Query): Promise<number>;
  givenUp(db: Query): Promise<store.GivenUpJob[]>;
  tryAgain(id?: string): Promise<number>;
  /** JSON lines (docs/export.md). */
  unfinished(db: Query): Promise<string[]>;
  restore(tx: Tx, lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** By default retried for about two hours, two at once. */
export function defineJob<Payload extends object>(
  name: string,
  options: Partial<Omit<Job<Payload>, 'name' | 'payload'>> = {},
): Job<Payload> {
  return {
    name,
    retryLimit: options.retryLimit ?? 30,
    retryDelayMax: options.retryDelayMax ?? 300,
    atOnce: options.atOnce ?? 2,
    expireInSeconds: options.expireInSeconds ?? 60,
  };
}

export function handle<P extends object>(
  job: Job<P>,
  run: (app: App, payload: P) => Promise<void>,
): Handler {
  return { job, run: run as Handler['run'] };
}

const LOST_AFTER_SECONDS = 10;
/** Seconds are normal; this long is a fault. */
const STUCK_SECONDS = 300;
const GIVEN_UP_KEPT_SECONDS = 90 * 86_400;
/** The table is polled five times a second, so it stays small. */
const DONE_KEPT_SECONDS = 3600;

/** On pg-boss. Nothing runs until {@link Jobs.work}. */
export function openJobs(world: Pick<World, 'config' | 'db' | 'log'>): Jobs {
  const { forJobs } = world.db;
  const isWorker = world.config.roles.has('worker');
  const boss = new PgBoss({
    ...forJobs,
    ...('db' in forJobs && { backend: 'pglite' as const }),
    // Only workers schedule.
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: LOST_AFTER_SECONDS,
    monitorIntervalSeconds: LOST_AFTER_SECONDS,
  });
  boss.on('error', (error) => world.log.error({ error }, 'jobs'));
  boss.on('warning', (warning) => world.log.debug({ warning }, 'jobs'));
  let started = false;
  let names: string[] = [];
  let workers: Workers | undefined;
  return {
    async enqueue(tx, job, payload, options = {}) {
      const { after = 0 } = options;
      const data = carrying(payload, after);
      await store.insertJob(tx, { name: job.name, data, after });
    },
    async enqueueWith(db, first, job, payload, isIdle = sql`false`) {
      await store.insertJobsWith(
        db,
        first,
        [{ name: job.name, data: carrying(payload, 0), after: 0 }],
        isIdle,
      );
    },
    async start(handlers) {
      await boss.start();
      started = true;
      // No other process can have left jobs running here.
      if ('db' in forJobs) await store.runAgain(world.db.query);
      names = handlers.map(({ job }) => job.name);
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      const keep = async (name: string, wanted: Omit<Queue, 'name'>) => {
        const queue: Record<string, unknown> | undefined = known.get(name) && {
          ...known.get(name),
        };
        if (!queue) await boss.createQueue(name, wanted);
        else if (Object.entries(wanted).every(([key, value]) => queue[key] === value)) return;
        else await boss.updateQueue(name, wanted);
      };
      await keep(store.GIVEN_UP, { retentionSeconds: GIVEN_UP_KEPT_SECONDS });
      for (const { job } of handlers) {
        await keep(job.name, {
          deadLetter: store.GIVEN_UP,
          notify: false,
          retryLimit: job.retryLimit,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: job.retryDelayMax,
          expireInSeconds: job.expireInSeconds,
          heartbeatSeconds: LOST_AFTER_SECONDS,
          deleteAfterSeconds: DONE_KEPT_SECONDS,
        });
      }
    },
    async work(api, handlers, schedules) {
      workers = workOff(boss, { ...api, db: api.jobsDb }, handlers, LOST_AFTER_SECONDS);
      const known = new Map((await boss.getSchedules()).map((one) => [one.name, one.cron]));
      const changed = schedules.filter(({ job, cron }) => known.get(job.name) !== cron);
      for (const { job, cron } of changed) await boss.schedule(job.name, cron, {});
    },
    drain: async () => (await workers?.drain()) ?? false,
    states: (db) => store.queueStates(db, names),
    async stuckFor(db) {
      const states = await store.queueStates(db, names);
      const oldest = Math.max(0, ...states.map((one) => one.oldestSeconds));
      if (oldest < STUCK_SECONDS) return 0;
      return (await store.wasWorking(db, STUCK_SECONDS)) ? 0 : oldest;
    },
    givenUp: (db) => store.givenUpJobs(db),
    unfinished: (db) => store.unfinishedJobs(db),
    restore: (tx, lines) => store.restoreJobs(tx, lines),
    tryAgain: (id) => boss.redrive(store.GIVEN_UP, id ? { ids: [id] } : {}),
    async stop() {
      await workers?.stop();
      if (started) await boss.stop({ graceful: true, timeout: 5000, close: true });
    },
  };
}
