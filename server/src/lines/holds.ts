import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import * as holdStore from './hold-store.ts';
import { movePeriods, periodsOf } from './period-store.ts';
import * as store from './store.ts';
import { networkAskOf } from './network-asks.ts';
import { liftSuspension, suspendLine } from './suspension.ts';
import { deleteSuspension } from './suspension-store.ts';

export {
  heldFor,
  heldUntils,
  linesBackBy,
  linesBackSoon,
  linesNotHeld,
  nextOfHolds,
  noteTold,
  openHold,
} from './hold-store.ts';

const DAY = days(1);

/** Each `dayForEach` days that have begun cost one paid day (P09). */
export const costOf = (time: number, dayForEach: number): number =>
  Math.ceil(time / (dayForEach * DAY));

/** By how much a hold of so many milliseconds moves the end of what is paid: below zero, back. */
const movedBy = (time: number, dayForEach: number): number => time - costOf(time, dayForEach) * DAY;

/**
 * What a hold costs in days if it ends then, and by how much it moves what is paid back. Nothing is
 * paid for one that the network has not begun.
 */
export function ifEnded(hold: holdStore.HoldRow, at: Date): { costDays: number; back: number } {
  const { day_for_each: dayForEach, began_at, until } = hold;
  const whole = until.getTime() - began_at.getTime();
  const since = Math.min(whole, Math.max(0, at.getTime() - began_at.getTime()));
  const time = hold.confirmed_at ? since : 0;
  return {
    costDays: costOf(time, dayForEach),
    back: movedBy(time, dayForEach) - movedBy(whole, dayForEach),
  };
}

/** What a hold moves: all that is paid and not over, except what was bought while it was on. */
export interface Move {
  readonly lineId: string;
  /** Milliseconds. */
  readonly by: number;
  readonly now: Date;
  /** Nothing that was bought since then, unless it begins later. */
  readonly since: Date;
}

/** The line's own part of it. The caller moves what else is paid, and has asked whether it may. */
export async function beginHold(
  app: App,
  tx: Tx,
  line: { tenant: number; lineId: string },
  { days: count, dayForEach }: { days: holdStore.HoldRow['days']; dayForEach: number },
): Promise<{ until: Date; move: Move }> {
  const now = app.clock.now();
  const time = days(count);
  const { tenant: tenant_id, lineId } = line;
  await holdStore.insertHold(tx, {
    id: app.random.id('hol'),
    tenant_id,
    line_id: lineId,
    days: count,
    day_for_each: dayForEach,
    began_at: now,
    until: later(now, time),
  });
  const move = { lineId, by: movedBy(time, dayForEach), now, since: now };
  await movePaidTime(tx, move);
  await suspendLine(app, tx, lineId, 'on_hold', { tell: true });
  return { until: later(now, time), move };
}

/** The same of its end. It is paused until `turnBackOn`. @returns undefined when it is not on hold */
export async function finishHold(
  app: App,
  tx: Tx,
  lineId: string,
  why: holdStore.WhyOver,
): Promise<Move | undefined> {
  const now = app.clock.now();
  const hold = await holdStore.closeHold(tx, lineId, { at: now, why });
  if (!hold) return undefined;
  const move = { lineId, by: ifEnded(hold, now).back, now, since: hold.began_at };
  await movePaidTime(tx, move);
  return move;
}

/** A line that a process of the version before has ended. */
export async function dropHold(app: App, tx: Tx, lineId: string): Promise<void> {
  await holdStore.closeHold(tx, lineId, { at: app.clock.now(), why: 'line_ended' });
  await deleteSuspension(tx, lineId, 'on_hold');
}

/** The network has paused it, and nobody wrote that down: a process of the version before. */
export async function confirmIfPaused(app: App, tx: Tx, lineId: string): Promise<boolean> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line?.carrier_suspended || (await networkAskOf(tx, lineId))) return false;
  return (await holdStore.confirmHold(tx, lineId, app.clock.now())) !== undefined;
}

/** @param tell once the network has done it @returns `done`: something else keeps it paused */
export const turnBackOn = (app: App, tx: Tx, lineId: string, { tell }: { tell: boolean }) =>
  liftSuspension(app, tx, lineId, 'on_hold', { tell });

async function movePaidTime(tx: Tx, move: Move): Promise<void> {
  const { lineId, by } = move;
  await movePeriods(tx, move);
  const line = await store.lockAnyLine(tx, lineId);
  const last = (await periodsOf(tx, lineId)).at(-1);
  const until = last?.ends_at ?? (line?.paid_until && later(line.paid_until, by));
  if (line?.paid_until && until) await store.setLine(tx, lineId, { paid_until: until });
}
