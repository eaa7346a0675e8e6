import { setTimeout as sleep } from 'node:timers/promises';
import { CronExpressionParser } from 'cron-parser';
import type { App } from '../app.ts';
import { hours, later, minutes, type Move } from '../clock.ts';
import { isAllSimulated } from '../settings/simulated.ts';
import type { Handler, Moment, Schedule } from './jobs.ts';
import * as store from './moved-time-store.ts';

export interface TimedWork {
  readonly handlers: readonly Handler[];
  readonly schedules: readonly Schedule[];
  /** Does what the simulated services have due. */
  readonly tick: () => Promise<void>;
  /** When they have something due; without it they are asked at each stop. */
  readonly ticks?: Moment;
  /** Does the jobs that this process can do. @returns false when there was none */
  readonly drain?: () => Promise<boolean>;
}

/** Time goes on without a job that takes longer. */
const QUIET_WITHIN_MS = 40_000;
/** What another process does is looked for. */
const LOOK_MS = 20;
/** What was lost by now is looked for again; so is what is left over, sooner at first. */
const AGAIN = hours(1);
/** After so many stops, tables may be far larger than what statements were planned for. */
const PLANNED_ANEW = 64;
/** Work that follows from due work is due as well, where time ends. */
const ROUNDS = 5;

/** Only where nobody outside is charged, called or written to. */
const mayMoveTime = ({ adapters }: Pick<App, 'adapters'>): boolean =>
  isAllSimulated(adapters, ['payment', 'carrier', 'mail']);

/** Before the first move. A product that cannot move time has no use for it. */
export async function readyToMove(app: Pick<App, 'adapters' | 'db'>): Promise<void> {
  if (mayMoveTime(app)) await store.indexRunning(app.db.query);
}

export async function followTime(app: Pick<App, 'adapters' | 'clock' | 'db'>): Promise<void> {
  if (mayMoveTime(app)) setTime(app, await store.movedBy(app.db.query));
}

/** Forward only: an older reading may arrive later. */
function setTime({ clock }: Pick<App, 'clock'>, movedBy: number): void {
  clock.movedBy = Math.max(clock.movedBy ?? 0, movedBy);
}

/**
 * Goes from one due moment to the next, however long that takes. @returns the new time, earlier than
 * asked if the process ends; undefined where time may not move
 */
export async function moveTime(app: App, to: Move, work: TimedWork): Promise<Date | undefined> {
  if (!mayMoveTime(app)) return undefined;
  // Another process may have moved it just now.
  await followTime(app);
  const from = app.clock.now();
  const end = 'until' in to ? to.until : later(from, to.milliseconds);
  if (end <= from) return from;
  const way = {
    app,
    work,
    end,
    ran: new Map<Schedule, Turn>(),
    next: new Map<Schedule, Span>(),
  };
  // An email that is on its way now arrives now, not when time has moved.
  let outlook = await quiet(way);
  let { givenUp } = outlook;
  // What was lost before is found early.
  let cleanAt: Date | undefined = later(from, AGAIN);
  let plannedAnew = PLANNED_ANEW;
  for (let nr = 0; app.clock.now() < end && !isLeaving(app); nr += 1) {
    if (nr === plannedAnew) {
      await store.planAnew(app.db.query);
      plannedAnew *= 2;
    }
    const stops = due(way, outlook);
    const stop = earliest([...stops.values(), ...outlookTimes(way, outlook), cleanAt], end);
    await step(way, stop);
    const now = app.clock.now();
    const isLast = now >= end;
    const isClean = !isLast && (cleanAt === undefined || cleanAt > now);
    const isWanted = (one: Schedule) => !isClean && (isLast || !one.atEnd);
    await run(way, (one) => (one.due ? (stops.get(one) ?? end) <= now : isWanted(one)));
    if (!isClean) cleanAt = undefined;
    outlook = await quiet(way);
    if (outlook.givenUp > givenUp) cleanAt ??= later(now, AGAIN);
    ({ givenUp } = outlook);
  }
  for (let round = 0; round < ROUNDS && !isLeaving(app); round += 1) {
    const now = app.clock.now();
    const left = withDue(way).filter(
      (one, at) => isFrequent(one) && (outlook.moments[at] ?? later(now, 1)) <= now,
    );
    if (left.length === 0) break;
    await run(way, (one) => left.includes(one));
    outlook = await quiet(way);
  }
  return app.clock.now();
}

const isLeaving = ({ leaving }: Pick<App, 'leaving'>) => leaving.signal.aborted;

interface Way {
  readonly app: App;
  readonly work: TimedWork;
  readonly end: Date;
  /** The last turn of each schedule that something may be left over from. */
  readonly ran: Map<Schedule, Turn>;
  /** When it runs next, from each moment of a time. */
  readonly next: Map<Schedule, Span>;
}

interface Turn {
  readonly at: Date;
  /** In a row. */
  readonly nr: number;
}

interface Span {
  readonly from: Date;
  readonly at: Date;
}

const withDue = ({ work }: Way) => work.schedules.filter((one) => one.due !== undefined);

function lookAhead(way: Way): Promise<store.Outlook> {
  const { app, work } = way;
  const moments = withDue(way).flatMap((one) => one.due?.(app) ?? []);
  return store.lookAhead(app.db.query, [...moments, ...(work.ticks ? [work.ticks] : [])]);
}

const ticksAt = (way: Way, { moments }: store.Outlook) => moments[withDue(way).length];

/** When each schedule runs next, which is not before its own time. */
function due(way: Way, { moments }: store.Outlook): Map<Schedule, Date> {
  const now = way.app.clock.now();
  const found = withDue(way).flatMap((one, at): [Schedule, Date][] => {
    const moment = moments[at];
    if (!moment) return [];
    const from = againAt(way, one, moment) ?? (moment > now ? moment : now);
    return [[one, nextRun(way, one, from)]];
  });
  return new Map(found);
}

/** Of what is left over: a minute after its turn, as always, then ever later. */
function againAt({ ran }: Way, schedule: Schedule, moment: Date): Date | undefined {
  const last = ran.get(schedule);
  if (last && moment <= last.at)
    return later(last.at, Math.min(AGAIN, minutes(2 ** (last.nr - 1))));
  ran.delete(schedule);
  return undefined;
}

const wholeMinute = (at: Date) => new Date(Math.ceil(at.getTime() / minutes(1)) * minutes(1));

function nextRun({ next }: Way, schedule: Schedule, from: Date): Date {
  const { cron } = schedule;
  if (cron === '* * * * *') return wholeMinute(from);
  const known = next.get(schedule);
  if (known && known.from <= from && from <= known.at) return known.at;
  const currentDate = later(from, -1);
  const at = CronExpressionParser.parse(cron, { currentDate, tz: 'UTC' }).next().toDate();
  next.set(schedule, { from, at });
  return at;
}

/** Of the queue and the simulated services. */
function outlookTimes(way: Way, outlook: store.Outlook): Date[] {
  const now = way.app.clock.now();
  const { nextIn } = outlook;
  const ticks = ticksAt(way, outlook);
  return [
    ...(nextIn === null ? [] : [wholeMinute(later(now, nextIn))]),
    ...(ticks ? [wholeMinute(ticks > now ? ticks : now)] : []),
  ];
}

const earliest = (moments: readonly (Date | undefined)[], end: Date): Date =>
  moments.reduce<Date>((first, one) => (one && one < first ? one : first), end);

/** Less far, or farther, if another process moves time as well: never twice. */
async function step({ app }: Way, to: Date): Promise<void> {
  const from = app.clock.now();
  const known = app.clock.movedBy ?? 0;
  const milliseconds = Math.ceil(to.getTime() - from.getTime());
  if (milliseconds <= 0) return;
  if (await store.moveBy(app.db.query, known, milliseconds)) setTime(app, known + milliseconds);
  else await followTime(app);
}

async function run(
  { app, work, ran }: Way,
  isWanted: (schedule: Schedule) => boolean | undefined,
): Promise<void> {
  const here = { ...app, db: app.jobsDb };
  for (const schedule of work.schedules.filter(isWanted)) {
    if (isLeaving(app)) return;
    const { name } = schedule.job;
    const handler = work.handlers.find((one) => one.job.name === name);
    try {
      await handler?.run(here, {});
    } catch (error) {
      app.log.warn({ job: name, error }, 'a sweep failed while time was moved');
    }
    ran.set(schedule, { at: app.clock.now(), nr: (ran.get(schedule)?.nr ?? 0) + 1 });
  }
}

const isFrequent = ({ cron }: Schedule) => cron.split(' ')[1] === '*';

/** Until all jobs that can be done are done, here and elsewhere, and all that comes of them. */
async function quiet(way: Way): Promise<store.Outlook> {
  const { app, work } = way;
  const until = performance.now() + QUIET_WITHIN_MS;
  // Something is due at most stops. Doing it costs less than asking first whether it is.
  // What the simulated services tell is a job of its own, so nothing here waits for them.
  await Promise.all([work.tick(), unlessLate(app, work.drain?.())]);
  for (;;) {
    const outlook = await lookAhead(way);
    const isTickDue = (ticksAt(way, outlook) ?? later(way.app.clock.now(), 1)) <= app.clock.now();
    if (!outlook.isBusy && !isTickDue) return outlook;
    if (performance.now() > until || isLeaving(app)) return outlook;
    if (isTickDue || !work.ticks) await work.tick();
    if (outlook.isBusy && !(await unlessLate(app, work.drain?.()))) await sleep(LOOK_MS);
  }
}

/** @returns false when there was nothing to do, it takes longer, or the process ends */
async function unlessLate(
  { leaving }: Pick<App, 'leaving'>,
  work: Promise<boolean> | undefined,
): Promise<boolean | undefined> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, leaving.signal]);
  const late = sleep(QUIET_WITHIN_MS, false, { signal }).catch(() => false);
  return Promise.race([work, late]).finally(() => over.abort());
}
