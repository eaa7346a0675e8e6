import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { inTurns } from '../jobs/sweep.ts';
import { isKept } from './kept.ts';
import * as lapseStore from './lapse-store.ts';
import { unpaidEmail } from './lapse-emails.ts';
import { numberKeptUntil } from './number-kept.ts';
import { endLine, suspendLine } from './suspension.ts';
import { type LineNews, tellOfLine } from './told.ts';

/** Days after the paid time. */
const REMINDERS = [7, 30, 53];
const BATCH = 100;

/** Asked of `lines`: a payment is on the way. */
export type BeingPaid = RawBuilder<boolean>;

/** What payments know of a line. */
export interface LinePayments {
  readonly isBeingPaid: BeingPaid;
  /** When autopay charges next, if it does. */
  nextCharge(db: Query, owner: Owner, lineId: string): Promise<Date | undefined>;
}

const stagesOf = (
  { client, lines: { keptDays }, keptDaysBefore }: Brand,
  isBeingPaid: BeingPaid,
): lapseStore.Stages => ({
  tenant: client.mvnoId,
  reminders: REMINDERS,
  keptDays,
  keptDaysBefore,
  isBeingPaid,
});

/**
 * Suspends unpaid lines, reminds their owners and ends them (K06). Concurrent runs are harmless.
 * @returns false when there is more than one job can do
 */
export async function followUnpaid(app: App, payments: LinePayments): Promise<boolean> {
  const brands = app.brands.all.map(
    (brand) => () => app.db.transaction((tx) => remind(app, tx, brand, payments)),
  );
  return inTurns([() => app.db.transaction((tx) => suspendLapsed(app, tx, payments)), ...brands]);
}

async function suspendLapsed(app: App, tx: Tx, payments: LinePayments): Promise<number> {
  const lapsed = await lapseStore.lockLapsed(tx, app.clock.now(), BATCH);
  for (const line of lapsed) {
    await suspendLine(app, tx, line.id, 'unpaid');
    await tellReaders(app, tx, line, line.was_refunded ? 'refunded' : 'suspended', payments);
  }
  return lapsed.length;
}

async function remind(app: App, tx: Tx, brand: Brand, payments: LinePayments): Promise<number> {
  const stages = stagesOf(brand, payments.isBeingPaid);
  const due = await lapseStore.lockDue(tx, stages, app.clock.now(), BATCH);
  for (const line of due) {
    const isOver = line.days >= line.kept_days;
    // In the moment before its row was locked.
    if (isOver && (await isKept(tx, line.id))) continue;
    if (isOver) await endLine(app, tx, line.id);
    else await lapseStore.noteReminded(tx, line.id, line.days);
    await tellReaders(app, tx, line, isOver ? 'ended' : 'reminded', payments);
  }
  return due.length;
}

export function nextUnpaid(app: App, isBeingPaid: BeingPaid): Moment {
  const stages = app.brands.all.map((brand) => lapseStore.nextStage(stagesOf(brand, isBeingPaid)));
  return sql<Date | null>`least(${sql.join([lapseStore.nextLapse, ...stages])})`;
}

/** A line that stops is told to who has it, too; what is to be paid, to who may pay. */
const newsOf = {
  suspended: 'both',
  refunded: 'both',
  reminded: 'pay',
  ended: 'end',
} as const satisfies Record<Parameters<typeof unpaidEmail>[2], LineNews>;

async function tellReaders(
  app: App,
  tx: Tx,
  line: lapseStore.UnpaidLine,
  about: Parameters<typeof unpaidEmail>[2],
  payments: LinePayments,
): Promise<void> {
  const brand = app.brands.byTenant(line.tenant_id);
  const owner = ownerOfRow(line);
  const chargeAt = about === 'ended' ? undefined : await payments.nextCharge(tx, owner, line.id);
  const { paid_until: paidUntil, paused_at: pausedAt, has_moved: hasMoved } = line;
  const keptUntil = numberKeptUntil(brand, { paidUntil, pausedAt, hasMoved });
  await tellOfLine(app, tx, line, newsOf[about], (_brand, reader) =>
    unpaidEmail(brand, reader, about, { ...line, keptUntil, chargeAt }),
  );
}
