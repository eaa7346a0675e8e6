import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { inTurns } from '../jobs/sweep.ts';
import { viewPerson } from '../account/person.ts';
import * as lapseStore from './lapse-store.ts';
import { unpaidEmail } from './lapse-emails.ts';
import { numberKeptUntil } from './number-kept.ts';
import { endLine, suspendLine } from './suspension.ts';

/** Days after the paid time. */
const REMINDERS = [7, 30, 53];
const BATCH = 100;

/** Asked of `lines`: a payment is on the way. */
export type BeingPaid = RawBuilder<boolean>;

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
export async function followUnpaid(app: App, isBeingPaid: BeingPaid): Promise<boolean> {
  const brands = app.brands.all.map(
    (brand) => () => app.db.transaction((tx) => remind(app, tx, stagesOf(brand, isBeingPaid))),
  );
  return inTurns([() => app.db.transaction((tx) => suspendLapsed(app, tx)), ...brands]);
}

async function suspendLapsed(app: App, tx: Tx): Promise<number> {
  const lapsed = await lapseStore.lockLapsed(tx, app.clock.now(), BATCH);
  for (const line of lapsed) {
    await suspendLine(app, tx, line.id, 'unpaid');
    await notifyOwner(app, tx, line, 'suspended');
  }
  return lapsed.length;
}

async function remind(app: App, tx: Tx, stages: lapseStore.Stages): Promise<number> {
  const due = await lapseStore.lockDue(tx, stages, app.clock.now(), BATCH);
  for (const line of due) {
    const isOver = line.days >= line.kept_days;
    if (isOver) await endLine(app, tx, line.id);
    else await lapseStore.noteReminded(tx, line.id, line.days);
    await notifyOwner(app, tx, line, isOver ? 'ended' : 'reminded');
  }
  return due.length;
}

export function nextUnpaid(app: App, isBeingPaid: BeingPaid): Moment {
  const stages = app.brands.all.map((brand) => lapseStore.nextStage(stagesOf(brand, isBeingPaid)));
  return sql<Date | null>`least(${sql.join([lapseStore.nextLapse, ...stages])})`;
}

async function notifyOwner(
  app: App,
  tx: Tx,
  line: lapseStore.UnpaidLine,
  about: 'suspended' | 'reminded' | 'ended',
): Promise<void> {
  const brand = app.brands.byTenant(line.tenant_id);
  const person = await viewPerson(tx, ownerOfRow(line));
  const { paid_until: paidUntil, paused_at: pausedAt } = line;
  const keptUntil = numberKeptUntil(brand, { paidUntil, pausedAt });
  const written = unpaidEmail(brand, person, about, { ...line, keptUntil });
  await queueEmail(app, tx, brand, person.email, written);
}
