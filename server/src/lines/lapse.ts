import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import { inTurns } from '../jobs/sweep.ts';
import { viewPerson } from '../account/person.ts';
import * as lapseStore from './lapse-store.ts';
import { unpaidEmail } from './lapse-emails.ts';
import { endLine, suspendLine } from './suspension.ts';

/** Days after the paid time. */
const REMINDERS = [7, 30, 53];
const BATCH = 100;

const stagesOf = (keptDays: number) => [...REMINDERS.filter((one) => one < keptDays), keptDays];

/**
 * Suspends unpaid lines, reminds their owners and ends them (K06). Concurrent runs are harmless.
 * @returns false when there is more than one job can do
 */
export async function followUnpaid(app: App): Promise<boolean> {
  const brands = app.brands.all.map(
    (brand) => () => app.db.transaction((tx) => remind(app, tx, brand)),
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

async function remind(app: App, tx: Tx, { client, lines: { keptDays } }: Brand): Promise<number> {
  const now = app.clock.now();
  const due = await lapseStore.lockDue(tx, client.mvnoId, stagesOf(keptDays), now, BATCH);
  for (const line of due) {
    const isOver = line.days >= keptDays;
    if (isOver) await endLine(app, tx, line.id);
    else await lapseStore.noteReminded(tx, line.id, line.days);
    await notifyOwner(app, tx, line, isOver ? 'ended' : 'reminded');
  }
  return due.length;
}

export async function nextUnpaid(app: App): Promise<Date | undefined> {
  const db = app.db.query;
  const moments = [
    await lapseStore.nextLapse(db),
    ...(await Promise.all(
      app.brands.all.map(({ client, lines }) =>
        lapseStore.nextStage(db, client.mvnoId, stagesOf(lines.keptDays)),
      ),
    )),
  ].filter((one) => one !== undefined);
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

async function notifyOwner(
  app: App,
  tx: Tx,
  line: lapseStore.UnpaidLine,
  about: 'suspended' | 'reminded' | 'ended',
): Promise<void> {
  const brand = app.brands.byTenant(line.tenant_id);
  const person = await viewPerson(tx, ownerOfRow(line));
  const keptUntil = later(line.paid_until, days(brand.lines.keptDays));
  const written = unpaidEmail(app, brand, person, about, { ...line, keptUntil });
  await queueEmail(app, tx, brand, person.email, written);
}
