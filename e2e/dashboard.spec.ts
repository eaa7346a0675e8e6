import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAs, arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { expect, nextFrame, test } from './journey.ts';
import { rowsOf } from './shopping.ts';

interface Payment {
  readonly transactionTime: string;
  readonly successful: boolean;
}

const recent = 'Recent transactions';
const table = (page: Page) => page.getByRole('table', { name: recent });
const list = (page: Page) => page.getByRole('list', { name: recent });

/** A day in the brand's time zone, in parts. */
function day({ transactionTime }: Payment) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'long',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).formatToParts(Date.parse(transactionTime));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: part('weekday'),
    short: part('day'),
    long: part('day').padStart(2, '0'),
    month: part('month'),
    year: part('year'),
  };
}

test(
  '[A20] the line is on the dashboard with its number and state, and each section has its own path',
  { tag: '@phone' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.goto('/dashboard');
    const line = page.getByRole('article', { name: '(212) 555-0101' });
    await expect(line).toContainText('Active');
    await expect(line).toContainText('Sloop 12 GB');
    await expect(line).toContainText('eSIM');
    await expectAccessible(page, 'the dashboard of Maya');
    const sections = page.getByRole('navigation', { name: 'My Account' });
    for (const [name, path, title] of [
      ['Profile', '/dashboard/profile', 'Profile'],
      ['Payment', '/dashboard/payment', 'Payment'],
      ['Settings', '/dashboard/setting', 'Settings'],
      ['Dashboard', '/dashboard', 'Hello, Maya'],
    ] as const) {
      const link = sections.getByRole('link', { name });
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectAccessible(page, path);
    }
  },
);

test('[D07] [D08] [D18] [J03] the five latest payments are a table above 425 px and cards below, the failed one marked', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'maya@example.com');
  await page.setViewportSize({ width: 426, height: 900 });
  await page.goto('/dashboard');
  await expect(table(page)).toBeVisible();
  await expect(list(page)).toBeHidden();
  const { transactions } = await askAsCustomer<{ transactions: Payment[] }>(
    page,
    request,
    '/app/payments/transactions',
  );
  expect(transactions).toHaveLength(7);
  const latest = transactions
    .toSorted((a, b) => Date.parse(b.transactionTime) - Date.parse(a.transactionTime))
    .slice(0, 5);
  const inTable = latest.map(day).map((at) => `${at.month} ${at.long}, ${at.year.slice(-2)}`);
  const inList = latest.map(day).map((at) => `${at.weekday}, ${at.short} ${at.month}`);

  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Product',
    'Price',
    'Pay Method',
    'Failed',
    'View',
  ]);
  const rows = table(page).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  await expect(rows.locator('td:first-child')).toHaveText(inTable);
  await expectAccessible(page, 'the table of 426 px');

  const failedAt = latest.findIndex(({ successful }) => !successful);
  expect(failedAt).toBe(3);
  await expect(table(page).getByText('Failed', { exact: true })).toHaveCount(2);
  await expect(rows.nth(failedAt)).toContainText('Failed');
  const colourOf = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row).color);
  expect(await colourOf(failedAt)).not.toBe(await colourOf(0));

  await page.setViewportSize({ width: 425, height: 900 });
  await expect(list(page)).toBeVisible();
  await expect(table(page)).toBeHidden();
  const tiles = list(page).getByRole('listitem');
  await expect(tiles).toHaveCount(5);
  for (const [at, text] of inList.entries()) await expect(tiles.nth(at)).toContainText(text);
  await expect(tiles.nth(failedAt)).toContainText('Failed');
  await expect(tiles.nth(0)).not.toContainText('Failed');
  await expectAccessible(page, 'the cards of 425 px');
});

test(
  '[D13] [D14] [D18] [J04] the details of a payment give date, item, status and each amount there is',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.goto('/dashboard');
    const views = page.getByRole('button', { name: /^View the payment of/ });
    await expect(views).toHaveCount(5);
    const { transactions } = await askAsCustomer<{ transactions: Payment[] }>(
      page,
      request,
      '/app/payments/transactions',
    );
    const dates = transactions.map(day).map((at) => `${at.long} ${at.month} ${at.year}`);
    const details = page.getByRole('dialog', { name: 'Payment Details' });

    await views.first().click();
    await expect(details).toBeVisible();
    expect(await rowsOf(details)).toEqual([
      ['Date', dates[0]],
      ['Item', 'Renewal of Sloop 12 GB'],
      ['Status', 'Success'],
      ['Order Total', '$25.00'],
      ['Tax Amount', '$3.33'],
      ['Regulatory Fee', '$1.49'],
      ['Payment Method', expect.stringContaining('•••• 4242')],
      ['Final Checkout Amount', '$29.82'],
    ]);
    await expectAccessible(page, 'the details of a payment');
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();

    await views.nth(3).click();
    await expect(details).toContainText('This payment failed, so nothing was charged.');
    const facts = await rowsOf(details);
    expect(facts.slice(0, 3)).toEqual([
      ['Date', dates[3]],
      ['Item', 'Renewal of Sloop 12 GB'],
      ['Status', 'Failed'],
    ]);
  },
);

test('somebody without line, card or order is told so, and where to begin', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'omar@example.com');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'No line yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No order history' })).toBeVisible();
  await expectAccessible(page, 'the dashboard of Omar');
  await page.goto('/dashboard/payment');
  await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible();
  await expectAccessible(page, 'the payments of Omar');
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page).toHaveURL('/shop');
});

async function watchShifts(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => PerformanceObserver.supportedEntryTypes.includes('layout-shift')),
  ).toBe(true);
  await page.addInitScript(() => {
    const moved: [value: number, what: string][] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources?.[0]?.node?.parentElement?.outerHTML.slice(0, 200) ?? '';
        moved.push([entry.value, what]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources?: readonly { readonly node?: Node }[];
    }
  });
}

async function expectStill(page: Page, when: string): Promise<void> {
  const moved = await page.evaluate(
    () => (globalThis as unknown as { moved: [number, string][] }).moved,
  );
  const all = moved.reduce((sum, [value]) => sum + value, 0);
  expect(all, `${when} ${JSON.stringify(moved)}`).toBeLessThan(0.02);
}

test(
  'nothing jumps while the sections of the dashboard load',
  { tag: ['@both', '@later'] },
  async ({ page, request }) => {
    await watchShifts(page);
    await arriveAs(page, request, 'maya@example.com');
    const main = page.getByRole('main');
    for (const [path, last] of [
      ['/dashboard', main.getByRole('button', { name: /^View the payment of/ }).first()],
      ['/dashboard/profile', main.getByText('maya@example.com').first()],
      ['/dashboard/payment', main.getByRole('article', { name: 'Visa ending in 4242' })],
    ] as const) {
      await page.goto(path);
      await expect(last).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await nextFrame(page);
      await expectStill(page, path);
    }
  },
);

test(
  'nothing on the dashboard jumps, whichever of its answers comes last',
  { tag: ['@phone', '@later'] },
  async ({ page, request }) => {
    await watchShifts(page);
    await arriveAs(page, request, 'maya@example.com');
    const shown = page.getByRole('main').getByRole('button', { name: /^View the payment of/ });
    for (const path of ['lines', 'needs', 'portins', 'users/safety', 'checkout/orders']) {
      const late = Promise.withResolvers<void>();
      await page.route(`**/app/${path}`, async (route) => {
        await late.promise;
        await route.continue();
      });
      await page.goto('/dashboard');
      // The others are there, seen or not.
      await expect(page.locator('main tbody tr').first()).toBeAttached();
      await nextFrame(page);
      late.resolve();
      await expect(shown.first()).toBeVisible();
      await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
      await nextFrame(page);
      await expectStill(page, `${path} came last`);
      await page.unroute(`**/app/${path}`);
    }
  },
);

test(
  '[A18] [A20] a section that does not exist is not found',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const answer = await page.goto('/dashboard/treasure');
    expect(answer?.status()).toBe(404);
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page is adrift' }),
    ).toBeVisible();
  },
);
