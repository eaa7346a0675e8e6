import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { dayInZone, dayLater } from '../brands/time-zone.ts';
import type { Query } from '../db/database.ts';
import { firstActivation } from '../lines/line-figures.ts';
import { addCounts, countDays } from './day-counts.ts';
import * as store from './store.ts';

/** What settles late still counts on its day. They are counted together. */
export const COUNTED_AGAIN = 3;
/** Of those before them, so many times some in one run, the newest first. */
const STEPS_BACK = 20;
/** Days with fewer orders and lines than this are followed by twice as many at once. */
const FEW = 500;
const MOST_DAYS = 48;

/** Keeps the figures of days that are over, so that 180 days are read as 180 rows. */
export async function rollUp(app: App, brand: Brand): Promise<void> {
  const db = app.db.query;
  const tenant = brand.client.mvnoId;
  const today = dayInZone(app.clock.now(), brand.timeZone);
  let atOnce = COUNTED_AGAIN;
  const count = async (from: string, to: string) => {
    const days = await countDays(db, brand, from, to);
    await store.saveDays(db, tenant, days);
    const { orders, activations, ended, renewalsDue } = addCounts([...days.values()]);
    const isFew = orders + activations + ended + renewalsDue < FEW;
    atOnce = isFew ? Math.min(MOST_DAYS, 2 * atOnce) : COUNTED_AGAIN;
  };
  const from = dayLater(today, -COUNTED_AGAIN);
  await count(from, dayLater(today, -1));
  // After a pause of the product: those that nobody counted.
  let open = await store.newestDay(db, tenant, from);
  for (let step = 0; step < STEPS_BACK && open && dayLater(open, 1) < from; step += 1) {
    const since = dayLater(open, 1);
    open = earlier(dayLater(open, atOnce), dayLater(from, -1));
    await count(since, open);
  }
  const first = await firstDay(db, brand);
  let oldest = (await store.oldestDay(db, tenant)) ?? from;
  if (first === undefined) return;
  for (let step = 0; step < STEPS_BACK; step += 1) {
    if (oldest <= first) return;
    const to = dayLater(oldest, -1);
    oldest = later(dayLater(oldest, -atOnce), first);
    await count(oldest, to);
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** Orders come a little before the first line works. Undefined: nothing has happened yet. */
export async function firstDay(db: Query, brand: Brand): Promise<string | undefined> {
  const at = await firstActivation(db, brand.client.mvnoId);
  return at && dayLater(dayInZone(at, brand.timeZone), -COUNTED_AGAIN);
}
