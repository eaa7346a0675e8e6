import { searchConsole } from '@portside/contract/console/search';
import { viewBooks } from '@portside/contract/console/books';
import { listInbox } from '@portside/contract/console/inbox';
import { viewToday } from '@portside/contract/console/today';
import { viewUser } from '@portside/contract/account';
import { sendChatMessage, viewChat } from '@portside/contract/chat';
import { listOpenOrders, placeOrder, viewOrder } from '@portside/contract/checkout';
import { listLines, updateNickname } from '@portside/contract/lines';
import { listCards, listTransactions, viewTransaction } from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { listPortIns, viewPortIn } from '@portside/contract/port-in';
import { listActivity, listSessions } from '@portside/contract/sessions';
import { askLoginCode, enterLoginCode, forgotPassword } from '@portside/contract/sign-in';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { handlers, schedules } from '../slices.ts';
import { days } from '../clock.ts';
import { bigDatabase } from '../testing/big-database.ts';
import { customerEmail, customerId, FLEET, orderId } from '../testing/big-rows.ts';
import { crowdTables } from '../testing/crowded-tables.ts';
import { boughtAtOnce } from '../testing/buying-lines.ts';
import { harbor } from '../testing/caller.ts';
import { copyDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { freshKey, renew } from '../testing/line-life.ts';
import { bring } from '../testing/porting.ts';
import { canBeExplained, planOf, tablesOver } from '../testing/query-plan.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { watchStatements, type Statement } from '../testing/watched-statements.ts';

/** A tenth as many customers, a fifth as many lines. Long form: PLANS_ORDERS=1000000. */
const ORDERS = Number(process.env['PLANS_ORDERS'] ?? 100_000);
const CROWD = 20_000;
/** Of the tables that may not be walked. */
const LARGE = 4000;
/**
 * They hold what happened within minutes, and jobs that were done within the hour, however large the
 * shop is: what the clock starts may walk through them. No call may.
 */
const SHORT_LIVED = ['limits', 'used_proofs', 'job_common'];

/** Lines whose usage nobody ever asked for, among all that are active. */
const ONCE_AN_HOUR = /insert into usage_looks \(line_id, tenant_id, next_at\)/;

let database: TestDatabase;
let app: TestApp;
let client: pg.Client;
let large: Set<string>;

beforeAll(async () => {
  const big = await bigDatabase(process.env['TEST_DATABASE_URL'] ?? '', ORDERS);
  database = await copyDatabase(big.settings, '');
  app = await openTestApp({ config: { database: database.settings, logLevel: 'fatal' } });
  // What runs by the clock is called by its own test, not beside another one.
  await sql`delete from pgboss.schedule`.execute(app.app.db.query);
  await crowdTables(app.app.db.poolFor('maintenance').query, CROWD);
  await sql`insert into usage_readings (line_id, tenant_id, msisdn, kind, starts_at, amount, as_of)
    select id, tenant_id, mdn, 'data', now() - hour * interval '1 hour', 1, now()
    from lines, generate_series(1, 20) as hour`.execute(app.app.db.query);
  await sql`analyze usage_readings`.execute(app.app.db.query);
  if (database.settings.kind !== 'postgres') throw new Error('This is about a server');
  client = new pg.Client({ connectionString: database.settings.url });
  await client.connect();
  large = await tablesOver(client, LARGE);
}, 900_000);
afterAll(async () => {
  await client?.end();
  await app?.close();
  await database?.drop();
});

/**
 * Each different statement with the values that it was asked with last, and how it found its rows.
 * @param besides statements that have this among their values are left out
 */
async function plansOf(work: () => Promise<unknown>, besides?: string) {
  const stop = watchStatements();
  let seen: Statement[];
  try {
    await work();
  } finally {
    seen = stop();
  }
  const asked = seen.filter(
    (one) => canBeExplained(one) && !one.values.includes(besides) && !isOfWorkers(one.text),
  );
  const different = new Map(asked.map((one) => [one.text, one]));
  const plans = [];
  for (const statement of different.values()) {
    plans.push({ text: statement.text, ...(await planOf(client, statement, large)) });
  }
  return plans;
}

/** Workers fetch jobs beside every call, and from a table of what happened within minutes. */
const isOfWorkers = (text: string) => /from pgboss\.job_common as waiting/.test(text);

/** What of it walks through a large table, or looks at more rows or pages than an answer can need. */
const wasteful = (
  plans: Awaited<ReturnType<typeof plansOf>>,
  most: { rows: number; pages: number },
  short: readonly string[] = [],
) =>
  plans
    .filter(
      ({ walked, rows, pages }) => walked.length > 0 || rows > most.rows || pages > most.pages,
    )
    .filter(({ walked }) => walked.length === 0 || !walked.every((table) => short.includes(table)))
    .map(({ text, ...plan }) => ({ text: text.slice(0, 300), ...plan }));

test('what customers wait for is found by an index, and reads few rows, however many there are', async () => {
  expect([...large]).toEqual(expect.arrayContaining(['orders', 'transactions', 'codes', 'events']));
  const plans = await plansOf(async () => {
    // Half of whose payments were for two lines (P03).
    const person = await app.as(customerEmail(20));
    await person.call(viewUser, {});
    const { lines } = await person.call(listLines, {});
    await person.call(updateNickname, { id: lines[0]?.id ?? '', nickname: 'Boat' });
    await person.call(listCards, {});
    const { transactions } = await person.call(listTransactions, {});
    await person.call(listTransactions, { month: 3, year: new Date().getFullYear() - 1 });
    await person.call(viewTransaction, { id: transactions[0]?.id ?? '' });
    await person.call(listSessions, {});
    await person.call(listActivity, {});
    const { portIns } = await (await app.as(customerEmail(7))).call(listPortIns, {});
    expect(portIns).toEqual([]);
    await person.call(listOpenOrders, {});
    await person.call(viewChat, {});
    await person.call(sendChatMessage, { clientId: 'a-message-1', text: 'Hello' });
    await app.anyone.call(askLoginCode, { email: customerEmail(3) });
    const [mail] = await app.emails(customerEmail(3));
    await app.anyone.call(enterLoginCode, { email: customerEmail(3), otp: mail?.code ?? '' });
    await app.anyone.call(forgotPassword, { email: customerEmail(4) });
  });
  expect(plans.length).toBeGreaterThan(30);
  expect(wasteful(plans, { rows: 200, pages: 200 })).toEqual([]);
});

test('[L19] a customer’s own file is read by indexes, and of their own rows alone', async () => {
  expect([...large]).toContain('usage_readings');
  const person = await app.as(customerEmail(12));
  const plans = await plansOf(async () => {
    const answer = await app.fetch('/app/users/export', {
      method: 'POST',
      headers: {
        ...harbor,
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(answer.status, await answer.text()).toBe(200);
  });
  expect(plans.length).toBeGreaterThan(30);
  expect(wasteful(plans, { rows: 200, pages: 200 })).toEqual([]);
});

test('a whole order, its line and a number brought from elsewhere read few rows', async () => {
  const plans = await plansOf(async () => {
    const person = await newcomer(app);
    const token = await paymentToken(app, cards.visa);
    const order = orderOf(await fillCart(app), { paymentToken: token, saveCard: true });
    const { orderId } = await person.call(placeOrder, order);
    await orderWhen(app, person, orderId, 'active');
    await bring(person, '2125550111');
    await person.call(viewPortIn, {
      id: (await person.call(listPortIns, {})).portIns[0]?.id ?? '',
    });
  });
  expect(plans.length).toBeGreaterThan(60);
  expect(wasteful(plans, { rows: 200, pages: 200 })).toEqual([]);
});

test('[P03] several lines in one purchase, one of them paid back, read few rows', async () => {
  const plans = await plansOf(async () => {
    const person = await newcomer(app);
    const [lead = '', second = ''] = await boughtAtOnce(app, person);
    await person.call(listOpenOrders, {});
    const { transaction } = await person.call(viewOrder, { id: second });
    await runVerb(app.app, ['order', 'show', second]);
    await runVerb(app.app, ['order', 'refund', second]);
    await orderWhen(app, person, second, 'refunded');
    await person.call(viewTransaction, { id: transaction?.id ?? '' });
    expect((await person.call(viewOrder, { id: lead })).status).toBe('active');
  });
  expect(plans.length).toBeGreaterThan(60);
  expect(wasteful(plans, { rows: 200, pages: 200 })).toEqual([]);
});

test('an order history of ten thousand payments is read a page at a time, searched too', async () => {
  const fleet = await app.as(customerEmail(FLEET));
  const pages = await plansOf(async () => {
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const answer = await fleet.call(listTransactions, { limit: 50, ...(cursor && { cursor }) });
      cursor = answer.next;
    }
    await fleet.call(listTransactions, { year: new Date().getFullYear() - 1 });
  });
  expect(wasteful(pages, { rows: 250, pages: 400 })).toEqual([]);
  const searches = await plansOf(async () => {
    for (const q of ['sloop', 'travel', '28', '$28.49', 'nothing']) {
      await fleet.call(listTransactions, { q });
    }
  });
  expect(wasteful(searches, { rows: 3000, pages: 6000 })).toEqual([]);
});

test('operators find a customer, an order and the port-ins under way by an index', async () => {
  const plans = await plansOf(async () => {
    await runVerb(app.app, ['customer', 'show', customerEmail(20)]);
    await runVerb(app.app, ['customer', 'show', customerId(21)]);
    await runVerb(app.app, ['order', 'show', orderId(1234)]);
    for (const verb of ['port-ins', 'jobs']) await runVerb(app.app, [verb]);
    expect((await app.fetch('/readyz')).status).toBe(200);
  });
  expect(plans.length).toBeGreaterThan(10);
  expect(wasteful(plans, { rows: 200, pages: 200 }, SHORT_LIVED)).toEqual([]);
});

test('what runs by the clock finds its rows by an index', async () => {
  const named = new Set(schedules.map(({ job }) => job.name));
  // Who has a tenth of all orders is compared by all of them, once a day.
  const plans = await plansOf(async () => {
    for (const { job, run } of handlers) if (named.has(job.name)) await run(app.app, {});
  }, customerId(FLEET));
  const others = plans.filter(({ text }) => !ONCE_AN_HOUR.test(text));
  expect(wasteful(others, { rows: 3000, pages: 6000 }, SHORT_LIVED)).toEqual([]);
});

test('[L14] the page Today reads days, not orders: today by an index, and a row for each day before', async () => {
  const viewer = await app.staff('viewer');
  const plans = await plansOf(async () => {
    for (const days of ['7', '30', '90'] as const) await viewer.call(viewToday, { days });
  });
  expect(plans.length).toBeGreaterThan(8);
  // Rows for each of today's orders and ended lines, a page each, and a row for each day of three years.
  const ofToday = ORDERS / 100;
  expect(wasteful(plans, { rows: 1300 + ofToday, pages: 600 + ofToday })).toEqual([]);
});

test('[L22] [L12] the books of a month and the inbox are read by an index of time', async () => {
  const billing = await app.staff('billing');
  let ofMonth = 0;
  const plans = await plansOf(async () => {
    await billing.call(listInbox, {});
    const lastMonth = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7);
    const { bills } = await billing.call(viewBooks, { month: lastMonth });
    ofMonth = bills;
  });
  expect(ofMonth).toBeGreaterThan(100);
  expect(plans.length).toBeGreaterThan(7);
  // A bill has at most six lines that count.
  const most = { rows: 8 * ofMonth, pages: 200 + 4 * ofMonth };
  expect(wasteful(plans, most, SHORT_LIVED)).toEqual([]);
});

// The last one: what it leaves to be sealed in the audit cannot be explained, which would seal it twice.
test('[L03] the console finds anybody by an index, however many there are and fit', async () => {
  const agent = await app.staff('agent');
  const { rows } = await client.query<Record<'mdn' | 'iccid', string>>(
    `select mdn, iccid from lines where mdn <> '' and iccid <> '' limit 1`,
  );
  const words = [
    'customer',
    customerEmail(20),
    'casey',
    'Casey Morgan',
    'Morgan 77 Casey',
    rows[0]?.mdn ?? '',
    '%',
    '_a',
  ];
  const exact = [rows[0]?.iccid ?? '', orderId(1234), customerId(21), '4242', '(212) 555-0101'];
  const plans = await plansOf(async () => {
    for (const q of [...words, ...exact]) await agent.call(searchConsole, { q });
  });
  expect(plans.length).toBeGreaterThan(10);
  expect(wasteful(plans, { rows: 200, pages: 200 }, SHORT_LIVED)).toEqual([]);
});

// The last one: time passes in it, and then much is due.
test('paying again, another plan and a payment that is given back read few rows', async () => {
  expect([...large]).toContain('line_periods');
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const first = orderOf(await fillCart(app), { paymentToken: token, saveCard: true });
  const { orderId: bought } = await noa.call(placeOrder, first);
  const { line } = await orderWhen(app, noa, bought, 'active');
  const id = line?.id ?? '';
  app.clock.move(days(25));
  const person = await app.as(noa.email, 'Anchor7!');
  const plans = await plansOf(async () => {
    const { orderId } = await renew(app, person, id);
    await orderWhen(app, person, orderId, 'paid');
    await runVerb(app.app, ['order', 'show', orderId]);
    await runVerb(app.app, ['order', 'refund', orderId]);
    await orderWhen(app, person, orderId, 'refunded');
    const { quoteId } = await person.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
    const other = { id, quoteId, idempotencyKey: freshKey() };
    await person.call(changePlan, { ...other, paymentToken: await paymentToken(app, cards.visa) });
  });
  expect(plans.length).toBeGreaterThan(60);
  expect(wasteful(plans, { rows: 200, pages: 200 })).toEqual([]);
});
