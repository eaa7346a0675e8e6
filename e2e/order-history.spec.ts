import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test';
import { dateInDetails, dateInList, dateInTable } from '@portside/contract/formats';
import { expectAccessible } from './accessible.ts';
import { arriveAs, askAsCustomer } from './customers.ts';
import { expect, test } from './journey.ts';
import { expectFocusKept, pressOn, tabTo, typeTogether } from './keys.ts';
import { rowsOf } from './shopping.ts';

const zone = 'America/New_York';
interface Payment {
  readonly id: string;
  readonly transactionTime: string;
  readonly successful: boolean;
}

const table = (page: Page) => page.getByRole('table', { name: 'Order History' });
const list = (page: Page) => page.getByRole('list', { name: 'Order History' });
const views = (page: Page) => page.getByRole('button', { name: /^View the payment of/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Order History' });
const details = (page: Page) => page.getByRole('dialog', { name: 'Payment Details' });
/** A cross above 425 px, a way back at and below. */
const leave = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Close|Back)$/ });

/** Maya's seven orders are looked at here, and left as they are. */
async function openHistory(page: Page, request: APIRequestContext): Promise<Payment[]> {
  await arriveAs(page, request, 'maya@example.com');
  await page.goto('/dashboard/payment?view=seeAll');
  await expect(heading(page)).toBeVisible();
  await expect(views(page)).toHaveCount(7);
  const { transactions } = await askAsCustomer<{ transactions: Payment[] }>(
    page,
    request,
    '/app/payments/transactions',
  );
  expect(transactions).toHaveLength(7);
  return transactions.toSorted(
    (a, b) => Date.parse(b.transactionTime) - Date.parse(a.transactionTime),
  );
}

const inZone = (moment: string | number, part: 'year' | 'month') =>
  new Date(moment).toLocaleString('en-US', {
    timeZone: zone,
    [part]: part === 'year' ? 'numeric' : 'short',
  });

const picker = (page: Page, name: 'Month' | 'Year') => page.getByRole('combobox', { name });

async function choose(page: Page, name: 'Month' | 'Year', value: string): Promise<void> {
  await picker(page, name).click();
  const options = page.getByRole('listbox', { name });
  await options.getByRole('option', { name: value, exact: true }).click();
  await expect(picker(page, name)).toHaveText(value);
}

/** The file as the browser keeps it. */
async function fileOf(download: Download): Promise<{ name: string; content: Buffer }> {
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

async function save(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return fileOf(download);
}

test(
  '[D02] [D04] see all opens the full view in the address, and its close button leads back',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.goto('/dashboard/payment');
    await expect(page.getByRole('heading', { level: 2, name: 'Order History' })).toBeVisible();
    await expect(views(page)).toHaveCount(5);
    const seeAll = page.getByRole('button', { name: 'see all' });
    await pressOn(page, seeAll);
    await expect(page).toHaveURL('/dashboard/payment?view=seeAll');
    await expect(heading(page)).toBeFocused();
    await expect(views(page)).toHaveCount(7);
    await expect(page.getByRole('heading', { name: 'Saved cards' })).toHaveCount(0);
    await expectAccessible(page, 'the order history');
    await page.reload();
    await expect(views(page)).toHaveCount(7);

    await pressOn(page, leave(page));
    await expect(page).toHaveURL('/dashboard/payment');
    await expect(page.getByRole('heading', { name: 'Saved cards' })).toBeVisible();
    await expect(seeAll).toBeFocused();
    await page.goBack();
    await expect(heading(page)).toBeVisible();
  },
);

test(
  '[D04] [D17] month and year filter what is listed, newest first',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const payments = await openHistory(page, request);
    const dates = (some: readonly Payment[]) =>
      some.map((one) => `the payment of ${dateInTable(one.transactionTime, zone)}`);
    await expect(views(page)).toContainText(dates(payments));

    const present = Number(inZone(Date.now(), 'year'));
    const years = Array.from({ length: 12 }, (_, at) => String(present - at));
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
    for (const [name, values] of [
      ['Month', months],
      ['Year', years],
    ] as const) {
      await expect(picker(page, name)).toHaveText('All');
      await picker(page, name).click();
      const options = page.getByRole('listbox', { name }).getByRole('option');
      await expect(options).toHaveText(['All', ...values]);
      await expectAccessible(page, `the menu of ${name}`);
      await page.keyboard.press('Escape');
    }

    const newest = payments[0] as Payment;
    const year = inZone(newest.transactionTime, 'year');
    const month = inZone(newest.transactionTime, 'month');
    const ofYear = payments.filter((one) => inZone(one.transactionTime, 'year') === year);
    const ofMonth = ofYear.filter((one) => inZone(one.transactionTime, 'month') === month);
    await choose(page, 'Year', year);
    await expect(views(page)).toHaveCount(ofYear.length);
    await choose(page, 'Month', month);
    await expect(views(page)).toHaveCount(ofMonth.length);
    await expect(views(page)).toContainText(dates(ofMonth));
    expect(ofMonth.length).toBeLessThan(payments.length);

    await choose(page, 'Year', String(present - 11));
    await expect(page.getByRole('heading', { name: 'No order history' })).toBeVisible();
    await expect(views(page)).toHaveCount(0);
    await expectAccessible(page, 'a month without orders');
    await page.getByRole('button', { name: 'Show all orders' }).click();
    await expect(views(page)).toHaveCount(7);
    await expect(picker(page, 'Month')).toHaveText('All');

    await page.getByLabel('Amount or item').fill('no such plan');
    await expect(views(page)).toHaveCount(0);
    await page.getByLabel('Amount or item').fill('sloop');
    await expect(views(page)).toHaveCount(7);
  },
);

test('[D05] [D08] [D18] [J03] the order history is a table above 425 px, and cards with a back button at or below', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 426, height: 900 });
  const payments = await openHistory(page, request);
  const times = payments.map(({ transactionTime }) => transactionTime);
  const close = page.getByRole('main').getByRole('button', { name: 'Close' });
  const back = page.getByRole('main').getByRole('button', { name: 'Back' });
  await expect(table(page)).toBeVisible();
  await expect(list(page)).toBeHidden();
  await expect(close).toBeVisible();
  await expect(back).toBeHidden();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Product',
    'Price',
    'Pay Method',
    'Failed',
    'View',
  ]);
  await expect(table(page).locator('tbody td:first-child')).toHaveText(
    times.map((time) => dateInTable(time, zone)),
  );
  await expect(table(page).locator('tbody').getByText('Failed', { exact: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(426);
  await expectAccessible(page, 'the order history at 426 px');
  const rows = table(page).locator('tbody').getByRole('row');
  await rows.nth(2).getByRole('button', { name: /^View/ }).click();
  await expect(details(page)).toBeVisible();
  expect((await rowsOf(details(page)))[0]).toEqual(['Date', dateInDetails(times[2] ?? '', zone)]);
  await expectAccessible(page, 'a payment at 426 px');
  await details(page).getByRole('button', { name: 'Close' }).click();
  await expect(details(page)).toBeHidden();

  await page.setViewportSize({ width: 425, height: 900 });
  await expect(list(page)).toBeVisible();
  await expect(table(page)).toBeHidden();
  await expect(close).toBeHidden();
  const tiles = list(page).getByRole('listitem');
  await expect(tiles).toContainText(times.map((time) => dateInList(time, zone)));
  await expect(list(page).getByText('Failed', { exact: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(425);
  await expectAccessible(page, 'the order history at 425 px');
  await tiles.nth(1).getByRole('button', { name: /^View/ }).click();
  await expect(details(page)).toBeVisible();
  expect((await rowsOf(details(page)))[0]).toEqual(['Date', dateInDetails(times[1] ?? '', zone)]);
  await expectAccessible(page, 'a payment at 425 px');
  await details(page).getByRole('button', { name: 'Close' }).click();
  await expect(details(page)).toBeHidden();
  await back.click();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(page.getByRole('heading', { name: 'Saved cards' })).toBeVisible();
});

test(
  '[D13] [D17] the pickers and the details of a payment work by the keyboard alone',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const payments = await openHistory(page, request);
    const year = inZone((payments[0] as Payment).transactionTime, 'year');
    const ofYear = payments.filter((one) => inZone(one.transactionTime, 'year') === year);
    await tabTo(page, picker(page, 'Year'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox', { name: 'Year' })).toBeVisible();
    await typeTogether(page, year);
    await page.keyboard.press('Enter');
    await expect(picker(page, 'Year')).toHaveText(year);
    await expect(picker(page, 'Year')).toBeFocused();
    await expect(views(page)).toHaveCount(ofYear.length);

    const view = views(page).first();
    await pressOn(page, view);
    await expectFocusKept(page, details(page));
    await page.keyboard.press('Escape');
    await expect(details(page)).toBeHidden();
    await expect(view).toBeFocused();
  },
);

test(
  'a receipt is saved as PDF, opened to print, and the history as CSV',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const payments = await openHistory(page, request);
    const csv = await save(page, page.getByRole('button', { name: 'Download CSV' }));
    expect(csv.name).toMatch(/order-history\.csv$/);
    // Without this mark a spreadsheet spoils accents.
    expect(csv.content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = csv.content.toString('utf8').trim().split('\r\n');
    expect(lines[0]).toMatch(/^Date \(America\/New_York\),Item,Status,Order Total,/);
    const number = lines[0]?.split(',').indexOf('Number') ?? -1;
    expect(lines.slice(1).map((line) => line.split(',')[number])).toEqual(
      payments.map(({ id }) => id),
    );
    await page.getByLabel('Amount or item').fill('no such plan');
    await expect(views(page)).toHaveCount(0);
    const none = await save(page, page.getByRole('button', { name: 'Download CSV' }));
    expect(none.content.toString('utf8').trim().split('\r\n')).toHaveLength(1);
    await page.getByRole('button', { name: 'Show all orders' }).click();

    await views(page).first().click();
    await expect(details(page)).toBeVisible();
    const pdf = await save(page, details(page).getByRole('button', { name: 'Download PDF' }));
    expect(pdf.name).toMatch(/\.pdf$/);
    expect(pdf.content.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(pdf.content.length).toBeGreaterThan(5_000);

    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      details(page).getByRole('button', { name: 'Print receipt' }).click(),
    ]);
    await expect(tab.getByText('Sloop 12 GB').first()).toBeVisible();
    await expect(tab.getByText('$29.82').first()).toBeVisible();
    await tab.close();
  },
);
