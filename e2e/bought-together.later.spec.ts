import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { arriveAsNewcomer } from './customers.ts';
import { expect, test } from './journey.ts';
import { pressOn, tabTo, typeTogether } from './keys.ts';
import { look } from './line-life.ts';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';
import { number, shown } from './porting.ts';
import { orderPlan } from './purchases.ts';
import { sayerOf } from './say.ts';
import {
  acceptCookies,
  cards,
  centsOf,
  expectStep,
  giveContact,
  goOn,
  havePlanInCart,
  openSummary,
  payButton,
  popular,
  typeCard,
} from './shopping.ts';

const other = 'Clipper Unlimited';
const lineOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { level: 2, name, exact: true });
const addLine = (page: Page) => page.getByRole('button', { name: 'Add another line' });
const phoneStep = (at: number, count: number, plan: string) =>
  `Phone and number: line ${at} of ${count}, ${plan}`;

/** What each line costs, and the total. Cents. */
async function amountsOf(within: Locator): Promise<{ parts: number[]; total: number }> {
  const folds = within.locator('details > summary').filter({ hasText: /^Line \d: / });
  const parts = await folds.allTextContents();
  const total = within.locator('dl', { has: within.page().getByText('Total today') }).last();
  return {
    parts: parts.map((words) => centsOf(words.slice(words.lastIndexOf('$')))),
    total: centsOf((await total.textContent()) ?? ''),
  };
}

const sum = (all: readonly number[]) => all.reduce((one, more) => one + more, 0);

test(
  '[P03] three lines are chosen by keyboard, paid at once, and each has a SIM and a number of its own',
  { tag: '@desktop' },
  async ({ page, request }) => {
    test.slow();
    const main = page.getByRole('main');
    const { email } = await arriveAsNewcomer(page, request);
    let total = 0;
    let chosen = '';

    await test.step('lines come, change and go in the cart, by keyboard alone', async () => {
      await havePlanInCart(page);
      await page.goto('/cart');
      await acceptCookies(page);
      await expect(lineOf(page, popular.name)).toBeVisible();
      await look(page, 'several-cart-1');
      for (const at of [2, 3, 4]) {
        await pressOn(page, addLine(page));
        await expect(lineOf(page, `Line ${at}: ${popular.name}`)).toBeFocused();
        if (at === 2) await look(page, 'several-cart-2');
      }
      const plan = page.getByRole('combobox', { name: 'Plan of line 2' });
      await tabTo(page, plan);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listbox', { name: 'Plan of line 2' })).toBeVisible();
      await typeTogether(page, 'Cl');
      await page.keyboard.press('Enter');
      await expect(lineOf(page, `Line 2: ${other}`)).toBeVisible();
      await expect(plan).toBeFocused();
      await pressOn(page, addLine(page));
      await expect(main).toContainText('5 lines are the most you can buy at once.');
      await expect(addLine(page)).toBeHidden();
      await look(page, 'several-cart-5');
      for (const at of [5, 4]) {
        await pressOn(
          page,
          page.getByRole('button', { name: `Remove line ${at}: ${popular.name}` }),
        );
        await expect(lineOf(page, `Line ${at - 1}: ${popular.name}`)).toBeFocused();
      }
      await pressOn(page, main.getByRole('link', { name: 'Continue to checkout' }));
    });

    await test.step('each line is asked for its own SIM and number', async () => {
      await giveContact(page);
      await look(page, 'several-contact');
      await goOn(page);
      await expectStep(page, phoneStep(1, 3, popular.name));
      await page.getByRole('radio', { name: 'eSIM' }).check();
      const offered = page.getByRole('radiogroup', { name: /^Choose a number/ }).getByRole('radio');
      const second = offered.nth(2);
      await second.check();
      chosen = /\(\d{3}\) \d{3}-\d{4}/.exec(await nameOf(second))?.[0] ?? '';
      expect(chosen).not.toBe('');
      await look(page, 'several-phone-1');
      await goOn(page);

      await expectStep(page, phoneStep(2, 3, other));
      await expect(page.getByRole('radio', { name: chosen })).toHaveCount(0);
      await page.getByRole('radio', { name: 'SIM card' }).check();
      await expect(page.getByRole('checkbox', { name: /^Same as the service/ })).toBeChecked();
      await look(page, 'several-phone-2');
      await goOn(page);

      await expectStep(page, phoneStep(3, 3, popular.name));
      await page.getByRole('radio', { name: 'SIM card' }).check();
      await expect(main).toContainText('the same address as your other SIM card: 14 Pier Street');
      await page.getByRole('radio', { name: 'eSIM' }).check();
      await page.getByRole('radio', { name: 'Bring my number' }).check();
      await page.getByRole('textbox', { name: 'Your number' }).fill(number('34'));
      await page.getByRole('radio', { name: 'Now' }).check();
      await page.getByLabel('Account number').fill(oldCarrierSecrets.account);
      await page.getByLabel('Number Transfer PIN').fill(oldCarrierSecrets.pin);
      await look(page, 'several-phone-3');
      await goOn(page);
    });

    await test.step('all that was chosen is checked, with what each line costs', async () => {
      await expectStep(page, 'Check and pay');
      for (const words of [chosen, shown('34'), 'SIM card, sent to']) {
        await expect(main).toContainText(words);
      }
      const summary = await openSummary(page);
      await expect(summary.locator('details')).not.toHaveCount(0);
      const bill = await amountsOf(summary);
      expect(bill.parts).toHaveLength(3);
      expect(sum(bill.parts)).toBe(bill.total);
      ({ total } = bill);
      await look(page, 'several-pay');
      await summary
        .locator('summary')
        .filter({ hasText: `Line 1: ${popular.name}` })
        .click();
      await page.setViewportSize({ width: 390, height: 844 });
      await openSummary(page);
      await look(page, 'several-pay-open');
      await page.setViewportSize({ width: 1440, height: 900 });
      // An edited line comes back with what was chosen, and leads back.
      await page.getByRole('button', { name: `Edit Line 1: ${popular.name}` }).click();
      await expectStep(page, phoneStep(1, 3, popular.name));
      await expect(page.getByRole('radio', { name: chosen })).toBeChecked();
      await goOn(page);
      await typeCard(page, cards.good);
      await page.getByRole('checkbox', { name: 'Turn on autopay' }).check();
      await look(page, 'several-pay-autopay');
      await page.getByRole('checkbox', { name: 'Turn on autopay' }).uncheck();
      await expect(payButton(page)).toHaveText(`Pay $${(total / 100).toFixed(2)}`);
      await payButton(page).click();
    });

    await test.step('one payment, and each line has its own state', async () => {
      const paid = page.getByRole('dialog', { name: 'Payment Successful' });
      await expect(paid).toBeVisible();
      const lines = paid.getByRole('list').getByRole('listitem');
      await expect(lines).toHaveCount(3);
      await expect(lines.nth(0)).toContainText(chosen);
      await expect(lines.nth(1)).toContainText('We’ll email you when your SIM card is mailed.');
      await expect(lines.nth(2)).toContainText(shown('34'));
      await look(page, 'several-paid');
      await expect(lines.nth(0).getByRole('link', { name: /^Set up eSIM/ })).toBeVisible({
        timeout: 60_000,
      });
      await look(page, 'several-paid-ready');
      await page.keyboard.press('Escape');
      await expect(paid).toBeHidden();
      await look(page, 'several-paid-page');
      await main.getByRole('link', { name: 'To Dashboard' }).click();
      await expect(main.getByRole('article').filter({ hasText: chosen })).toHaveCount(1);
      await look(page, 'several-dashboard');
    });

    await test.step('the history has one payment with its parts, and so has the one email', async () => {
      await page.goto('/dashboard/payment');
      const view = page.getByRole('button', { name: /^View the payment of/ });
      await expect(view).toHaveCount(1);
      await look(page, 'several-history');
      await view.click();
      const details = page.getByRole('dialog', { name: 'Payment Details' });
      const parts = details.getByRole('list').getByRole('listitem');
      await expect(parts).toHaveCount(3);
      const amounts = await parts.evaluateAll((all) =>
        all.map((one) => /\$[\d.,]+/.exec(one.textContent ?? '')?.[0] ?? ''),
      );
      expect(sum(amounts.map(centsOf))).toBe(total);
      await look(page, 'several-details');
      const receipt = page.waitForEvent('download');
      await details.getByRole('button', { name: 'Download PDF' }).click();
      expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);

      const text = await newsOf(request, email, /receipt/i);
      for (const words of [popular.name, other, chosen]) expect(text).toContain(words);
      const dollars = `$${(total / 100).toFixed(2)}`;
      const all = await emailsTo(request, email);
      expect(all.filter((one) => one.text.includes(dollars))).toHaveLength(1);
    });
  },
);

interface Email {
  readonly subject: string;
  readonly text: string;
}

async function emailsTo(request: APIRequestContext, email: string): Promise<Email[]> {
  const answer = await request.get('/sandbox/mail/messages', { params: { to: email } });
  return (await answer.json()) as Email[];
}

/** What comes of several lines leaves within a minute. */
async function newsOf(request: APIRequestContext, email: string, words: RegExp): Promise<string> {
  const found = async () => {
    const all = await emailsTo(request, email);
    return (
      all.map(({ subject, text }) => `${subject}\n${text}`).find((one) => words.test(one)) ?? ''
    );
  };
  await expect.poll(found, { timeout: 120_000 }).toMatch(words);
  return found();
}

/** Its label's words. */
const nameOf = (radio: Locator): Promise<string> =>
  radio.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? '');

test(
  '[P03] a line that cannot begin is paid back alone, and the other one works',
  { tag: '@desktop' },
  async ({ page, request, browser, baseURL }) => {
    test.slow();
    const main = page.getByRole('main');
    const { email } = await arriveAsNewcomer(page, request);
    await havePlanInCart(page);
    await page.goto('/cart');
    await addLine(page).click();
    await expect(lineOf(page, `Line 2: ${popular.name}`)).toBeFocused();

    // With several lines in the cart, another plan of the shop is one more, and is seen.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/shop');
    await acceptCookies(page);
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: other }) })
      .getByRole('button')
      .click();
    await expect(page).toHaveURL('/cart');
    await expect(lineOf(page, `Line 3: ${other}`)).toBeFocused();
    await expect(lineOf(page, `Line 3: ${other}`)).toBeInViewport();
    await page.getByRole('button', { name: `Remove line 3: ${other}` }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await main.getByRole('link', { name: 'Continue to checkout' }).click();
    await giveContact(page);
    await goOn(page);
    await expectStep(page, phoneStep(1, 2, popular.name));
    await goOn(page);
    await expectStep(page, phoneStep(2, 2, popular.name));
    await page.getByRole('radio', { name: 'SIM card' }).check();
    await goOn(page);

    // A card at hand: its number can be given by other clients of the API only.
    const iccid = `89014100${String(Date.now()).slice(-10)}0`;
    await page.route('**/app/checkout/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const order = route.request().postDataJSON() as { more: object[] };
      await route.continue({ postData: { ...order, more: [{ ...order.more[0], iccid }] } });
    });
    const quick = await browser.newPage({ baseURL: baseURL ?? '' });
    await arriveAsNewcomer(quick, request);
    // The provider answers later; meanwhile somebody else pays for a line with that card.
    await typeCard(page, cards.outcomeUnknown);
    const placed = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/orders'),
    );
    await payButton(page).click();
    expect((await placed).status()).toBe(200);
    expect(await orderPlan(quick, request, cards.good, { simType: 'physical', iccid })).toBe(
      'paid',
    );
    await quick.close();

    const paid = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(paid).toBeVisible({ timeout: 90_000 });
    const lines = paid.getByRole('list').getByRole('listitem');
    await expect(lines.nth(1)).toContainText('We couldn’t start this line and refunded', {
      timeout: 60_000,
    });
    await expect(lines.nth(0).getByRole('link', { name: /^Set up eSIM/ })).toBeVisible({
      timeout: 60_000,
    });
    await look(page, 'several-refused');
    await paid.getByRole('button', { name: 'To Dashboard' }).click();
    await expect(page.locator('article[data-status=active]')).toHaveCount(1);
    await look(page, 'several-refused-dashboard');

    await page.goto('/dashboard/payment');
    await page.getByRole('button', { name: /^View the payment of/ }).click();
    const details = page.getByRole('dialog', { name: 'Payment Details' });
    const parts = details.getByRole('list').getByRole('listitem');
    await expect(parts.nth(0)).not.toContainText('Refunded');
    await expect(parts.nth(1)).toContainText('Refunded');
    await look(page, 'several-refused-details');
    expect(await newsOf(request, email, /we refunded/i)).toContain(popular.name);
  },
);

test(
  '[P03] several lines are bought in Spanish',
  { tag: '@desktop' },
  async ({ page, request }) => {
    test.slow();
    const say = sayerOf('es');
    const main = page.getByRole('main');
    await arriveAsNewcomer(page, request);
    await havePlanInCart(page);
    await page.goto('/es/cart');
    for (const _ of [2, 3])
      await main.getByRole('button', { name: say('Add another line') }).click();
    await expect(main.getByRole('heading', { level: 2 })).toHaveCount(4);
    await look(page, 'es-cart');
    await main.getByRole('link', { name: say('Continue to checkout') }).click();
    await expectStep(page, say('Contact and service address'));
    for (const [name, text] of [
      ['contactNumber', '2125550123'],
      ['streetNumber', '14'],
      ['streetName', 'Pier Street'],
      ['city', 'New York'],
      ['zipCode', '10005'],
    ] as const) {
      await page.locator(`input[name=${name}]`).fill(text);
    }
    const onward = main.getByRole('button', { name: say('Continue'), exact: true });
    await onward.click();
    const step = (at: number) =>
      expect(page.getByRole('heading', { level: 2, name: new RegExp(`${at} de 3`) })).toBeVisible();
    await step(1);
    await look(page, 'es-phone');
    await onward.click();
    await step(2);
    await main.getByRole('radio', { name: say('SIM card') }).check();
    await onward.click();
    await step(3);
    await main.getByRole('radio', { name: say('SIM card') }).check();
    await onward.click();
    await expectStep(page, say('Check and pay'));
    await page.getByLabel(say('Card number')).fill(cards.good);
    await page.getByLabel(say('Expiry date')).fill('12/34');
    await page.getByLabel('CVV').fill('123');
    await look(page, 'es-pay');
    await main.getByRole('button', { name: /^Pagar \$/ }).click();
    const paid = page.getByRole('dialog');
    await expect(paid.getByRole('list').getByRole('listitem')).toHaveCount(3);
    await look(page, 'es-paid');
  },
);
