import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { App } from '../app.ts';
import { jobSeconds } from '../process/measures.ts';
import { openedTracing, unpacked } from '../process/traces.ts';
import type { Handler } from './jobs.ts';
import * as store from './queue-store.ts';

const SOON_MS = 5;
const SETTLE_MS = 20;
const GRACE_MS = 5000;

export interface Workers {
  /** What can be done now, until it is done. @returns false when there was nothing */
  drain(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Kind {
  readonly handler: Handler;
  readonly running: Set<store.LeasedJob>;
  full: boolean;
}

/**
 * One statement polls all kinds and leases what fits. Jobs run singly, so that a slow or failed one
 * affects no other; finished ones are settled together. @param lostAfterSeconds a silent process's
 * jobs go to another one
 */
export function workOff(
  boss: PgBoss,
  app: App,
  handlers: readonly Handler[],
  lostAfterSeconds: number,
): Workers {
  const queue = boss.getDb();
  const kinds = new Map<string, Kind>(
    handlers.map((handler) => [handler.job.name, { handler, running: new Set(), full: false }]),
  );
  const runs = new Set<Promise<void>>();
  const allRunning = () => [...kinds.values()].flatMap((kind) => [...kind.running]);
  const settling = settleTogether((done) => store.completeJobs(queue, done), app);
  const looking = repeat(app, lease);

  let leasing: Promise<unknown> = Promise.resolve();
  /** One after the other: the room is what the last one left. */
  function lease(): Promise<void> {
    const leased = leasing.then(leaseOnce);
    leasing = leased.catch(() => {});
    return leased;
  }

  async function leaseOnce(): Promise<void> {
    const room = [...kinds.values()].map(({ handler, running }) => ({
      name: handler.job.name,
      free: handler.job.atOnce - running.size,
    }));
    const leased = await store.leaseJobs(queue, room);
    for (const { name, free } of room) {
      const kind = kinds.get(name);
      if (kind) kind.full = leased.filter((job) => job.name === name).length === free;
    }
    for (const job of leased) {
      const ended = run(job).finally(() => runs.delete(ended));
      runs.add(ended);
    }
  }

  const beating = setInterval(
    () => {
      store.touchJobs(queue, allRunning()).catch((error: unknown) => {
        app.log.warn({ error }, 'running jobs could not be noted');
      });
    },
    (lostAfterSeconds * 1000) / 3,
  );

  async function run(job: store.LeasedJob): Promise<void> {
    const kind = kinds.get(job.name);
    if (!kind) return;
    kind.running.add(job);
    const began = performance.now();
    const note = (outcome: 'done' | 'again' | 'given_up') =>
      jobSeconds.observe({ name: job.name, outcome }, (performance.now() - began) / 1000);
    try {
      await within(job.expireInSeconds, runTraced(app, kind.handler, job));
      note('done');
      settling.add(job);
    } catch (error) {
      note(job.retryCount < job.retryLimit ? 'again' : 'given_up');
      await giveBack(job, error);
    } finally {
      kind.running.delete(job);
      if (kind.full) looking.soon();
    }
  }

  async function giveBack(job: store.LeasedJob, error: unknown): Promise<void> {
    const about = { job: job.name, id: job.id, tries: job.retryCount + 1, error };
    if (job.retryCount < job.retryLimit) {
      app.log.warn(about, 'job failed, it will be tried again');
    } else app.log.error(about, 'job failed for the last time; portside jobs given-up lists it');
    await putBack(job, error);
  }

  async function putBack(job: store.LeasedJob, error: unknown): Promise<void> {
    try {
      await boss.fail(job.name, [job], error as object);
    } catch (failure) {
      // Its lease ends, so another poll takes it.
      app.log.error({ error: failure, id: job.id }, 'a failed job could not be put back');
    }
  }

  return {
    async drain() {
      await lease();
      const found = runs.size > 0;
      await Promise.all(runs);
      await settling.now();
      return found;
    },
    async stop() {
      await looking.stop();
      await Promise.race([Promise.all(runs), sleep(GRACE_MS, undefined, { ref: false })]);
      clearInterval(beating);
      await settling.stop();
      for (const job of allRunning()) {
        await putBack(job, new Error('The process stopped while the job ran'));
      }
    },
  };
}

function runTraced(app: App, { run }: Handler, job: store.LeasedJob): Promise<void> {
  const { payload, carried } = unpacked(job.data);
  const tracing = openedTracing();
  if (!tracing) return run(app, payload);
  const attributes = {
    'portside.job.name': job.name,
    'portside.job.id': job.id,
    'portside.job.try': job.retryCount + 1,
  };
  const step = { name: `job ${job.name}`, kind: 'job', attributes } as const;
  return tracing.goOn(carried, step, () => run(app, payload));
}

/** Logs a lost database once. */
function repeat(app: App, look: () => Promise<void>) {
  let isAway = false;
  let isOver = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const again = (ms: number) => {
    clearTimeout(timer);
    timer = isOver ? undefined : setTimeout(() => void (looking = once()), ms);
  };
  const once = async () => {
    timer = undefined;
    isWanted = false;
    try {
      await look();
      if (isAway) app.log.warn('jobs are found again');
      isAway = false;
    } catch (error) {
      if (!isAway && !isOver) app.log.error({ error }, 'jobs cannot be found');
      isAway = true;
    }
    again(isWanted && !isAway ? SOON_MS : app.lookEveryMs);
  };
  again(app.lookEveryMs);
  return {
    soon() {
      if (isWanted) return;
      isWanted = true;
      if (timer) again(SOON_MS);
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** One group after the other; one that fails is settled with the next one. */
function settleTogether(settle: (done: store.LeasedJob[]) => Promise<void>, app: App) {
  let done: store.LeasedJob[] = [];
  let timer: NodeJS.Timeout | undefined;
  let settling = Promise.resolve();
  const again = () => {
    timer ??= setTimeout(() => void next(), SETTLE_MS);
  };
  const next = () => {
    clearTimeout(timer);
    timer = undefined;
    settling = settling.then(once);
    return settling;
  };
  const once = async () => {
    const group = done;
    done = [];
    try {
      if (group.length > 0) await settle(group);
    } catch (error) {
      app.log.warn({ error, jobs: group.length }, 'jobs that are done could not be settled yet');
      done = [...group, ...done];
      again();
    }
  };
  return {
    add(job: store.LeasedJob) {
      done.push(job);
      again();
    },
    now: next,
    async stop() {
      await next();
      clearTimeout(timer);
    },
  };
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => over.reject(new Error(`The job took longer than ${seconds} s`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
