import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { sweep } from '../jobs/sweep.ts';
import { addressesOfTrained } from '../staff/training.ts';
import { days, later } from '../clock.ts';
import { businessDayBefore } from './business-days.ts';
import { staffEmail, type StaffNews } from './emails.ts';
import * as store from './store.ts';

const BATCH = 200;
/** Longer than any weekend with holidays. */
const AHEAD = days(10);

export async function tellStaff(
  app: App,
  tx: Tx,
  tenant: number,
  news: StaffNews,
  answerBy: Date,
): Promise<void> {
  const brand = app.brands.byTenant(tenant);
  for (const address of await addressesOfTrained(tx, tenant)) {
    await queueEmail(app, tx, brand, address, staffEmail(brand, news, answerBy));
  }
}

/** A business day before an answer is due, and when it is late: once each. */
export async function remindStaff(app: App): Promise<void> {
  const found = await store.dueBefore(app.db.query, later(app.clock.now(), AHEAD), BATCH);
  await sweep(app, found, ({ id }) => remind(app, id), 'staff could not be reminded yet');
}

function remind(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const row = await store.lockSeparation(tx, id);
    if (row?.state !== 'open' || !row.answer_by) return;
    const now = app.clock.now();
    const { answer_by: answerBy, tenant_id: tenant } = row;
    if (answerBy < now) {
      if (row.staff_warned_at) return;
      await tellStaff(app, tx, tenant, 'late', answerBy);
      await store.changeSeparation(tx, id, { staff_reminded_at: now, staff_warned_at: now });
      return;
    }
    const { timeZone } = app.brands.byTenant(tenant);
    if (row.staff_reminded_at || businessDayBefore(answerBy, timeZone) > now) return;
    await tellStaff(app, tx, tenant, 'due', answerBy);
    await store.changeSeparation(tx, id, { staff_reminded_at: now });
  });
}
