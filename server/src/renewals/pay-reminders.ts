import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { orderUnderWay } from '../checkout/line-orders.ts';
import { hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Written } from '../emails/email.ts';
import { queuePart } from '../emails/queue-part.ts';
import { inTurns, sweep } from '../jobs/sweep.ts';
import type { Moment } from '../jobs/jobs.ts';
import { holdLine, viewAnyRenewable, type OwnedRenewable } from '../lines/renewable.ts';
import { type LineReader, readersOf } from '../lines/told.ts';
import { isReminderWanted } from '../usage/alerts.ts';
import { autopayMoment, comingRise, handMoment, nextAmount, nextPlan } from './next-bill.ts';
import { payReminderEmail } from './pay-reminder-emails.ts';
import * as store from './pay-reminder-store.ts';

const BATCH = 50;
const AT_ONCE = 8;
const SAME_DAY = hours(12);

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

/** And of the customer's other lines what falls due on the same day, in the same email. */
async function remind(app: App, due: store.DueReminder): Promise<void> {
  const line = await viewAnyRenewable(app.db.query, due.id);
  if (!line) return;
  const { owner } = line;
  const brand = app.brands.byTenant(owner.tenant);
  const others = await store.othersDue(app.db.query, line, later(app.clock.now(), SAME_DAY));
  const found = await Promise.all(others.map((one) => viewAnyRenewable(app.db.query, one.id)));
  const lines = [line, ...found];
  const all = await Promise.all([due, ...others].map((one, at) => priced(app, one, lines[at])));
  await app.db.transaction(async (tx) => {
    // In one order, so that two who remind the same customer wait and do not block each other.
    const known = all.flat().toSorted((a, b) => (a.line.id < b.line.id ? -1 : 1));
    for (const one of known) await holdLine(tx, one.line.id);
    const told: { reader: LineReader; written: Written }[] = [];
    for (const { line: about, due: when, price } of known) {
      const ends = { at: when.paid_until, ...price };
      for (const reader of await toTell(tx, about, when)) {
        told.push({ reader, written: payReminderEmail(brand, reader, about, ends) });
      }
    }
    const event = `reminder ${line.holder} ${app.clock.now().getTime()}`;
    for (const [at, { reader, written }] of told.entries()) {
      const isLast = at === told.length - 1;
      await queuePart(app, tx, brand, reader.email, written, { event, isLast });
    }
  });
}

async function priced(app: App, due: store.DueReminder, line: OwnedRenewable | undefined) {
  return line ? [{ line, due, price: await priceOf(app, line) }] : [];
}

async function toTell(
  tx: Tx,
  line: OwnedRenewable,
  due: store.DueReminder,
): Promise<readonly LineReader[]> {
  if (!(await store.noteReminded(tx, line.owner.tenant, due))) return [];
  // Who is paying is not asked to.
  if (await orderUnderWay(tx, due.id)) return [];
  const readers = await readersOf(tx, line, 'pay');
  if (await isReminderWanted(tx, due.id, due.stage)) return readers;
  // Whoever has the line turned them off for themselves: its holder pays.
  return readers.filter(({ sharing }) => sharing?.as === 'holder');
}

/** The amount; without whoever knows the taxes, the plan's price. */
async function priceOf(app: App, line: OwnedRenewable) {
  const { tenant } = line.owner;
  const seller = { tenant, brand: app.brands.byTenant(tenant) };
  const at = handMoment(app, seller, line);
  try {
    const cents = await nextAmount(app, seller, line, at);
    return { cents, isWhole: true, risen: await risenBeforeDue(app, seller, line) };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    const { cents } = await nextPlan(app, tenant, line, at);
    return { cents, isWhole: false, risen: undefined };
  }
}

/** What these 30 days cost on a later day. */
async function risenBeforeDue(
  app: App,
  seller: { tenant: number; brand: Brand },
  line: OwnedRenewable,
): Promise<{ from: Date; cents: number } | undefined> {
  const rise = await comingRise(app, seller.tenant, line);
  if (!rise || rise.from > autopayMoment(app, seller, line)) return undefined;
  const { from } = rise;
  return { from, cents: await nextAmount(app, seller, line, from) };
}
