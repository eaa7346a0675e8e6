import type {
  BookFigure,
  BookItem,
  viewBooks as viewBooksCall,
} from '@portside/contract/console/books';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { beginOfDay, dayInZone, dayLater, type DaySpan } from '../brands/time-zone.ts';
import { creditByDay } from '../credit/credit.ts';
import type { Query } from '../db/database.ts';
import type { Staff } from '../http/who.ts';
import { dollars } from '../money.ts';
import * as payments from '../payments/month-figures.ts';
import { viewLast } from '../reconciliation/reconciliation.ts';

type Answer = OutputOf<typeof viewBooksCall>;
type Cents = Record<BookFigure, number>;

const nothing: Cents = {
  billed: 0,
  fromCredit: 0,
  charged: 0,
  unowned: 0,
  refunded: 0,
  takenByBanks: 0,
  paidBackByHand: 0,
  refundedToCredit: 0,
  creditGiven: 0,
  creditUsed: 0,
  paidOut: 0,
};
const names = Object.keys(nothing) as BookFigure[];

/** A month of the brand's own days, counted from the rows themselves by indexes of time. */
export async function viewBooks(
  app: App,
  who: Staff,
  asked: ParsedInputOf<typeof viewBooksCall>,
): Promise<Answer> {
  const { brand, tenant } = who;
  const { timeZone } = brand;
  const now = app.clock.now();
  const today = dayInZone(now, timeZone);
  const month = asked.month ?? today.slice(0, 7);
  const from = `${month}-01`;
  const last = dayLater(`${dayLater(from, 31).slice(0, 7)}-01`, -1);
  const isOver = last < today;
  const to = isOver || from > today ? last : today;
  const span: DaySpan = {
    tenant,
    timeZone,
    from: beginOfDay(from, timeZone),
    before: beginOfDay(dayLater(last, 1), timeZone),
  };
  const db = app.db.query;
  const { days, elsewhere } = await countDays(db, span, from, to);
  const payouts = await payoutsOf(app, who, { from, to: last });
  for (const { arrives, amountCents, kind } of payouts.all) {
    // Midnight of the provider comes before the brand's.
    const day = days.find(({ on }) => on === arrives) ?? days.at(-1);
    if (day && kind === 'paid') day.cents.paidOut += amountCents;
  }
  const total = sumOf(days.map(({ cents }) => cents));
  return {
    month,
    from,
    to,
    isOver,
    timeZone,
    asOf: now.toISOString(),
    items: await itemsOf(db, span, total.billed),
    days: days.map(({ on, bills, cents }) => ({ on, bills, figures: inDollars(cents) })),
    totals: inDollars(total),
    bills: days.reduce((sum, { bills }) => sum + bills, 0),
    chargedElsewhere: dollars(elsewhere),
    payouts: payouts.told,
    compared: await comparison(db, brand.id),
  };
}

interface BookDay {
  readonly on: string;
  bills: number;
  readonly cents: Cents;
}

async function countDays(db: Query, span: DaySpan, from: string, to: string) {
  const days = new Map<string, BookDay>();
  for (let on = from; on <= to; on = dayLater(on, 1)) {
    days.set(on, { on, bills: 0, cents: { ...nothing } });
  }
  let elsewhere = 0;
  for (const { day, bills, billed, charged, ...more } of await payments.billsByDay(db, span)) {
    const one = days.get(day);
    if (!one) continue;
    one.bills = bills;
    Object.assign(one.cents, { billed, charged, fromCredit: billed - charged });
    elsewhere += more.elsewhere;
  }
  const add = (day: string, cents: Partial<Cents>) => {
    const one = days.get(day);
    for (const [name, more = 0] of Object.entries(cents)) {
      if (one) one.cents[name as BookFigure] += more;
    }
  };
  for (const { day, refunded, toCredit, byHand } of await payments.backByDay(db, span)) {
    add(day, { refunded, refundedToCredit: toCredit, paidBackByHand: byHand });
  }
  for (const { day, cents } of await payments.lostByDay(db, span))
    add(day, { takenByBanks: cents });
  for (const { day, charged, refunded } of await payments.straysByDay(db, span)) {
    add(day, { unowned: charged, refunded });
  }
  for (const { day, given, used } of await creditByDay(db, span)) {
    add(day, { creditGiven: given, creditUsed: used });
  }
  return { days: [...days.values()], elsewhere };
}

function sumOf(days: readonly Cents[]): Cents {
  const total = { ...nothing };
  for (const cents of days) for (const name of names) total[name] += cents[name];
  return total;
}

const inDollars = (cents: Cents) =>
  Object.fromEntries(names.map((name) => [name, dollars(cents[name])])) as Cents;

/** By place, then in the order of a bill. What a bill of old times did not itemize has a row as well. */
async function itemsOf(db: Query, span: DaySpan, billedCents: number): Promise<BookItem[]> {
  const items = new Map<string, BookItem>();
  const add = (of: 'billed' | 'returned', { cents, ...one }: payments.ItemCents) => {
    const key = [one.place, one.kind, one.name].join('\n');
    const item = items.get(key) ?? { ...one, billed: 0, returned: 0 };
    items.set(key, { ...item, [of]: item[of] + cents });
  };
  const billed = await payments.itemsBilled(db, span);
  const itemized = billed.reduce((sum, { cents }) => sum + cents, 0);
  for (const one of billed) add('billed', one);
  if (itemized !== billedCents) {
    const rest = { place: '', kind: 'sold', name: 'Bills without lines' } as const;
    add('billed', { ...rest, cents: billedCents - itemized });
  }
  for (const one of await payments.itemsReturned(db, span)) add('returned', one);
  const rank = ['sold', 'own_fee', 'government_fee', 'tax'];
  return [...items.values()]
    .toSorted(
      (a, b) =>
        a.place.localeCompare(b.place) ||
        rank.indexOf(a.kind) - rank.indexOf(b.kind) ||
        a.name.localeCompare(b.name),
    )
    .map((one) => ({ ...one, billed: dollars(one.billed), returned: dollars(one.returned) }));
}

/** Asked as they are: a month has some thirty. */
async function payoutsOf(app: App, { tenant }: Staff, span: { from: string; to: string }) {
  const { payment } = app.adapters.of(tenant);
  const sharedWith = app.adapters
    .sharing('payment', tenant)
    .filter((one) => one !== tenant)
    .map((one) => app.brands.byTenant(one).product);
  const none = (state: 'unread' | 'not_told') => ({
    all: [],
    told: { state, underWay: 0, sharedWith },
  });
  if (!payment.tellsPayouts) return none('not_told');
  try {
    const all = await payment.listPayouts(span);
    const underWay = all
      .filter(({ kind }) => kind === 'under_way')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { all, told: { state: 'read' as const, underWay: dollars(underWay), sharedWith } };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn({ error }, 'payouts could not be read');
    return none('unread');
  }
}

async function comparison(db: Query, brand: string): Promise<Answer['compared']> {
  const last = await viewLast(db);
  if (!last) return null;
  const isMine = (brands: readonly string[] = []) => brands.length === 0 || brands.includes(brand);
  return {
    at: last.at.toISOString(),
    since: last.since.toISOString(),
    differences: last.differences.filter(({ brands }) => isMine(brands)).length,
    unread: last.unread.some(({ brands }) => isMine(brands)),
  };
}
