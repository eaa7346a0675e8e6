import { arriveAsNewcomer, askAsCustomer, emailTo } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards, payButton } from './shopping.ts';

/** Its first payment goes through, each later one is declined. */
const failsLater = '4000 0000 0000 0036';

test(
  '[K03] [K04] [K05] a line pays itself until its card fails; the email leads to another card, and all is well',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const main = page.getByRole('main');
    const toLine = async () => {
      await page.goto('/dashboard');
      await main.getByRole('link', { name: 'Manage this line' }).click();
    };
    const { email } = await arriveAsNewcomer(page, request);
    await buyPlan(page, request, failsLater, true);
    await toLine();
    await main.getByRole('button', { name: 'Turn on autopay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Turn on autopay' }).click();
    await expect(main.getByText(/^\$.* on /)).toBeVisible();

    await test.step('three days before, an email says when, how much and how to turn it off', async () => {
      await passDays(request, 27);
      const told = await emailTo(request, email, /^Autopay charges \$/);
      expect(told.text).toContain('0036');
      expect(told.text).toContain('#end');
    });

    const failed = await test.step('the bank declines; the line still works', async () => {
      await passDays(request, 2);
      const said = await emailTo(request, email, /couldn’t charge/);
      expect(said.text).toContain('try again on');
      await toLine();
      await expect(main.getByText('Active', { exact: true })).toBeVisible();
      return said;
    });

    await test.step('paid with another card by the email’s link, it is paid once and goes on', async () => {
      await page.goto('/dashboard');
      await expect(main).toContainText('Autopay couldn’t pay for your line.');
      await page.goto(failed.link);
      await look(page, 'autopay-failed');
      await main.getByRole('radio', { name: /new card/i }).check();
      await page.getByLabel('Card number').fill(cards.good);
      await page.getByLabel('Expiry date').fill('12/34');
      await page.getByLabel('CVV').fill('123');
      await payButton(page).click();
      await expect(page.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await passDays(request, 6);
      await page.goto('/dashboard/payment');
      await expect(main.getByText(/Renewal of/).first()).toBeVisible();
      const { transactions } = await askAsCustomer<{
        transactions: { kind: string; successful: boolean }[];
      }>(page, request, '/app/payments/transactions');
      const renewals = transactions.filter(({ kind }) => kind === 'renewal');
      expect(renewals.filter(({ successful }) => successful)).toHaveLength(1);
      await look(page, 'autopay-history');
    });
  },
);
