import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer, emailTo, newcomer } from './customers.ts';
import { expect, test } from './journey.ts';
import {
  acceptCookies,
  cards,
  expectStep,
  giveContact,
  goOn,
  havePlanInCart,
  popular,
  sandboxNumber,
} from './shopping.ts';

/** Of a number of the simulated carrier. */
const sandboxDigits = /\([2-9]\d\d\) 555-01\d\d/;

/** Counted by hand on the way, so that nothing is pressed or typed that a person would not have to. */
test(
  '[C05] [P01] from the plan to paid, somebody new sees 3 screens, presses 5 times, fills in 11 fields and no password',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const count = { presses: 0, fields: 0 };
    const press = async (what: Locator) => {
      count.presses += 1;
      await what.click();
    };
    const type = async (label: string, text: string) => {
      count.fields += 1;
      await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
    };
    const button = (name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true });
    const person = newcomer();

    await page.goto('/shop');
    await acceptCookies(page);
    await type('ZIP Code', '10005');
    await press(button('Show my price'));
    await press(button(`Choose this plan: ${popular.name}`));
    const plan = page.getByRole('complementary', { name: 'Order summary' });
    const due = plan.getByText('Today, with taxes and fees for 10005').locator('xpath=..');
    await expect(due).toContainText('$');
    const total = /\$[\d.]+/.exec((await due.textContent()) ?? '')?.[0] ?? '';
    await expectStep(page, 'Contact and service address');
    await expectAccessible(page, 'the first step, before there is a session');
    await type('Email address', person.email);
    await type('First name', person.firstName);
    await type('Last name', person.lastName);
    await type('Contact number', '2125550123');
    await page.getByRole('textbox', { name: 'Number', exact: true }).fill('14');
    count.fields += 1;
    await type('Street name', 'Pier Street');
    await type('City', 'New York');
    await press(button('Continue'));
    await expectStep(page, 'Phone and number');
    await press(button('Continue'));
    await expectStep(page, 'Check and pay');
    await type('Card number', cards.good);
    await type('Expiry date', '12/34');
    await type('CVV', '123');
    // The shop's price is the one that is paid.
    await press(button(`Pay ${total}`));
    await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
    const paid = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(paid).toContainText(sandboxDigits);
    await expect(paid).toContainText(total);
    await expectAccessible(page, 'what was bought');
    expect(count).toEqual({ presses: 5, fields: 11 });
    await paid.getByRole('button', { name: 'Set up eSIM' }).click();
    await expect(page).toHaveURL(/\/dashboard\?setup=/);
    await expect(page.getByRole('dialog', { name: 'Set up your eSIM' })).toBeVisible();
    // The address is confirmed after paying.
    const { code = '' } = await emailTo(request, person.email, /Confirm/);
    await page.goto('/dashboard');
    const asked = page.getByRole('region', { name: 'Confirm your email address' });
    await asked.getByRole('button', { name: 'Enter the code' }).click();
    await asked.getByLabel('One-time code').fill(code);
    await expect(asked).toBeHidden();
  },
);

test(
  '[C05] [P02] the numbers that arrive do not move what is about to be pressed',
  { tag: '@both' },
  async ({ page, request }) => {
    const asked = Promise.withResolvers<void>();
    await page.route('**/app/numbers?*', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await arriveAsNewcomer(page, request);
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    await giveContact(page);
    await goOn(page);
    await expectStep(page, 'Phone and number');
    const onward = page.getByRole('main').getByRole('button', { name: 'Continue', exact: true });
    await expect(page.getByRole('radio', { name: 'Any number' })).toBeChecked();
    const topOf = () => onward.evaluate((it) => it.getBoundingClientRect().top + scrollY);
    const before = await topOf();
    asked.resolve();
    await expect(page.getByRole('radio', { name: sandboxNumber })).toHaveCount(6);
    expect(Math.abs((await topOf()) - before)).toBeLessThan(3);
    await goOn(page);
    await expectStep(page, 'Check and pay');
  },
);
