import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { sweep } from '../jobs/sweep.ts';
import { isWithin } from '../limits/limits.ts';
import { addressesOfTrained } from '../staff/training.ts';
import { days, later } from '../clock.ts';
import { businessDayBefore } from './business-days.ts';
import { staffEmail, type StaffNews } from './emails.ts';
import * as store from './store.ts';

const BATCH = 200;
/** Longer than any weekend with holidays. */
const AHEAD = days(10);
/** So often until it is answered. */
const WARNED_AGAIN_AFTER = days(1);

/**
 * Once an hour for each kind of news, however many requests there are. @returns false: the job tells it
 * later
 */
export async function tellStaff(
  app: App,
  tx: Tx,
  tenant: number,
  news: StaffNews,
  answerBy: Date,
): Promise<boolean> {
  const whom = { tenant, whose: [news] };
  const once = { name: 'separation-news', points: 1, minutes: 60 };
  if (!(await isWithin(app, tx, whom, [once]))) return false;
  const brand = app.brands.byTenant(tenant);
  for (const address of await addressesOfTrained(tx, tenant)) {
    await queueEmail(app, tx, brand, address, staffEmail(brand, news, answerBy));
  }
  return true;
}

/** What was not told at once; once a business day before an answer is due; each day when it is late. */
export async function remindStaff(app: App): Promise<void> {
  const now = app.clock.now();
  const found = await store.toTell(app.db.query, {
    dueBefore: later(now, AHEAD),
    warnedBefore: later(now, -WARNED_AGAIN_AFTER),
    limit: BATCH,
  });
  const shops = [...Map.groupBy(found, (row) => row.tenant_id)].map(([tenant, rows]) => ({
    id: String(tenant),
    tenant,
    rows,
  }));
  await sweep(app, shops, (shop) => remind(app, shop), 'staff could not be reminded yet');
}

interface Shop {
  readonly tenant: number;
  readonly rows: readonly store.SeparationRow[];
}

function remind(app: App, { tenant, rows: found }: Shop): Promise<void> {
  return app.db.transaction(async (tx) => {
    const ids = found.map(({ id }) => id).toSorted();
    const told = new Map<StaffNews, Due[]>();
    for (const id of ids) {
      const row = await store.lockSeparation(tx, id);
      const due = row?.state === 'open' && row.answer_by && { ...row, answer_by: row.answer_by };
      const news = due && newsOf(app, due);
      if (news) told.set(news, [...(told.get(news) ?? []), due]);
    }
    const now = app.clock.now();
    for (const [news, rows] of told) {
      const [first] = rows
        .map((row) => row.answer_by)
        .toSorted((a, b) => a.getTime() - b.getTime());
      if (!first || !(await tellStaff(app, tx, tenant, news, first))) continue;
      for (const { id } of rows) {
        await store.changeSeparation(tx, id, {
          staff_told_at: now,
          ...(news !== 'waits' && { staff_reminded_at: now }),
          ...(news === 'late' && { staff_warned_at: now }),
        });
      }
    }
  });
}

type Due = store.SeparationRow & { answer_by: Date };

function newsOf(app: App, row: Due): StaffNews | undefined {
  const now = app.clock.now();
  if (row.answer_by < now) {
    const warned = row.staff_warned_at;
    return warned && later(warned, WARNED_AGAIN_AFTER) > now ? undefined : 'late';
  }
  const { timeZone } = app.brands.byTenant(row.tenant_id);
  const isDue = businessDayBefore(row.answer_by, timeZone) <= now;
  if (isDue && !row.staff_reminded_at) return 'due';
  return row.staff_told_at ? undefined : 'waits';
}
