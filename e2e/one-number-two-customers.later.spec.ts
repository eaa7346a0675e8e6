import type { Browser, Page } from '@playwright/test';
import { arriveAsNewcomer } from './customers.ts';
import { awake, expect, test } from './journey.ts';
import {
  accepts,
  dialogOf,
  expectState,
  giveDetails,
  press,
  shown,
  startCheck,
  tile,
} from './porting.ts';
import {
  cards,
  havePlanInCart,
  payButton,
  typeCard,
  chooseESim,
  giveContact,
  goOn,
} from './shopping.ts';

/** A phone of somebody else, logged in. */
async function otherPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await arriveAsNewcomer(page, page.request);
  return page;
}

async function bringToReview(page: Page, digits: string, card: string): Promise<void> {
  await page.goto('/dashboard');
  await awake(page);
  await startCheck(page);
  await accepts(page, digits);
  await giveDetails(page);
  await press(dialogOf(page, 'Choose a plan for this number'), 'Not now');
  await havePlanInCart(page);
  await page.goto('/cart/checkout');
  await giveContact(page);
  await goOn(page);
  await expect(page.getByRole('radio', { name: shown(digits) })).toBeChecked();
  await chooseESim(page);
  await goOn(page);
  await typeCard(page, card);
}

test(
  'two customers pay for one number at the same moment: one has it, the other another one, and both are told',
  { tag: '@phone' },
  async ({ page, request, browser }) => {
    await arriveAsNewcomer(page, request);
    const other = await otherPhone(browser);
    // Neither payment is decided at once, so both are under way together.
    for (const one of [page, other]) await bringToReview(one, '24', cards.outcomeUnknown);
    await Promise.all([payButton(page).click(), payButton(other).click()]);
    for (const one of [page, other]) {
      const paid = dialogOf(one, 'Payment Successful');
      await expect(paid).toBeVisible({ timeout: 60_000 });
      await press(paid, 'To Dashboard');
      await expect(one.locator('article[data-status=active]')).toBeVisible({ timeout: 60_000 });
    }
    const states = () =>
      Promise.all([page, other].map((one) => tile(one, '24').getAttribute('data-status')));
    await expect
      .poll(async () => new Set(await states()))
      .toEqual(new Set(['completed', 'failed']));
    const [first] = await states();
    const loser = first === 'failed' ? page : other;
    await expect(tile(loser, '24')).toContainText('Someone else is transferring this number');
    const line = loser.locator('article[data-status=active]');
    await expect(line.getByRole('heading', { name: /^\(\d{3}\) 555-01\d\d$/ })).toBeVisible();
    await expect(line).not.toContainText(shown('24'));
    await other.context().close();
  },
);

test(
  'one customer in two tabs pays once, and the number comes once',
  { tag: '@phone' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await bringToReview(page, '25', cards.good);
    const second = await page.context().newPage();
    await second.goto('/cart/checkout');
    await awake(second);
    await payButton(page).click();
    await press(dialogOf(page, 'Payment Successful'), 'To Dashboard');
    await expectState(page, '25', 'completed');
    await expect(page.locator('article[data-status=active]')).toHaveCount(1);
    // The other tab has nothing left to pay.
    await second.reload();
    await expect(second).toHaveURL('/cart');
    await expect(second.getByText('Your cart is empty')).toBeVisible();
  },
);

test(
  'while the carrier is down a paid number waits, and goes on afterwards',
  { tag: '@phone' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await bringToReview(page, '26', cards.good);
    const carrier = (mode: string) =>
      request.post('/sandbox/carrier/break', { data: { mode } }).then((one) => one.ok());
    expect(await carrier('down')).toBe(true);
    try {
      await payButton(page).click();
      await press(dialogOf(page, 'Payment Successful'), 'To Dashboard');
      await expectState(page, '26', 'submitted');
    } finally {
      expect(await carrier('none')).toBe(true);
    }
    await expectState(page, '26', 'completed');
  },
);
