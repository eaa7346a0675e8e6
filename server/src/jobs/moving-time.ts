import { setTimeout as sleep } from 'node:timers/promises';
import { CronExpressionParser } from 'cron-parser';
import type { App } from '../app.ts';
import { hours, later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { isAllSimulated } from '../simulated.ts';
import type { Handler, Schedule } from './jobs.ts';
import * as store from './moved-time-store.ts';

export interface TimedWork {
  readonly handlers: readonly Handler[];
  readonly schedules: readonly Schedule[];
  readonly tick: () => Promise<void>;
  /** Ends that move along, so that they stay as far away. */
  readonly moved: (tx: Tx, from: Date, milliseconds: number) => Promise<void>;
}

/** A call answers within a minute, or two where work is slow; the next one continues. */
const BUDGET_MS = 50_000;
/** Time goes on without a job that takes longer. */
const QUIET_WITHIN_MS = 40_000;
/** Frequent sweeps look for what was lost: this often is enough here. */
const SWEEP_EVERY = hours(1);
/** Work that follows from due work is due as well. */
const ROUNDS = 5;

/** Only where nobody outside is charged, called or written to. */
const mayMoveTime = ({ adapters }: Pick<App, 'adapters'>): boolean =>
  isAllSimulated(adapters, ['payment', 'carrier', 'mail']);

export async function followTime(app: Pick<App, 'adapters' | 'clock' | 'db'>): Promise<void> {
  if (mayMoveTime(app)) setTime(app, await store.movedBy(app.db.query));
}

/** Forward only: an older reading may arrive later. */
function setTime({ clock }: Pick<App, 'clock'>, movedBy: number): void {
  clock.movedBy = Math.max(clock.movedBy ?? 0, movedBy);
}

/**
 * Stops at every due moment on the way. @returns the new time, earlier than asked if much was due;
 * undefined where time may not move
 */
export async function moveTime(
  app: App,
  milliseconds: number,
  work: TimedWork,
): Promise<Date | undefined> {
  if (!mayMoveTime(app)) return undefined;
  const end = later(app.clock.now(), milliseconds);
  const until = performance.now() + BUDGET_MS;
  let swept = app.clock.now();
  for (;;) {
    const from = app.clock.now();
    if (from >= end || performance.now() > until) return app.clock.now();
    const stop = await nextStop(app, work, from, end);
    await step(app, work, from, stop);
    const isLast = stop >= end;
    const sweeps = isLast || stop.getTime() - swept.getTime() >= SWEEP_EVERY;
    if (sweeps) swept = stop;
    await runSchedules(app, work, (one) =>
      isRare(one) ? firesBetween(one, from, stop) : sweeps && one.due === undefined,
    );
    await runDue(app, work);
    await quiet(app, work);
  }
}

const isRare = ({ cron }: Schedule) => cron.split(' ')[1] !== '*';

const nextFire = ({ cron }: Schedule, after: Date): Date =>
  CronExpressionParser.parse(cron, { currentDate: after, tz: 'UTC' }).next().toDate();

const firesBetween = (schedule: Schedule, from: Date, to: Date) => nextFire(schedule, from) <= to;

/** Daily sweeps of one hour are one stop. */
const endOfHour = (at: Date) => new Date(new Date(at).setUTCMinutes(59, 0, 0));

async function nextStop(app: App, work: TimedWork, now: Date, end: Date): Promise<Date> {
  const { nextIn } = await store.readQueue(app.db.query);
  const dues = await Promise.all(work.schedules.flatMap((one) => one.due?.(app) ?? []));
  const moments = [
    ...(nextIn === null ? [] : [later(now, Math.max(nextIn, minutes(1)))]),
    ...dues.flatMap((due) => (due && due > now ? [due] : [])),
    ...work.schedules.filter(isRare).map((one) => endOfHour(nextFire(one, now))),
  ];
  return moments.reduce((first, one) => (one < first ? one : first), end);
}

async function step(app: App, work: TimedWork, from: Date, to: Date): Promise<void> {
  const milliseconds = Math.max(0, Math.ceil(to.getTime() - app.clock.now().getTime()));
  const movedBy = await app.db.transaction(async (tx) => {
    await work.moved(tx, from, milliseconds);
    return store.moveBy(tx, milliseconds);
  });
  setTime(app, movedBy);
}

async function runSchedules(
  app: App,
  work: TimedWork,
  isWanted: (schedule: Schedule) => boolean,
): Promise<void> {
  const here = { ...app, db: app.jobsDb };
  for (const { job } of work.schedules.filter(isWanted)) {
    const handler = work.handlers.find((one) => one.job.name === job.name);
    try {
      await handler?.run(here, {});
    } catch (error) {
      app.log.warn({ job: job.name, error }, 'a sweep failed while time was moved');
    }
  }
}

async function runDue(app: App, work: TimedWork): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = app.clock.now();
    const dues = new Map<Schedule, Date | undefined>();
    for (const one of work.schedules) dues.set(one, await one.due?.(app));
    const isDue = (one: Schedule) => (dues.get(one) ?? later(now, 1)) <= now;
    if (!work.schedules.some(isDue)) return;
    await runSchedules(app, work, isDue);
    await quiet(app, work);
  }
}

async function quiet(app: App, work: TimedWork): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    await work.tick();
    const { isBusy } = await store.readQueue(app.db.query);
    if (!isBusy || performance.now() > until) return;
    await sleep(20);
  }
}
