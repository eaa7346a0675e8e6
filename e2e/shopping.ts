import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Customer, harbor, password } from './customers.ts';
import { expect } from './journey.ts';

export const popular = { name: 'Sloop 12 GB', price: 25 };

export const cards = {
  good: '4242 4242 4242 4242',
  alsoGood: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0025 0000 3155',
  outcomeUnknown: '4000 0000 0000 0119',
} as const;

export const sandboxNumber = /^\([2-9]\d\d\) 555-01\d\d$/;

/** Without the words for screen readers. */
/** The way from checkout to the cart. */
export function changePlan(page: Page): Locator {
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  return summary.getByRole('link', { name: /^Change/ });
}

export function cartLink(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Cart/ });
}

/** As if it were chosen in the shop; the page that is opened next knows it. */
export async function havePlanInCart(page: Page): Promise<void> {
  const answer = await page.request.get('/app/plans', { headers: harbor });
  const { plans } = (await answer.json()) as { plans: { retailName: string }[] };
  const item = plans.find(({ retailName }) => retailName === popular.name);
  if (page.url() === 'about:blank') await page.goto('/healthz');
  const cart = JSON.stringify({ id: `cart-${randomUUID()}`, item, language: 'en' });
  await page.evaluate((kept) => localStorage.setItem('cart', kept), cart);
}

export async function choosePopularPlan(page: Page): Promise<void> {
  await page.goto('/shop');
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: popular.name }) })
    .getByRole('button')
    .click();
  // Who is not logged in is asked for the email address on the way.
  await expect(page).toHaveURL(/\/(login|cart\/checkout)$/);
}

export async function register(page: Page, person: Customer): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await goOn(page);
  await expect(page).toHaveURL('/login-with-password');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export async function acceptCookies(page: Page): Promise<void> {
  const banner = page.getByRole('region', { name: 'Cookies!' });
  await banner.getByRole('button', { name: 'Continue' }).click();
  await expect(banner).toBeHidden();
}

/** Typing before the heading shows is lost to the step before. */
export async function expectStep(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
}

/** The cookie banner has a Continue of its own. */
export async function goOn(page: Page): Promise<void> {
  const onward = page.getByRole('main').getByRole('button', { name: 'Continue', exact: true });
  await onward.click();
}

export async function giveContact(page: Page): Promise<void> {
  await expectStep(page, 'Contact and service address');
  await page.getByLabel('Contact number').fill('2125550123');
  await page.getByRole('textbox', { name: 'Number', exact: true }).fill('14');
  await page.getByLabel('Street name').fill('Pier Street');
  await page.getByLabel('City').fill('New York');
  await page.getByLabel('ZIP Code').fill('10005');
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('New York');
}

export async function chooseESim(page: Page): Promise<void> {
  await expectStep(page, 'Phone and number');
  await page.getByRole('radio', { name: 'eSIM' }).check();
}

/** With an eSIM, to the last step. */
export async function walkToPay(page: Page): Promise<void> {
  await giveContact(page);
  await goOn(page);
  await chooseESim(page);
  await goOn(page);
  await expectStep(page, 'Check and pay');
}

export async function applyPromo(page: Page, promoCode: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Promo code' }).fill(promoCode);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(`${promoCode} is applied.`)).toBeVisible();
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await expectStep(page, 'Check and pay');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('123');
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

export async function fillCheckout(page: Page, card: string): Promise<void> {
  await walkToPay(page);
  await typeCard(page, card);
}

/** On a phone behind a button. */
export async function openSummary(page: Page, title = 'Order summary'): Promise<Locator> {
  const summary = page.getByRole('complementary', { name: title });
  await expect(summary).toBeVisible();
  const button = summary.getByRole('button', { name: title });
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') {
    await button.click();
  }
  return summary;
}

export function rowsOf(within: Locator): Promise<[string, string][]> {
  return within
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows
        .filter((row) => !row.closest('details:not([open])'))
        .map((row): [string, string] => [
          row.querySelector('dt')?.textContent ?? '',
          row.querySelector('dd')?.textContent ?? '',
        ]),
    );
}

export function centsOf(text: string): number {
  const sign = /^[-−]/.test(text) ? -1 : 1;
  return sign * Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);
}
