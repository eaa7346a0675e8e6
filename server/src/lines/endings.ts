import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import * as store from './ending-store.ts';
import { isKept } from './kept.ts';
import type { Period } from './periods.ts';
import { endLine } from './suspension.ts';

export { nextEnding } from './ending-store.ts';

/** Its customer ends it, with what is paid (K17). Ask under the line's lock to act on it. */
export async function isToEnd(db: Query, lineId: string): Promise<boolean> {
  return (await store.endingOf(db, lineId)) !== undefined;
}

/** When a line that is to end does: with all that is paid, or with the period that was chosen (P10). */
export async function endsOn(
  db: Query,
  line: { id: string; paidUntil: Date | null; periods: readonly Period[] },
): Promise<Date | undefined> {
  const row = await store.endingOf(db, line.id);
  if (!row) return undefined;
  const last = line.periods.find(({ number }) => number === row.period_number);
  return last?.to ?? line.paidUntil ?? undefined;
}

/** Takes the line first. */
export async function planEnding(
  app: App,
  tx: Tx,
  line: { tenant: number; lineId: string; autopayWasOn: boolean; withPeriod: number | null },
): Promise<void> {
  await store.insertEnding(tx, {
    line_id: line.lineId,
    tenant_id: line.tenant,
    asked_at: app.clock.now(),
    autopay_was_on: line.autopayWasOn,
    period_number: line.withPeriod,
  });
}

/** @param since not what was planned before @returns undefined if it was not to end */
export async function takeBackEnding(
  tx: Tx,
  lineId: string,
  since?: Date,
): Promise<{ autopayWasOn: boolean } | undefined> {
  const row = since
    ? await store.deleteEndingSince(tx, lineId, since)
    : await store.deleteEnding(tx, lineId);
  return row && { autopayWasOn: row.autopay_was_on };
}

/** Whether autopay is on again if the ending is taken back. */
export async function autopayComesBack(db: Query, lineId: string): Promise<boolean> {
  return (await store.endingOf(db, lineId))?.autopay_was_on ?? false;
}

/** Its customer turned it off meanwhile. Takes the line first. */
export const leaveAutopayOff = store.leaveAutopayOff;

/** Some lines whose paid time is over, and which nobody else has. */
export async function carryOutEndings(
  app: App,
  tx: Tx,
  limit: number,
): Promise<store.EndingLine[]> {
  const found = await store.lockEndings(tx, app.clock.now(), limit);
  const ended: store.EndingLine[] = [];
  for (const line of found) {
    // Taken back, or the line kept, in the moment before its row was locked.
    if (!(await store.endingOf(tx, line.id)) || (await isKept(tx, line.id))) continue;
    await endLine(app, tx, line.id);
    ended.push(line);
  }
  return ended;
}
