import type { Page } from '@playwright/test';
import { arriveAsNewcomer } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { enterRoom, look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');

async function choose(page: Page, plan: string, when: string): Promise<void> {
  // What comes late, above and below, moves the link.
  await expect(main(page).getByRole('meter').first()).toBeVisible();
  await expect(main(page).getByText('Add to this line')).toBeVisible();
  await main(page).getByRole('link', { name: 'Change plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change plan' })).toBeVisible();
  await main(page).getByRole('radio', { name: plan }).check();
  await main(page).getByRole('radio', { name: when, exact: true }).check();
}

test(
  '[K08] [K09] a larger plan in the middle of the 30 days, then a smaller one with the next payment',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await buyPlan(page, request, cards.good, true);
    await passDays(request, 10);
    await page.goto('/dashboard');
    await main(page).getByRole('link', { name: 'Manage this line' }).click();
    await enterRoom(page, 'Usage and plan');
    const plan = main(page).getByRole('region', { name: 'Plan', exact: true });

    await test.step('now: 19 unused days of $25.00 are worth $15.83', async () => {
      await choose(page, 'Clipper Unlimited', 'Now');
      await look(page, 'plan-choice');
      await main(page).getByRole('button', { name: 'See the price' }).click();
      await expect(main(page)).toContainText('Credit for unused days of your old plan: 19');
      await expect(main(page)).toContainText('−$15.83');
      await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
      await look(page, 'plan-price');
      await main(page)
        .getByRole('button', { name: /^Pay \$/ })
        .click();
      await expect(plan).toContainText('Thank you!');
      await expect(plan).toContainText('$40.00 for 30 days', { timeout: 30_000 });
      await look(page, 'plan-changed');
    });

    await test.step('with the next payment: noted, taken back, noted again', async () => {
      await choose(page, 'Skiff 2 GB', 'With the next payment');
      await main(page).getByRole('button', { name: 'See the price' }).click();
      await expect(main(page)).toContainText('Total of the next payment');
      await look(page, 'plan-note');
      await main(page).getByRole('button', { name: 'Change with the next payment' }).click();
      await expect(plan).toContainText('this line changes to Skiff 2 GB, for $12.00');
      await look(page, 'plan-noted');
      await plan.getByRole('button', { name: 'Keep my plan' }).click();
      await expect(plan).not.toContainText('Skiff 2 GB');
      await choose(page, 'Skiff 2 GB', 'With the next payment');
      await main(page).getByRole('button', { name: 'See the price' }).click();
      await main(page).getByRole('button', { name: 'Change with the next payment' }).click();
      await expect(plan).toContainText('this line changes to Skiff 2 GB');
    });

    await test.step('the payment carries it out when the next 30 days begin', async () => {
      await passDays(request, 25);
      await main(page).getByRole('link', { name: 'Back to the line' }).click();
      await main(page).getByRole('link', { name: 'Pay for the next 30 days' }).click();
      await expect(main(page)).toContainText('Skiff 2 GB');
      await main(page)
        .getByRole('button', { name: /^Pay \$/ })
        .click();
      // Paying leads to the line by itself.
      await expect(main(page)).toContainText('Thank you!');
      await enterRoom(page, 'Usage and plan');
      await expect(plan).toContainText('It’s paid already');
      await passDays(request, 6);
      await page.reload();
      await expect(plan).toContainText('$12.00 for 30 days', { timeout: 30_000 });
      await expect(plan).toContainText('Skiff 2 GB');
    });
  },
);
