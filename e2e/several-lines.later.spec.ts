import { arriveAsNewcomer } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { enterRoom, look, passDays } from './line-life.ts';
import { buyPlan, orderPlan } from './purchases.ts';
import { cards } from './shopping.ts';

test(
  '[K20] [K22] of two lines the one to be paid comes first; what is wrong with it is found and mended',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const main = page.getByRole('main');
    await arriveAsNewcomer(page, request);
    const older = await buyPlan(page, request, cards.good, true);
    await passDays(request, 20);
    expect(await orderPlan(page, request, cards.good)).toBe('paid');
    await passDays(request, 12);

    await test.step('the unpaid line comes first, and a further one can be added', async () => {
      await page.goto('/dashboard');
      const tiles = main.getByRole('article');
      await expect(tiles.nth(0)).toContainText(older);
      await expect(tiles.nth(0)).toContainText('is paused because its next 30 days aren’t paid');
      await expect(tiles.nth(1)).toContainText('This line is active');
      await expect(main.getByRole('link', { name: 'Add a line' })).toBeVisible();
      await look(page, 'lines-several');
    });

    await test.step('the check says to pay, and after the payment that all is fine', async () => {
      await main
        .getByRole('article')
        .nth(0)
        .getByRole('link', { name: 'Manage this line' })
        .click();
      await enterRoom(page, 'Phone and SIM');
      await main.getByRole('button', { name: 'Check this line' }).click();
      await expect(main.getByText(/Pay, and it works again within a minute/)).toBeVisible();
      await look(page, 'line-health');
      await main
        .getByRole('listitem')
        .getByRole('link', { name: 'Pay for the next 30 days' })
        .click();
      await main.getByRole('button', { name: /^Pay \$/ }).click();
      await expect(page.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await expect(main.getByText('Active', { exact: true })).toBeVisible({ timeout: 60_000 });
      await enterRoom(page, 'Phone and SIM');
      await main.getByRole('button', { name: 'Check this line' }).click();
      await expect(main.getByText(/^It is paid until/)).toBeVisible();
      await look(page, 'line-health-paid');
    });
  },
);
