import type { Page } from '@playwright/test';
import { arriveAs, arriveAsNewcomer } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards, havePlanInCart, openSummary, payButton, typeCard, walkToPay } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');

test(
  '[P07] a friend gives the code that was read out, pays for a second month, and both have credit',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const referrer = await arriveAsNewcomer(page, request);
    await buyPlan(page, request, cards.good, false);
    let code = '';
    await test.step('the code stands with the payments, and the page says what it brings', async () => {
      await page.goto('/dashboard/payment');
      await main(page).getByRole('button', { name: 'See your code' }).click();
      const heading = page.getByRole('heading', { level: 1, name: 'Refer a friend' });
      await expect(heading).toBeFocused();
      const shown = main(page).getByText(/^[A-Z]{4}-\d{4}$/);
      code = (await shown.textContent()) ?? '';
      await expect(main(page)).toContainText('Nobody has joined with your code yet');
      await look(page, 'refer-empty');
      await main(page).getByRole('button', { name: 'Close' }).click();
      await expect(main(page).getByRole('button', { name: 'See your code' })).toBeFocused();
    });

    const friend = await arriveAsNewcomer(page, request);
    await test.step('checkout says that it takes nothing off, and what it brings when', async () => {
      await havePlanInCart(page);
      await page.goto('/cart/checkout');
      await walkToPay(page);
      await page.getByRole('textbox', { name: 'Promo code' }).fill(code.toLowerCase());
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText(`${code} is noted. It takes nothing off today.`)).toBeVisible();
      await expect(await openSummary(page)).toContainText('you get $10.00 of credit once');
      await look(page, 'friends-code-in-checkout');
      await typeCard(page, cards.good);
      await payButton(page).click();
      await expect(page.getByText('Payment Successful').first()).toBeVisible();
    });

    await test.step('the second month is paid, and the credit stands in the ledger', async () => {
      await passDays(request, 25);
      await page.goto('/dashboard');
      await main(page).getByRole('link', { name: 'Pay for the next 30 days' }).click();
      await typeCardToRenew(page);
      await payButton(page).click();
      await expect(page.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await page.goto('/dashboard/payment');
      await expect(main(page)).toContainText('For joining through a friend');
    });

    await test.step('whose code it was has credit, and reads nothing of who joined', async () => {
      await arriveAs(page, request, referrer.email);
      await page.goto('/dashboard/payment?view=refer');
      await expect(main(page)).toContainText('You have credit for it.');
      await expect(main(page)).not.toContainText(friend.email);
      await look(page, 'refer-credited');
    });
  },
);

async function typeCardToRenew(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill(cards.alsoGood);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('123');
}
