import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer } from './customers.ts';
import { awake, expect, test } from './journey.ts';
import { sayerOf } from './say.ts';
import { cards, expectStep, openSummary, popular } from './shopping.ts';

const own = '(212) 555-0100';
const names = { en: 'English', es: 'Español' } as const;

/** By the link in the footer, which phones show too. */
async function changeTo(page: Page, language: 'en' | 'es'): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: names[language] }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await awake(page);
}

const total = async (page: Page, label: string): Promise<string> => {
  const summary = await openSummary(page, label);
  const row = summary.locator('dl', { has: page.getByText(totalToday, { exact: true }) }).last();
  await expect(row).toContainText('$');
  return /\$[\d.]+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
};
const totalToday = /^(Total today|Total hoy)$/;

for (const [first, second] of [
  ['en', 'es'],
  ['es', 'en'],
] as const) {
  const say = sayerOf(first);
  const say2 = sayerOf(second);
  const at = (path: string) => (first === 'es' ? `/es${path}` : path);
  const at2 = (path: string) => (second === 'es' ? `/es${path}` : path);

  test(
    `[C05] checkout forgets nothing: from the shop's ZIP Code through another language, a reload and a refusal of the bank to paid, begun in ${names[first]}`,
    { tag: first === 'en' ? '@desktop' : ['@desktop', '@long'] },
    async ({ page, request }) => {
      await arriveAsNewcomer(page, request);
      // The ZIP Code that is typed in the shop …
      await page.goto(at('/shop'));
      await page.getByLabel(say('ZIP Code')).fill('10005');
      await page.getByRole('button', { name: say('Show my price') }).click();
      const tile = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: popular.name }) });
      await expect(tile).toContainText(say('Each month'));
      await tile.getByRole('button').click();
      // … is known in checkout …
      await expect(page).toHaveURL(at('/cart/checkout'));
      await expectStep(page, say('Contact and service address'));
      await expect(page.getByLabel(say('ZIP Code'))).toHaveValue('10005');
      await page.getByLabel(say('Contact number')).fill('2125550123');
      await page.getByLabel(say('Street name')).fill('Pier Street');

      // Another language, in the middle of the address: the same step, and what is half written.
      await changeTo(page, second);
      await expect(page).toHaveURL(at2('/cart/checkout'));
      await expectStep(page, say2('Contact and service address'));
      await expect(page.getByLabel(say2('Street name'))).toHaveValue('Pier Street');
      await expect(page.getByLabel(say2('Contact number'))).toHaveValue(/212.*555.*0123/);
      await page.getByRole('textbox', { name: say2('Number'), exact: true }).fill('14');
      await page.getByLabel(say2('City')).fill('New York');
      const goOn = () =>
        page
          .getByRole('main')
          .getByRole('button', { name: say2('Continue'), exact: true })
          .click();
      await goOn();
      await expectStep(page, say2('Phone and number'));
      await page.getByRole('radio', { name: say2('Bring my number') }).check();
      await page.getByRole('textbox', { name: say2('Your number') }).fill(own);
      await goOn();
      await expectStep(page, say2('Check and pay'));
      await page.getByRole('textbox', { name: say2('Promo code') }).fill('WELCOME10');
      await page.getByRole('button', { name: say2('Apply') }).click();
      const summary = page.getByRole('complementary', { name: say2('Order summary') });
      await expect(summary.getByText('−$2.50')).toBeVisible();
      const price = await total(page, say2('Order summary'));

      // A reload.
      await page.reload();
      await awake(page);
      await expectStep(page, say2('Check and pay'));
      await expect.poll(() => total(page, say2('Order summary'))).toBe(price);
      // Back goes one step back still.
      await page.goBack();
      await expectStep(page, say2('Phone and number'));
      await page.goForward();
      await expectStep(page, say2('Check and pay'));

      // The shop on the way: it knows the ZIP Code, and the way back is to this step.
      await page.goto(at2('/cart'));
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^(Harbor Plans|Planes de Harbor)$/ })
        .click();
      await expect(page).toHaveURL(at2('/shop'));
      await expect(page.getByLabel(say2('ZIP Code'))).toHaveValue('10005');
      // … and in the cart.
      await page.goto(at2('/cart'));
      await expect(page.getByRole('main').getByText(say2('Total today'))).toBeVisible();
      await expectAccessible(page, 'the cart with a total');
      await page.getByRole('link', { name: say2('Continue to checkout') }).click();
      await expectStep(page, say2('Check and pay'));

      // A card that the bank refuses to confirm.
      const pay = async (card: string) => {
        await page.getByLabel(say2('Card number')).fill(card);
        await page.getByLabel(say2('Expiry date')).fill('12/34');
        await page.getByLabel(say2('CVV')).fill('123');
        await expect(page.getByRole('main')).toContainText(own);
        const button = page.getByRole('main').getByRole('button', { name: price });
        await button.click();
      };
      await pay(cards.asksBank);
      await expect(page).toHaveURL(/\/sandbox\/pay\/confirm\//);
      await page.getByRole('button', { name: 'Fail' }).click();
      await expect(page).toHaveURL(new RegExp(at2('/stripe-response')));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say2('Try again') })
        .click();
      await expect(page).toHaveURL(at2('/cart/checkout'));
      await expectStep(page, say2('Check and pay'));
      await expect.poll(() => total(page, say2('Order summary'))).toBe(price);
      await pay(cards.good);
      await expect(page.getByRole('dialog', { name: say2('Payment Successful') })).toBeVisible();
      const left = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      await expect.poll(left).not.toContain('Pier Street');
    },
  );
}

test(
  'what is half written in the contact form goes into the other language, and a password never',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/contact-us');
    await page.getByLabel('Name').fill('Noor');
    await page.getByLabel('Message').fill('My eSIM does not load.');
    await changeTo(page, 'es');
    await expect(page).toHaveURL('/es/contact-us');
    await expect(page.getByLabel('Mensaje')).toHaveValue('My eSIM does not load.');

    await page.goto('/register');
    await page.getByLabel('First name').fill('Noor');
    await page.getByLabel('Email address').fill('noor@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Harbor1!');
    await changeTo(page, 'es');
    await expect(page).toHaveURL('/es/register');
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('noor@example.com');
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
    const left = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(left).not.toContain('Harbor1!');
  },
);

test(
  '[A21] [C05] a language change at the login keeps the way back to checkout',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/shop');
    await page.getByRole('article').first().getByRole('button').click();
    await expect(page).toHaveURL('/login');
    await changeTo(page, 'es');
    await expect(page).toHaveURL('/es/login');
    await page.getByLabel('Correo electrónico').fill('omar@example.com');
    await page.getByRole('main').getByRole('link', { name: 'Usar su contraseña' }).click();
    await page.getByLabel('Contraseña', { exact: true }).fill('Harbor1!');
    await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL('/es/cart/checkout');
  },
);
