import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer } from './customers.ts';
import { expect, test } from './journey.ts';
import {
  cards,
  cartLink,
  havePlanInCart,
  expectStep,
  fillCheckout,
  payButton,
  sandboxNumber,
  typeCard,
} from './shopping.ts';

async function payWith(page: Page, request: APIRequestContext, card: string): Promise<void> {
  await arriveAsNewcomer(page, request);
  await havePlanInCart(page);
  await page.goto('/cart/checkout');
  await fillCheckout(page, card);
  await payButton(page).click();
}

async function expectBank(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/pay\/confirm\//);
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
}

test('[A17] [E12] a payment that the bank asks about is confirmed there and ends in an active line', async ({
  page,
  request,
}) => {
  await payWith(page, request, cards.asksBank);
  await expectBank(page);
  await expectAccessible(page, 'the page of the bank');
  await page.getByRole('button', { name: 'Complete' }).click();

  await expect(page).toHaveURL(/\/stripe-response/);
  const success = page.getByRole('dialog', { name: 'Payment Successful' });
  await expect(success).toContainText('Thank You');
  await expectAccessible(page, 'the return from the bank');
  await success.getByRole('button', { name: 'To Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(cartLink(page)).toHaveText('Cart 0');
  const line = page.getByRole('article', { name: sandboxNumber });
  await expect(line).toHaveAttribute('data-status', 'active', { timeout: 30_000 });
});

test('[A17] [E13] a payment that the bank refuses fails, and the cart waits for another card', async ({
  page,
  request,
}) => {
  await payWith(page, request, cards.asksBank);
  await expectBank(page);
  await page.getByRole('button', { name: 'Fail' }).click();

  await expect(page).toHaveURL(/\/stripe-response/);
  const failure = page.getByRole('dialog', { name: 'Payment Failed' });
  await expect(failure).toContainText('Please try again!');
  await expectAccessible(page, 'the refusal of the bank');
  await failure.getByRole('button', { name: 'Try again' }).click();

  await expect(page).toHaveURL('/cart/checkout');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toBeVisible();
  // Where another card is asked for, and nothing else.
  await typeCard(page, cards.good);
  await payButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
});

test(
  '[E12] a payment whose outcome is unknown is being checked until the provider settles it',
  { tag: '@later' },
  async ({ page, request }) => {
    await payWith(page, request, cards.outcomeUnknown);
    await expectStep(page, 'We’re checking your payment');
    await expectAccessible(page, 'the page of a payment that is being checked');
    const success = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(success).toBeVisible({ timeout: 30_000 });
    await success.getByRole('button', { name: 'To Dashboard' }).click();
    await expect(page.getByRole('button', { name: /^View the payment of/ })).toHaveCount(1);
  },
);
