import type { Page } from '@playwright/test';
import { arriveAs, newcomer, password } from './customers.ts';
import { expect, test } from './journey.ts';
import { expectFocusIn, pressOn, tabTo } from './keys.ts';
import { cards, expectStep, payButton, popular } from './shopping.ts';

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.type(text);
}

test('a plan is bought with the keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const person = newcomer();
  const main = page.getByRole('main');
  await page.goto('/');
  // Skipping the header leads to the page itself.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(page, main.getByRole('link', { name: 'See the plans' }));

  await expect(page).toHaveURL('/shop');
  const tile = page.getByRole('article').filter({ hasText: 'Popular' });
  await pressOn(page, tile.getByRole('button'), 'Space');
  await expect(page).toHaveURL('/login');
  await expect(main).toContainText(popular.name);
  await pressOn(page, main.getByRole('link', { name: 'Create an account' }));

  await expect(page).toHaveURL('/register');
  await typeInto(page, 'First name', person.firstName);
  await typeInto(page, 'Last name', person.lastName);
  await typeInto(page, 'Email address', person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await tabTo(page, page.getByLabel('Confirm password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/cart/checkout');
  const expectTitled = async (step: string) => {
    await expectStep(page, step);
    await expect(page).toHaveTitle(`${step} | Checkout | Harbor Mobile`);
  };
  await expectTitled('Contact and service address');
  await typeInto(page, 'Contact number', '2125550123');
  await typeInto(page, 'Number', '14');
  const direction = page.getByRole('combobox', { name: 'Direction' });
  await tabTo(page, direction);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Direction' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(direction).toHaveText('E');
  await typeInto(page, 'Street name', 'Pier Street');
  await typeInto(page, 'City', 'New York');
  await typeInto(page, 'ZIP Code', '10005');
  await page.keyboard.press('Enter');

  await expectTitled('Phone and number');
  const eSim = page.getByRole('radio', { name: 'eSIM' });
  await tabTo(page, eSim);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'SIM card' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(eSim).toBeChecked();
  const fold = main.locator('summary', { hasText: 'Does your phone work with us?' });
  await pressOn(page, fold);
  await tabTo(page, main.getByRole('textbox', { name: 'IMEI of your phone' }));
  await pressOn(page, main.getByRole('button', { name: 'Continue', exact: true }));

  await expectTitled('Check and pay');
  await typeInto(page, 'Card number', cards.good.replaceAll(' ', ''));
  await typeInto(page, 'Expiry date', '1234');
  await typeInto(page, 'CVV', '123');
  const save = page.getByRole('checkbox', { name: 'Save this card' });
  await pressOn(page, save, 'Space');
  await expect(save).toBeChecked();
  await expect(main).toContainText('14 E Pier Street');
  await pressOn(page, payButton(page));
  const success = page.getByRole('dialog', { name: 'Payment Successful' });
  // The key that paid, pressed once more, goes nowhere.
  await expect(success.getByRole('heading', { name: 'Payment Successful' })).toBeFocused();
  await pressOn(page, success.getByRole('button', { name: 'To Dashboard' }));
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Nora' })).toBeVisible();
});

test(
  '[D13] a dialog keeps the focus, closes by Escape and gives the focus back',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.goto('/dashboard');
    const view = page.getByRole('button', { name: /^View the payment of/ }).nth(1);
    await pressOn(page, view);
    const details = page.getByRole('dialog', { name: 'Payment Details' });
    await expectFocusIn(details);
    const holdsFocus = () => details.evaluate((dialog) => dialog.contains(document.activeElement));
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect.poll(holdsFocus, { message: `after ${key}` }).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(view).toBeFocused();
  },
);

test('[B02] the phone menu opens and closes with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/shop');
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  await pressOn(page, button);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu).toBeVisible();
  await pressOn(page, menu.getByRole('link', { name: 'About Harbor' }), 'Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(page, menu.getByRole('link', { name: 'About Harbor' }));
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();
});
