import { arriveAsNewcomer, emailTo } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';

test(
  '[P09] a customer who goes away puts their line on hold, comes back early in one press, and pays for the days used',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const main = page.getByRole('main');
    const { email } = await arriveAsNewcomer(page, request);
    await buyPlan(page, request, cards.good, true);
    const toLine = async () => {
      await page.goto('/dashboard');
      await main.getByRole('link', { name: 'Manage this line' }).click();
      await main.getByRole('link', { name: /Number and leaving/ }).click();
    };

    await test.step('what it costs and when the line is back is said before anything happens', async () => {
      await toLine();
      await look(page, 'hold-offered');
      await main.getByRole('button', { name: 'Put this line on hold' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: '60 days' }).check();
      await expect(dialog).toContainText('Costs 6 of your paid days.');
      await look(page, 'hold-dialog');
      await dialog.getByRole('button', { name: 'Put it on hold for 60 days' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('it is called on hold once the network has done it, and an email says so', async () => {
      const told = await emailTo(request, email, /is on hold$/);
      await expect(main.getByText('On hold', { exact: true }).first()).toBeVisible();
      await look(page, 'on-hold');
      await page.goto(told.link);
      await expect(main.getByText('On hold', { exact: true }).first()).toBeVisible();
    });

    await test.step('back early, in one press on the first page', async () => {
      await passDays(request, 20);
      await page.goto('/dashboard');
      await expect(main).toContainText('Your line is on hold.');
      await look(page, 'dashboard-on-hold');
      await main.getByRole('button', { name: 'Turn back on' }).click();
      await expect(main.getByText('Active', { exact: true })).toBeVisible();
      await emailTo(request, email, /is back on$/);
    });
  },
);
