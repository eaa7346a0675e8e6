import type { APIRequestContext, Page } from '@playwright/test';
import { arriveAsNewcomer, askAsCustomer, password } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { enterRoom, look, passDays, passHours } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards, sandboxNumber } from './shopping.ts';

async function otherCarrier(request: APIRequestContext, msisdn: string, step: string) {
  const answer = await request.post('/sandbox/carrier/portout', { data: { msisdn, step } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function prove(page: Page) {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toBeHidden();
}

test(
  '[K16] [K17] [K18] [K25] a line is ended and kept, gets a new number, and takes it to another carrier',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const main = page.getByRole('main');
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    await arriveAsNewcomer(page, request);
    const old = await buyPlan(page, request, cards.good, true);

    await test.step('ended, it says until when it works; one press keeps it', async () => {
      await page.goto('/dashboard');
      await main.getByRole('link', { name: 'Manage this line' }).click();
      await press('Turn on autopay');
      const consent = page.getByRole('dialog', { name: 'Turn on autopay?' });
      await consent.getByRole('button', { name: 'Turn on autopay' }).click();
      await expect(main.getByText(/^\$.* on /)).toBeVisible();
      await enterRoom(page, 'Number and leaving');
      await press('End this line');
      const question = page.getByRole('dialog', { name: /^End this line on/ });
      await expect(question).toContainText('What you lose');
      await look(page, 'line-end-question');
      await question.getByRole('button', { name: 'End this line' }).click();
      await expect(main.getByText('You asked us to end this line').first()).toBeVisible();
      await look(page, 'line-ends');
      await press('Keep this line');
      await expect(main.getByRole('button', { name: 'End this line' })).toBeVisible();
      await main.getByRole('link', { name: 'Back to the line' }).click();
      await expect(main.getByText(/^\$.* on /)).toBeVisible();
    });

    await test.step('with the number lock off the number is changed', async () => {
      await enterRoom(page, 'Security');
      await press('Turn off the number lock');
      await prove(page);
      await expect(main.getByRole('button', { name: 'Keep it locked' })).toBeVisible();
      await passHours(request, 1);
      await enterRoom(page, 'Number and leaving');
      await press('Change the number');
      const dialog = page.getByRole('dialog', { name: 'Change your number?' });
      await expect(dialog).toContainText(`${old} is gone for good`);
      await dialog.getByLabel('ZIP Code for the new number').fill('94105');
      await look(page, 'number-change-dialog');
      await dialog.getByRole('button', { name: `Give up ${old}` }).click();
      await prove(page);
      await expect(dialog).toBeHidden();
      await main.getByRole('link', { name: 'Back to the line' }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText(old);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(sandboxNumber);
    });

    const number = await page.getByRole('heading', { level: 1 }).textContent();
    const msisdn = (number ?? '').replaceAll(/\D/g, '');
    expect(msisdn).toHaveLength(10);

    await test.step('account number and PIN are shown once', async () => {
      await enterRoom(page, 'Number and leaving');
      await press('Get a transfer PIN');
      await page.getByRole('button', { name: 'Show account number and PIN' }).click();
      await prove(page);
      const dialog = page.getByRole('dialog', { name: 'For your new carrier' });
      await expect(dialog.getByText(/^\d{6}$/)).toBeVisible();
      await look(page, 'port-out-pin');
      const pin = (await dialog.getByText(/^\d{6}$/).textContent()) ?? '';
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(main.getByText(/^Your transfer PIN works until/)).toBeVisible();
      await page.reload();
      await expect(main.getByText(/^Your transfer PIN works until/)).toBeVisible();
      expect(await page.content()).not.toContain(pin);
    });

    await test.step('the other carrier’s steps are shown as they come', async () => {
      const here = main
        .getByRole('list', { name: 'Your number on its way' })
        .locator('[aria-current=step]');
      await otherCarrier(request, msisdn, 'request');
      await expect(here).toContainText('Another carrier asked', { timeout: 30_000 });
      for (const name of ['End this line', 'Change the number']) {
        await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0);
      }
      await look(page, 'port-out-requested');
      await enterRoom(page, 'Usage and plan');
      await expect(main).toContainText('isn’t refunded when the number leaves');
      await expect(main.getByText('Next charge')).toBeVisible();
      await expect(main.getByRole('link', { name: 'Change plan' })).toHaveCount(0);
      await main.getByRole('link', { name: 'Back to the line' }).click();
      await expect(main).toContainText(
        'When your number has moved to the other carrier, this line ends',
      );
      await enterRoom(page, 'Number and leaving');
      await otherCarrier(request, msisdn, 'confirm');
      await expect(here).toContainText('The transfer is confirmed', { timeout: 30_000 });
      await expect(main.getByRole('button', { name: 'Refuse the request' })).toHaveCount(0);
      await otherCarrier(request, msisdn, 'complete');
      await expect(main.getByText('Ended', { exact: true })).toBeVisible({ timeout: 30_000 });
      await expect(main).toContainText('Your number has moved to another carrier');
      await look(page, 'line-moved-away');
    });

    await test.step('forty days later nothing was charged for it', async () => {
      await passDays(request, 40);
      const { transactions } = await askAsCustomer<{ transactions: { kind: string }[] }>(
        page,
        request,
        '/app/payments/transactions',
      );
      expect(transactions.map((one) => one.kind)).toEqual(['new_line']);
    });
  },
);
