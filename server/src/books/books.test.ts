import {
  viewBooks as viewBooksCall,
  type BookFigures,
  type Books,
} from '@portside/contract/console/books';
import { stateOptions } from '@portside/contract/places';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { dayInZone } from '../brands/time-zone.ts';
import { runVerb } from '../operator/socket.ts';
import type { Staff } from '../http/who.ts';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { moneyLife } from '../testing/money-life.ts';
import { openTestApp } from '../testing/test-app.ts';
import { viewBooks } from './view-books.ts';

/** The longer form: `BOOK_LIVES=100`. */
const LIVES = Number(process.env['BOOK_LIVES'] ?? 6);
const SEED = 20261127;

let world: HandWorked;
let money: ReturnType<typeof moneyLife>;
let began = '';
beforeAll(async () => {
  world = await openHandWorked();
  money = moneyLife(world);
  began = monthNow();
});
afterAll(() => world.app.close());

const query = () => world.app.app.db.query;
const zone = 'America/New_York';
const monthNow = () => dayInZone(world.app.app.clock.now(), zone).slice(0, 7);
const cents = (dollars: number) => Math.round(dollars * 100);

function monthsUntil(last: string): string[] {
  const months = [began];
  for (let month = began; month < last; months.push(month)) {
    month = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 15))
      .toISOString()
      .slice(0, 7);
  }
  return months;
}

function booksOf(month: string): Promise<Books> {
  const { app } = world.app;
  return viewBooks(app, { tenant: 6, brand: app.brands.first } as Staff, { month });
}

/** To the provider's day: its first payouts of a month come before midnight in New York. */
const allBooks = () =>
  Promise.all(monthsUntil(world.app.app.clock.now().toISOString().slice(0, 7)).map(booksOf));

const figure = (books: readonly Books[], name: keyof BookFigures) =>
  books.reduce((sum, { totals }) => sum + cents(totals[name]), 0);

async function one<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row> {
  const [row] = (await statement.execute(query())).rows;
  if (!row) throw new Error('There is no row');
  return row;
}

const states = { NY: '10038', CA: '94103', DE: '19801', IL: '60601' } as const;
type State = keyof typeof states;

/** What the orders' own bills say, by state and kind. */
async function billsOfOrders() {
  const { rows } = await sql<{ state: State; kind: string; cents: number; status: string }>`
    select quote->>'state' as state, orders.status, bill->>'kind' as kind,
      sum((bill->>'cents')::int)::int as cents
    from orders, jsonb_array_elements(quote->'amounts'->'lines') as bill
    where orders.status in ('paid', 'refunding', 'refund_failed', 'refunded')
    group by 1, 2, 3`.execute(query());
  return rows;
}

const kinds: Record<string, string> = {
  plan: 'sold',
  add_on: 'sold',
  discount: 'sold',
  activation: 'own_fee',
  company_fee: 'own_fee',
  tax: 'tax',
  government_fee: 'government_fee',
};

async function checkAll(): Promise<void> {
  const books = await allBooks();
  for (const { days, totals, items, bills } of books) {
    for (const name of Object.keys(totals) as (keyof BookFigures)[]) {
      const sum = days.reduce((all, { figures }) => all + cents(figures[name]), 0);
      expect([name, sum]).toEqual([name, cents(totals[name])]);
    }
    expect(items.reduce((sum, { billed }) => sum + cents(billed), 0)).toBe(cents(totals.billed));
    expect(cents(totals.billed)).toBe(cents(totals.fromCredit) + cents(totals.charged));
    expect(days.reduce((sum, day) => sum + day.bills, 0)).toBe(bills);
  }
  // The orders' own bills, by place and kind; those that went back whole once more.
  const orders = await billsOfOrders();
  const names = Object.fromEntries(stateOptions.map(({ value, label }) => [value, label]));
  for (const state of Object.keys(states) as State[]) {
    for (const kind of new Set(Object.values(kinds))) {
      const ofBills = (which: typeof orders) =>
        which
          .filter((line) => line.state === state && kinds[line.kind] === kind)
          .reduce((sum, line) => sum + line.cents, 0);
      const ofBooks = (what: 'billed' | 'returned') =>
        books
          .flatMap(({ items }) => items)
          .filter((item) => item.place === names[state] && item.kind === kind)
          .reduce((sum, item) => sum + cents(item[what]), 0);
      const returned = orders.filter(({ status }) => status === 'refunded');
      expect([state, kind, ofBooks('billed'), ofBooks('returned')]).toEqual([
        state,
        kind,
        ofBills(orders),
        ofBills(returned),
      ]);
    }
  }
  // The provider's own books.
  const theirs = await one(sql<{ charged: number; refunded: number }>`
    select (select coalesce(sum(amount_cents), 0)::int from sandbox_pay_charges where status = 'paid')
      as charged,
    (select coalesce(sum(amount_cents), 0)::int from sandbox_pay_refunds where status = 'refunded')
      as refunded`);
  expect(figure(books, 'charged') + figure(books, 'unowned')).toBe(theirs.charged);
  expect(figure(books, 'refunded')).toBe(theirs.refunded);
  // Its payouts are of whole days, less its fees, which it takes of each charge.
  await expectPaidOut(books);
  const { balance } = await one(
    sql<{ balance: number }>`select coalesce(sum(cents), 0)::int as balance from credit_entries`,
  );
  expect(figure(books, 'creditGiven') - figure(books, 'creditUsed')).toBe(balance);
}

async function expectPaidOut(books: readonly Books[]): Promise<void> {
  const until = new Date(world.app.app.clock.now().getTime() - 2 * 86_400_000);
  const day = new Date(until.toISOString().slice(0, 10));
  day.setUTCDate(day.getUTCDate() + 1);
  const { rows } = await sql<{ cents: number; fees: number }>`
    select (select coalesce(sum(amount_cents), 0) from sandbox_pay_charges
        where status = 'paid' and created_at < ${day})
      - (select coalesce(sum(amount_cents), 0) from sandbox_pay_refunds
        where status = 'refunded' and created_at < ${day})
      - (select coalesce(sum(amount_cents), 0) from sandbox_pay_disputes
        where status = 'lost' and created_at < ${day}) as cents,
      (select coalesce(sum(round(amount_cents * 0.029) + 30), 0) from sandbox_pay_charges
        where status = 'paid' and created_at < ${day}) as fees`.execute(query());
  const [row] = rows;
  expect(figure(books, 'paidOut')).toBe(Number(row?.cents) - Number(row?.fees));
}

/** So that whatever the seed brings, each kind of figure is there. */
const oneOfEach = {
  state: 'NY' as const,
  promoCode: '' as const,
  steps: [
    { what: 'credit' as const, which: 0, cents: 1 },
    { what: 'renewal' as const, which: 0, cents: 1 },
    { what: 'addOn' as const, which: 0, cents: 1 },
    { what: 'refund' as const, which: 0, cents: 1 },
  ],
};

test('[L22] whatever is paid and given back in whatever month, the books are the bills and the provider’s own charges, to the cent', async () => {
  const someLife = fc.record({
    state: fc.constantFrom(...(Object.keys(states) as State[])),
    promoCode: fc.constantFrom('', 'WELCOME10'),
    steps: fc.array(money.someStep, { minLength: 3, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(someLife, async ({ state, promoCode, steps }) => {
      const zipCode = states[state];
      const life = await money.begin(
        { zipCode, ...(promoCode && { promoCode }) },
        { zipCode, state },
      );
      for (const step of steps) {
        await money.act(life, step);
        await world.pass(1);
        await money.hearOfRefunds(life);
      }
      await checkAll();
    }),
    { numRuns: LIVES, seed: SEED, endOnFailure: true, examples: [[oneOfEach]] },
  );
  const books = await allBooks();
  expect(books.length).toBeGreaterThan(1);
  for (const name of ['billed', 'fromCredit', 'refunded', 'refundedToCredit'] as const) {
    expect([name, figure(books, name)]).not.toEqual([name, 0]);
  }
  const items = books.flatMap((book) => book.items);
  const fees = items.filter(({ kind }) => kind === 'own_fee').map(({ name }) => name);
  expect([...new Set(fees)]).toEqual(['Regulatory fee']);
  // One that differs is said.
  await runVerb(world.app.app, ['reconcile']);
  expect((await booksOf(monthNow())).compared).toMatchObject({ differences: 0 });
  await sql`update sandbox_pay_charges set amount_cents = amount_cents + 1
    where ref = (select payment_ref from charges where status = 'paid' and payment_ref is not null
      order by created_at desc limit 1)`.execute(query());
  await runVerb(world.app.app, ['reconcile']);
  expect((await booksOf(monthNow())).compared).toMatchObject({ differences: 1 });
});

test('[L22] a month is the brand’s own days, for those who give money; one that has not begun is empty', async () => {
  let how: 'read' | 'unread' | 'not_told' = 'read';
  const app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        payment: new Proxy(opened.payment, {
          get(port, name) {
            if (name === 'tellsPayouts') return how !== 'not_told';
            if (name !== 'listPayouts' || how === 'read') return Reflect.get(port, name) as unknown;
            return () => Promise.reject(new OutsideFailure('payment', 'unknown'));
          },
        }),
      }),
    },
  });
  try {
    const admin = await app.staff('admin');
    const now = app.app.clock.now();
    const seeded = await sql<{ at: Date; cents: number }>`
      select transaction_time as at, final_cents as cents from transactions
      where successful`.execute(app.app.db.query);
    const month = dayInZone(seeded.rows[0]?.at ?? now, zone).slice(0, 7);
    const books = await admin.call(viewBooksCall, { month });
    const ofMonth = seeded.rows.filter(({ at }) => dayInZone(at, zone).startsWith(month));
    const paid = ofMonth.reduce((sum, one) => sum + one.cents, 0);
    expect(cents(books.totals.charged)).toBe(paid);
    // Nobody charged the demo's bills: they are as if from another shop.
    expect(cents(books.chargedElsewhere)).toBe(paid);
    expect(new Set(books.items.map(({ place }) => place))).toEqual(new Set(['New York']));
    const [day] = books.days.filter(({ bills }) => bills > 0);
    expect(day?.on).toBe(dayInZone(ofMonth[0]?.at ?? now, zone));
    expect([books.from, books.isOver]).toEqual([`${month}-01`, true]);
    for (const none of ['0000-01', '9999-12', '1999-12', '2026-13']) {
      const { problem } = await admin.refusal(viewBooksCall, { month: none });
      expect(problem.errors, none).toMatchObject([{ field: 'month' }]);
    }
    expect(books.days).toHaveLength(Number(books.to.slice(8)));
    // What the provider says of payouts is one part of the page; the rest stands without it.
    for (const state of ['read', 'unread', 'not_told'] as const) {
      how = state;
      const seen = await admin.call(viewBooksCall, { month });
      expect([seen.payouts.state, seen.totals]).toEqual([state, books.totals]);
    }
    const later = await admin.call(viewBooksCall, { month: '2099-02' });
    expect([later.bills, later.items, later.isOver, later.to]).toEqual([
      0,
      [],
      false,
      '2099-02-28',
    ]);
    const agent = await app.staff('agent');
    expect((await agent.refusal(viewBooksCall, { month })).problem.code).toBe('forbidden');
    const wrong = await admin.refusal(viewBooksCall, { month: '2026-13' });
    expect(wrong.problem.code).toBe('invalid');
  } finally {
    await app.close();
  }
});
