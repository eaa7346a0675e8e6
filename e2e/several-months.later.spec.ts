import { arriveAsNewcomer, emailTo, password } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passDays } from './line-life.ts';
import {
  cards,
  havePlanInCart,
  openSummary,
  payButton,
  rowsOf,
  typeCard,
  walkToPay,
} from './shopping.ts';

test(
  '[P10] a customer pays for three months at once, pays for six more, and ends the line sooner with credit',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const main = page.getByRole('main');
    const { email } = await arriveAsNewcomer(page, request);

    await test.step('checkout names the price of each length, and what comes after', async () => {
      await havePlanInCart(page);
      await page.goto('/cart/checkout');
      await walkToPay(page);
      const choice = main.getByRole('radiogroup', { name: 'How long to pay for' });
      await choice.getByRole('radio', { name: '3 months (90 days): $69.00' }).check();
      const summary = await openSummary(page);
      await expect
        .poll(async () => (await rowsOf(summary)).map(([what]) => what))
        .toContain('Sloop 12 GB, 3 months (90 days)');
      await look(page, 'months-chosen');
      await page.reload();
      await expect(choice.getByRole('radio', { name: /^3 months/ })).toBeChecked();
      await typeCard(page, cards.good);
      await payButton(page).click();
    });

    await test.step('the line is paid for 90 days', async () => {
      await emailTo(request, email, /receipt/i);
      await page.goto('/dashboard');
      await expect(main.getByText('Active', { exact: true })).toBeVisible({ timeout: 45_000 });
      await main.getByRole('link', { name: 'Manage this line' }).click();
      await expect(main.getByText('Paid until', { exact: true })).toBeVisible();
      await look(page, 'paid-ahead');
    });

    await test.step('ten days before the end six more months are paid', async () => {
      await passDays(request, 85);
      await page.reload();
      await main.getByRole('link', { name: 'Pay for the next 30 days' }).click();
      const choice = main.getByRole('radiogroup', { name: 'How long to pay for' });
      await choice.getByRole('radio', { name: '6 months (180 days): $126.00' }).check();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for the next 180 days');
      await look(page, 'six-months');
      await page.getByLabel('Card number').fill(cards.good);
      await page.getByLabel('Expiry date').fill('12/34');
      await page.getByLabel('CVV').fill('123');
      await payButton(page).click();
      await expect(page).toHaveURL(/\/dashboard\/lines\/[^/]+$/);
    });

    await test.step('it ends with the days that run, and the rest becomes credit then', async () => {
      await main.getByRole('link', { name: /Number and leaving/ }).click();
      await main.getByRole('button', { name: 'End this line' }).click();
      const dialog = page.getByRole('dialog', { name: /^End this line on/ });
      await dialog.getByRole('radio').last().check();
      await expect(dialog).toContainText('becomes credit');
      await look(page, 'end-sooner');
      await dialog.getByRole('button', { name: 'End this line' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await proof.getByLabel('Password', { exact: true }).fill(password);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await expect(dialog).toBeHidden();
      await expect(main).toContainText('becomes credit');
      await look(page, 'ends-sooner');
      await passDays(request, 6);
      await emailTo(request, email, /of credit for what your line/);
    });
  },
);
