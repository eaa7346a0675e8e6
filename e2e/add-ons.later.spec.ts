import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { nodeFor } from '../server/src/testing/product-process.ts';
import { arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { expect, test } from './journey.ts';
import { enterRoom, look } from './line-life.ts';
import { cards, havePlanInCart, fillCheckout, openSummary, payButton } from './shopping.ts';

test.setTimeout(150_000);

const main = (page: Page) => page.getByRole('main');

interface Lines {
  readonly lines: readonly { readonly id: string; readonly status: string }[];
}

test(
  '[K03] [K10] [K23] a line is bought with autopay on, gets more data twice, and the history names it',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);

    await test.step('the shop says what can be added, and the label what it costs', async () => {
      await page.goto('/shop');
      const more = page.getByRole('region', { name: 'More when you need it' });
      await expect(more).toContainText('Extra 2 GB');
      await expect(more).toContainText('$6.00');
      await expect(page.getByText('More if you buy it: $6.00 for 2 GB').first()).toBeAttached();
      await look(page, 'shop-add-ons');
    });

    await test.step('autopay is off at checkout, and turned on with its text', async () => {
      await havePlanInCart(page);
      await page.goto('/cart/checkout');
      await fillCheckout(page, cards.good);
      const autopay = page.getByRole('checkbox', { name: 'Turn on autopay' });
      await expect(autopay).not.toBeChecked();
      await expect(main(page)).toContainText(
        'I allow Harbor to charge the card that I chose for this line, or my primary card',
      );
      await look(page, 'checkout-autopay');
      await autopay.check();
      await expect(main(page)).toContainText('we save the one you pay with');
      await look(page, 'checkout-autopay-on');
      await payButton(page).click();
      await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
    });

    let id = '';
    const isActive = async () => {
      const { lines } = await askAsCustomer<Lines>(page, request, '/app/lines');
      id = lines[0]?.id ?? '';
      return lines[0]?.status;
    };
    await expect.poll(isActive, { timeout: 45_000 }).toBe('active');

    await test.step('the line’s page shows autopay on, and what the line could have', async () => {
      await page.goto(`/dashboard/lines/${id}`);
      await expect(main(page).getByRole('button', { name: 'Turn off autopay' })).toBeVisible();
      await enterRoom(page, 'Usage and plan');
      const addOns = page.getByRole('region', { name: 'Add-ons' });
      await expect(addOns).toContainText('No add-ons yet.');
      await look(page, 'line-add-ons');
    });

    for (const [left, step] of [
      ['2 GB left until', 'first'],
      ['4 GB left until', 'second'],
    ] as const) {
      await test.step(`the price, one press with the saved card, the ${step} time`, async () => {
        await page.getByRole('link', { name: 'Add Extra 2 GB' }).click();
        await expect(main(page)).toContainText('From now until');
        await expect(main(page)).toContainText('You buy it once. It doesn’t renew.');
        await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
        if (step === 'first') await look(page, 'buy-add-on');
        await main(page).getByRole('button', { name: 'Pay $6.51' }).click();
        await expect(page.getByText(/^Thank you! Your line has what you added/)).toBeVisible();
        await expect(page.getByRole('region', { name: 'Add-ons' })).toContainText(left);
      });
    }
    await look(page, 'line-has-add-ons');

    await page.goto('/dashboard/payment');
    const bought = main(page).getByText('Add-on: Extra 2 GB').filter({ visible: true });
    await expect(bought).toHaveCount(2);
  },
);

test(
  '[K21] credit that staff gave is taken off at checkout, and the ledger says what used it',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email } = await arriveAsNewcomer(page, request);
    const root = path.join(import.meta.dirname, '..');
    const verb = ['credit', 'add', email, '7.50', '--reason', 'Outage of Nov 3'];
    await promisify(execFile)(process.execPath, [...nodeFor('portside.ts'), ...verb], {
      cwd: root,
      env: { ...process.env, PORTSIDE_DATA: path.join(root, '.test-results/e2e-data') },
    });
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    await fillCheckout(page, cards.good);
    const summary = await openSummary(page);
    await expect(summary).toContainText('Credit−$7.50');
    await look(page, 'checkout-credit');
    await payButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
    await page.goto('/dashboard/payment');
    const credit = page.getByRole('region', { name: 'Credit', exact: true });
    await expect(credit).toContainText('You have used all of it.');
    await expect(credit).toContainText('From us: Outage of Nov 3');
    await expect(credit).toContainText('Used for a payment');
    await look(page, 'credit');
  },
);
