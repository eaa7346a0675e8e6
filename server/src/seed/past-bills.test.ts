import type { Quote } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { quoteRenewal } from '@portside/contract/renewals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type Part = 'orderTotal' | 'taxAmount' | 'regulatoryFee' | 'finalCheckoutAmount';
type Parts = { readonly [part in Part]?: Quote[part] | undefined };
const parts = ({ orderTotal, taxAmount, regulatoryFee, finalCheckoutAmount }: Parts) => ({
  orderTotal,
  taxAmount,
  regulatoryFee,
  finalCheckoutAmount,
});

test('[K27] what Maya paid each month is what her next bill says', async () => {
  const maya = await app.as('maya@example.com');
  const [line] = (await maya.call(listLines, {})).lines;
  const quote = await maya.call(quoteRenewal, { id: line?.id ?? '' });
  const { transactions } = await maya.call(listTransactions, {});
  const renewals = transactions.filter(({ kind }) => kind === 'renewal');
  expect(renewals).toHaveLength(6);
  for (const { paymentDetails } of renewals) {
    expect(parts(paymentDetails)).toEqual(parts(quote));
  }
  // The first one had a promo code, and a line was set up.
  const first = transactions.find(({ kind }) => kind === 'new_line')?.paymentDetails;
  expect(first?.discountAmount).toBeGreaterThan(0);
});
