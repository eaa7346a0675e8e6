import type { App } from '../app.ts';
import { viewPerson } from '../account/person.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { orderUnderWay } from '../checkout/line-orders.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { inTurns, sweep } from '../jobs/sweep.ts';
import type { Moment } from '../jobs/jobs.ts';
import { holdLine, viewAnyRenewable, type OwnedRenewable } from '../lines/renewable.ts';
import { isReminderWanted } from '../usage/alerts.ts';
import { keptPlan, nextAmount } from './next-bill.ts';
import { payReminderEmail } from './pay-reminder-emails.ts';
import * as store from './pay-reminder-store.ts';

const BATCH = 50;
const AT_ONCE = 8;

/**
 * Tells owners of lines without autopay when what is paid ends (K26). Concurrent runs are harmless.
 * @returns false when there is more than one job can do
 */
export function remindToPay(app: App): Promise<boolean> {
  return inTurns([
    async () => {
      const due = await store.dueReminders(app.db.query, app.clock.now(), BATCH);
      const tell = (one: store.DueReminder) => remind(app, one);
      await sweep(app, due, tell, 'a reminder could not be sent yet', { atOnce: AT_ONCE });
      return due.length < BATCH ? 0 : due.length;
    },
  ]);
}

export const nextReminder = (): Moment => store.nextReminder;

async function remind(app: App, due: store.DueReminder): Promise<void> {
  const line = await viewAnyRenewable(app.db.query, due.id);
  if (!line) return;
  const { owner } = line;
  const brand = app.brands.byTenant(owner.tenant);
  const person = await viewPerson(app.db.query, owner);
  const price = await priceOf(app, line);
  await app.db.transaction(async (tx) => {
    await holdLine(tx, due.id);
    if (!(await store.noteReminded(tx, owner.tenant, due))) return;
    // Who is paying is not asked to.
    if (await orderUnderWay(tx, due.id)) return;
    if (!(await isReminderWanted(tx, due.id, due.stage))) return;
    const ends = { at: due.paid_until, ...price };
    await queueEmail(app, tx, brand, person.email, payReminderEmail(brand, person, line, ends));
  });
}

/** The amount; without whoever knows the taxes, the plan's price. */
async function priceOf(app: App, line: OwnedRenewable) {
  const { tenant } = line.owner;
  try {
    const brand = app.brands.byTenant(tenant);
    return { cents: await nextAmount(app, { tenant, brand }, line), isWhole: true };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    const { cents } = await keptPlan(app, tenant, line, app.clock.now());
    return { cents, isWhole: false };
  }
}
