import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { expect, test } from './journey.ts';
import {
  cards,
  havePlanInCart,
  expectStep,
  fillCheckout,
  payButton,
  typeCard,
} from './shopping.ts';

interface Payments {
  readonly transactions: readonly { readonly successful: boolean }[];
}

async function paymentsOf(page: Page, request: APIRequestContext): Promise<boolean[]> {
  const { transactions } = await askAsCustomer<Payments>(
    page,
    request,
    '/app/payments/transactions',
  );
  return transactions.map(({ successful }) => successful);
}

async function lineCount(page: Page, request: APIRequestContext): Promise<number> {
  const { lines } = await askAsCustomer<{ lines: unknown[] }>(page, request, '/app/lines');
  return lines.length;
}

/** The order ids that the server has answered so far. */
function ordersAnswered(page: Page): string[] {
  const ids: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname !== '/app/checkout/orders' || response.request().method() !== 'POST') return;
    ids.push(((await response.json()) as { orderId: string }).orderId);
  });
  return ids;
}

test('[E13] [C05] a declined card says so, loses nothing that was typed, and another card pays the same order', async ({
  page,
  request,
}) => {
  const orders = ordersAnswered(page);
  await arriveAsNewcomer(page, request);
  await havePlanInCart(page);
  await page.goto('/cart/checkout');
  await fillCheckout(page, cards.declined);
  await payButton(page).click();

  const failure = page.getByRole('dialog', { name: 'Payment Failed' });
  await expect(failure).toContainText('Please try again!');
  await expect(failure.getByRole('img', { name: 'Failed' })).toBeVisible();
  await expectAccessible(page, 'the failure dialog');
  await failure.getByRole('button', { name: 'Try again' }).click();

  await expectStep(page, 'Check and pay');
  await expect(failure).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue('Nora Quay');
  await typeCard(page, cards.alsoGood);
  const main = page.getByRole('main');
  await expect(main).toContainText('A new number near 10005');
  await expect(main).toContainText('14 Pier Street');
  await expect(main).toContainText('(212) 555-0123');
  await payButton(page).click();
  await page
    .getByRole('dialog', { name: 'Payment Successful' })
    .getByRole('button', { name: 'To Dashboard' })
    .click();

  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: /^View the payment of/ })).toHaveCount(2);
  expect(await paymentsOf(page, request)).toEqual([true, false]);
  await expect.poll(() => orders).toHaveLength(2);
  expect(new Set(orders).size).toBe(1);
  expect(await lineCount(page, request)).toBe(1);
});

test(
  '[E12] a double click on Pay makes one order and one charge',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const orders = ordersAnswered(page);
    await arriveAsNewcomer(page, request);
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    await fillCheckout(page, cards.good);
    await payButton(page).dblclick();
    const success = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(success).toBeVisible();
    expect(await paymentsOf(page, request)).toEqual([true]);
    expect(await lineCount(page, request)).toBe(1);
    await expect.poll(() => new Set(orders).size).toBe(1);
  },
);

test('the same cart paid in two tabs at once is one order and one charge', async ({
  page,
  context,
  request,
}) => {
  await arriveAsNewcomer(page, request);
  await havePlanInCart(page);
  const second = await context.newPage();
  const both = [page, second];
  for (const tab of both) {
    await tab.goto('/cart/checkout');
    await fillCheckout(tab, cards.good);
  }
  // Both presses are made before the first is answered: the tab that paid empties the cart of both.
  const { promise: bothPressed, resolve } = Promise.withResolvers<void>();
  let presses = 0;
  await context.route('**/app/checkout/orders', async (route) => {
    presses += 1;
    if (presses === both.length) resolve();
    await bothPressed;
    await route.continue();
  });
  // Not by the pointer, which only the tab in front has, and which would wait for the button.
  for (const tab of both) {
    await expect(payButton(tab)).toBeEnabled();
    await payButton(tab).dispatchEvent('click');
  }
  for (const tab of both) {
    await expect(tab.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  }
  expect(await paymentsOf(page, request)).toEqual([true]);
  expect(await lineCount(page, request)).toBe(1);
});
