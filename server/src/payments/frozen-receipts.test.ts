import { editUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { freezeReceipts } from './receipts.ts';

let app: TestApp;
/** Where the company is, by the content service; nothing while that is down. */
let street: string | undefined = '14 Pier Street';
/** The first brand's footer is not as it should be. */
let isOdd = false;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        content: {
          ...opened.content,
          async footer(brandId) {
            if (isOdd && brandId === 'harbor') throw new TypeError('no such field');
            if (!street) throw new OutsideFailure('content', 'not_done');
            // A copy: the words of a brand's folder are kept for every app of the process.
            const footer = structuredClone(await opened.content.footer(brandId));
            footer.data.attributes.address = street;
            return footer;
          },
        },
      }),
    },
  });
});
afterAll(() => app.close());

async function buy(customer: Caller) {
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  expect((await customer.call(placeOrder, order)).status).toBe('paid');
  const [newest] = (await customer.call(listTransactions, {})).transactions;
  return newest?.id ?? '';
}

const activeLine = async (customer: Caller) =>
  (await customer.call(listLines, {})).lines.some(({ status }) => status === 'active');

/** The receipt as page and PDF. */
async function receipts(customer: Caller, id: string): Promise<string[]> {
  const headers = { ...harbor, authorization: `Bearer ${customer.token}` };
  const open = (form: string) => app.fetch(`/app/payments/transactions/${id}/${form}`, { headers });
  const pdf = Buffer.from(await (await open('receipt.pdf')).arrayBuffer());
  return [await (await open('receipt')).text(), pdfText(pdf)];
}

test('a receipt stays as it was when it was paid, whatever account and brand say later', async () => {
  const customer = await newcomer(app);
  const id = await buy(customer);
  // From when the line works, the receipt names its number and period.
  await app.eventually(async () => (await activeLine(customer)) || undefined);
  const before = await receipts(customer, id);
  const brand = app.app.brands.byTenant(6);
  const was = { ...brand };
  await customer.call(editUser, { firstName: 'Nadia', lastName: 'Newname' });
  Object.assign(brand, {
    product: 'Renamed',
    company: 'Another Company, LLC',
    timeZone: 'Pacific/Honolulu',
    support: { ...brand.support, phone: '(808) 555-0100' },
  });
  street = '1 Other Road';
  try {
    expect(await receipts(customer, id)).toEqual(before);
    for (const text of before) {
      for (const words of ['Noa Newcomer', '120 Fulton Street', 'Harbor Mobile, Inc.', '14 Pier']) {
        expect(text).toContain(words);
      }
    }
    const [page] = await receipts(customer, await buy(customer));
    for (const words of ['Nadia Newname', 'Another Company, LLC', '1 Other Road', '(808)']) {
      expect(page).toContain(words);
    }
  } finally {
    Object.assign(brand, was);
    street = '14 Pier Street';
  }
});

test('a seller whose address was not told at the payment is frozen as soon as it is', async () => {
  const customer = await newcomer(app);
  street = undefined;
  const id = await buy(customer);
  expect((await receipts(customer, id))[0]).toContain('Harbor Mobile, Inc.');
  street = '2 First Known Street';
  await freezeReceipts(app.app);
  street = '14 Pier Street';
  expect((await receipts(customer, id))[0]).toContain('2 First Known Street');
});

test('a brand whose footer cannot be read keeps no other brand’s receipts from being frozen', async () => {
  const id = await buy(await newcomer(app));
  const db = app.app.db.query;
  await sql`update transactions set seller = null, tenant_id = 7 where id = ${id}`.execute(db);
  isOdd = true;
  await freezeReceipts(app.app);
  isOdd = false;
  const { rows } = await sql`select id from transactions
    where id = ${id} and seller is not null`.execute(db);
  expect(rows).toHaveLength(1);
});

test('a payment from before knows its customer and its seller from what is known now, for good', async () => {
  const maya = await app.as('maya@example.com');
  const db = app.app.db.query;
  const [old] = (await maya.call(listTransactions, {})).transactions;
  const id = old?.id ?? '';
  await sql`update transactions set customer = '[]', seller = null where id = ${id}`.execute(db);
  await freezeReceipts(app.app);
  const before = await receipts(maya, id);
  expect(before[0]).toContain('Maya');
  await maya.call(editUser, { firstName: 'Mary', lastName: 'Changed' });
  expect(await receipts(maya, id)).toEqual(before);
});
