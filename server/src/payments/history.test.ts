import { viewUser } from '@portside/contract/account';
import { dateInTable } from '@portside/contract/formats';
import { listTransactions, viewTransaction, type Transaction } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer } from '../testing/shopping.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { recordPayment } from './payments.ts';
import { sumUp } from './amounts.ts';

let app: TestApp;
let busy: Caller;
const zone = 'America/New_York';
beforeAll(async () => {
  app = await openTestApp();
  busy = await newcomer(app);
  // Two of them within the same millisecond, as imports bring them.
  await record(busy, [
    ...Array.from({ length: 45 }, (_, i) => ({
      item: i % 2 ? 'Harbor Plus' : 'Harbor_Lite 100%',
      time: new Date(Date.UTC(2025, 0, 1 + Math.floor(i / 2))),
      cents: 2800 + i,
    })),
    { item: 'Late on New Year’s Eve', time: new Date('2026-01-01T04:59:59.999Z'), cents: 4900 },
    { item: 'First of the year', time: new Date('2026-01-01T05:00:00.000Z'), cents: 5000 },
    { item: '=cmd|"/c calc"!A1', time: new Date('2026-03-01T12:00:00Z'), cents: 123_456 },
    { item: 'Talk, text & "data"', time: new Date('2026-03-02T12:00:00Z'), cents: 99 },
  ]);
});
afterAll(() => app.close());

async function record(customer: Caller, past: { item: string; time: Date; cents: number }[]) {
  const { id } = await customer.call(viewUser, {});
  await app.app.db.transaction(async (tx) => {
    for (const { item, time, cents } of past) {
      const amounts = sumUp([{ kind: 'plan', name: item, cents }]);
      await recordPayment(app.app, tx, {
        tenant_id: 6,
        customer_id: id ?? '',
        charge_id: null,
        owner_kind: null,
        owner_id: null,
        kind: 'new_line',
        item,
        transaction_time: time,
        successful: true,
        amounts,
        final_cents: cents,
        network: 'visa',
        last4_digits: '4242',
      });
    }
  });
}

type Filter = Parameters<typeof busy.call<typeof listTransactions>>[1];
async function find(filter: Filter, customer = busy): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const page = await customer.call(listTransactions, { ...filter, ...(cursor && { cursor }) });
    all.push(...page.transactions);
    cursor = page.next;
  } while (cursor);
  return all;
}
const items = async (filter: Filter) => (await find(filter)).map((one) => one.item);
const times = (all: Transaction[]) => all.map((one) => one.transactionTime);

test('[D17] the order history is sorted newest first', async () => {
  const maya = await app.as('maya@example.com');
  const { transactions, next } = await maya.call(listTransactions, {});
  expect(next).toBeUndefined();
  expect(transactions.map((one) => one.successful)).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(times(transactions)).toEqual(times(transactions).toSorted().toReversed());
});

test('[D21] a transaction has its details, and is the same seen alone', async () => {
  const maya = await app.as('maya@example.com');
  const first = (await maya.call(listTransactions, {})).transactions.at(-1);
  expect(first).toMatchObject({
    id: expect.stringMatching(/^trx_/),
    item: expect.any(String),
    transactionTime: expect.stringMatching(/Z$/),
    successful: true,
    last4DigitCard: '4242',
    paymentDetails: {
      orderTotal: expect.any(Number),
      taxAmount: 3.12,
      regulatoryFee: 1.49,
      discountAmount: expect.any(Number),
      paymentMethod: 'visa',
      last4DigitCard: '4242',
      finalCheckoutAmount: expect.any(Number),
    },
  });
  expect(first?.paymentDetails).not.toHaveProperty('activationFee');
  expect(await maya.call(viewTransaction, { id: first?.id ?? '' })).toEqual(first);
});

test('[D17] pages follow each other without a gap and without a repetition, at any size', async () => {
  const whole = await find({ limit: 100 });
  expect(whole).toHaveLength(49);
  for (const limit of [1, 7, 20]) {
    expect((await find({ limit })).map((one) => one.id)).toEqual(whole.map((one) => one.id));
  }
});

test('a cursor that is none of ours is refused, and another customer’s cursor shows nothing of theirs', async () => {
  const { next } = await busy.call(listTransactions, { limit: 3 });
  const omar = await app.as('omar@example.com');
  expect(await omar.call(listTransactions, { cursor: next ?? '' })).toEqual({ transactions: [] });
  const forged = Buffer.from('-000001-01-01T00:00:00.000Z trx_1').toString('base64url');
  for (const cursor of ['x', forged]) {
    expect((await busy.refusal(listTransactions, { cursor })).problem.errors).toMatchObject([
      { field: 'cursor' },
    ]);
  }
});

test('[D17] a year and a month are those of the brand’s time zone', async () => {
  expect((await items({ year: 2025 })).slice(0, 1)).toEqual(['Late on New Year’s Eve']);
  expect(await items({ year: 2025 })).toHaveLength(44);
  expect(await items({ year: 2026, month: 1 })).toEqual(['First of the year']);
  expect(await items({ year: 2025, month: 12 })).toEqual(['Late on New Year’s Eve']);
  expect(await items({ year: 2024 })).toHaveLength(2);
  const [last] = await find({ year: 2024 });
  expect(dateInTable(last?.transactionTime ?? '', zone)).toBe('Dec 31, 24');
  expect((await busy.refusal(listTransactions, { month: 13 })).status).toBe(400);
});

test('a search finds part of an item’s name, in any case, and takes no sign for a wildcard', async () => {
  expect(await items({ q: 'plus' })).toHaveLength(22);
  expect(new Set(await items({ q: ' LITE 100% ' }))).toEqual(new Set(['Harbor_Lite 100%']));
  expect(await items({ q: 'r_l' })).toHaveLength(23);
  expect(await items({ q: 'harbor%plus' })).toEqual([]);
  expect(await items({ q: 'year' })).toEqual(['First of the year', 'Late on New Year’s Eve']);
  expect((await busy.refusal(listTransactions, { q: '\u0000' })).status).toBe(400);
});

test('a search finds amounts: whole dollars any cents, cents exactly, however they are written', async () => {
  const amounts = async (q: string) =>
    (await find({ q })).map((one) => one.paymentDetails.finalCheckoutAmount);
  expect(await amounts('28')).toHaveLength(45);
  // Two of them are of the same moment: in any order.
  expect(new Set(await amounts('28.4'))).toEqual(new Set([28.44, 28.43, 28.42, 28.41, 28.4]));
  expect(await amounts('$28.07')).toEqual([28.07]);
  expect(await amounts('1,234.56')).toEqual([1234.56]);
  expect(await amounts('0.99')).toEqual([0.99]);
  expect(await amounts('99999999999')).toEqual([]);
  // The item's name has it, and so do no amounts: each found once.
  expect(await amounts('100')).toHaveLength(23);
});

test('[D17] search, month and pages go together', async () => {
  const narrowed = await find({ q: 'plus', year: 2025, month: 1, limit: 5 });
  expect(narrowed.length).toBeGreaterThan(15);
  expect(times(narrowed)).toEqual(times(narrowed).toSorted().toReversed());
  expect(new Set(narrowed.map((one) => one.id)).size).toBe(narrowed.length);
  expect(await items({ q: 'plus', year: 2026 })).toEqual([]);
});

async function csv(customer: Caller, query = '') {
  const answer = await app.fetch(`/app/payments/transactions.csv${query}`, {
    headers: { ...harbor, authorization: `Bearer ${customer.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer()).toString();
  return { answer, bytes, records: bytes.split('\r\n') };
}

test('the history as CSV has every order, in the brand’s time, as a file kept in no cache', async () => {
  const { answer, bytes, records } = await csv(busy);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="harbor-order-history.csv"',
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(bytes.startsWith('\uFEFFDate (America/New_York),Item,Status,Order Total,')).toBe(true);
  expect(records).toHaveLength(1 + 49 + 1);
  expect(records.at(-1)).toBe('');
  const eve = records.find((record) => record.includes('New Year’s Eve'));
  expect(eve).toMatch(
    /^2025-12-31 23:59,Late on New Year’s Eve,Success,49\.00,0\.00,0\.00,0\.00,0\.00,49\.00,visa,4242,trx_\w+,0\.00,0\.00,0\.00,0\.00,,,,,0\.00$/,
  );
});

test('commas and quotes stay in their cell of the CSV, and no item becomes a formula', async () => {
  const { bytes } = await csv(busy);
  expect(bytes).toContain(`,"Talk, text & ""data""",`);
  expect(bytes).toContain(`,"'=cmd|""/c calc""!A1",`);
});

test('the CSV of a month or a search has that part only, and a failed payment says so', async () => {
  expect((await csv(busy, '?year=2026&month=1')).records).toHaveLength(3);
  expect((await csv(busy, '?q=plus')).records).toHaveLength(24);
  const maya = await csv(await app.as('maya@example.com'));
  expect(maya.records.filter((record) => record.includes(',Failed,'))).toHaveLength(1);
  expect((await app.fetch('/app/payments/transactions.csv', { headers: harbor })).status).toBe(401);
});

test('a CSV longer than a batch is whole and in order', async () => {
  const customer = await newcomer(app);
  const past = Array.from({ length: 1203 }, (_, i) => ({
    item: 'Harbor Plus',
    time: new Date(Date.UTC(2025, 5, 1, 0, Math.floor(i / 3))),
    cents: 2500,
  }));
  await record(customer, past);
  const records = (await csv(customer)).records.slice(1, -1);
  expect(records).toHaveLength(1203);
  expect(new Set(records).size).toBe(1203);
  const dates = records.map((one) => one.slice(0, 16));
  expect(dates).toEqual(dates.toSorted().toReversed());
});
