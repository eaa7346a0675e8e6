import type { Page } from '@playwright/test';
import { arriveAsNewcomer } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');
const pay = { name: 'Pay for the next 30 days' };

test(
  '[K01] [K02] [K03] [K06] a line is paid for the next 30 days, left unpaid, paid again, and then pays itself',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);

    await test.step('25 days later the tile leads to the payment', async () => {
      await passDays(request, 25);
      await page.goto('/dashboard');
      await expect(main(page).getByRole('link', pay)).toBeVisible();
      await look(page, 'tile-due');
      await main(page).getByRole('link', { name: 'Manage this line' }).click();
      await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
      await expect(main(page)).toContainText('to keep this line active');
      await look(page, 'line-due');
    });

    await test.step('one press with the saved card extends what is paid', async () => {
      await main(page).getByRole('link', pay).click();
      await expect(page.getByRole('heading', { level: 1, ...pay })).toBeVisible();
      await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
      await expect(main(page)).toContainText('Total today');
      await look(page, 'renew');
      await main(page)
        .getByRole('button', { name: /^Pay \$/ })
        .click();
      await expect(page.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await expect(main(page)).toContainText('The next 30 days are paid too');
      await expect(main(page).getByRole('link', pay)).toHaveCount(0);
      await look(page, 'line-paid');
    });

    await test.step('unpaid at the end it is paused, and paid it works again', async () => {
      await passDays(request, 36);
      await page.goto('/dashboard');
      await expect(main(page)).toContainText('is paused because its next 30 days aren’t paid');
      await look(page, 'tile-unpaid');
      await main(page).getByRole('link', { name: 'Manage this line' }).click();
      await expect(main(page)).toContainText('to keep the number');
      await look(page, 'line-unpaid');
      await main(page).getByRole('link', pay).click();
      await main(page)
        .getByRole('button', { name: /^Pay \$/ })
        .click();
      await expect(page.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await expect(main(page).getByText('Active', { exact: true })).toBeVisible({
        timeout: 60_000,
      });
    });

    await test.step('autopay is on once the consent is agreed to, and off in one press', async () => {
      await main(page).getByRole('button', { name: 'Turn on autopay' }).click();
      const dialog = page.getByRole('dialog', { name: 'Turn on autopay?' });
      await expect(dialog).toContainText('I allow');
      await look(page, 'autopay-dialog');
      await dialog.getByRole('button', { name: 'Turn on autopay' }).click();
      await expect(dialog).toBeHidden();
      await expect(main(page).getByText(/^\$.* on /)).toBeVisible();
      await expect(main(page)).toContainText('autopay charges');
      await look(page, 'line-autopay');
      await main(page).getByRole('button', { name: 'Turn off autopay' }).click();
      await expect(main(page).getByText('None, autopay is off')).toBeVisible();
    });
  },
);
