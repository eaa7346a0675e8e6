import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { giveAuthenticator } from './authenticator.ts';
import { expect } from './journey.ts';
import { cards } from './shopping.ts';

export type Say = (sentence: string) => string;
type Seen = (name: string) => Promise<void>;

/** Screens that more than one press leads to. */
export interface Walk {
  /** `confirmed`: a newcomer with a confirmed address, as passkeys require. */
  readonly who: 'nobody' | 'newcomer' | 'confirmed';
  readonly path: string;
  readonly withCart?: true;
  go(page: Page, say: Say, seen: Seen): Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();
const type = (within: Page | Locator, label: string, text: string) =>
  within.getByLabel(label, { exact: true }).fill(text);
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const stands = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();

const expectFault = (within: Locator) =>
  expect(within.locator('[aria-invalid=true]').first()).toBeVisible();

async function onTo(page: Page, button: string, title: string): Promise<void> {
  await press(main(page), button);
  await stands(page, title);
}

export const walks: readonly Walk[] = [
  {
    who: 'nobody',
    path: '/login',
    async go(page, say, seen) {
      await press(main(page), say('Continue'));
      await expect(page.getByRole('textbox', { name: say('Email address') })).toBeFocused();
      await seen('login-with-an-error');
      await type(page, say('Email address'), `nobody-${randomUUID()}@example.com`);
      await press(main(page), say('Continue'));
      await page.waitForURL('**/login-with-password');
      await seen('login-with-password');
      await type(page, say('Password'), 'Wrong1!');
      await press(main(page), say('Log in'));
      await expectFault(main(page));
      await seen('login-refused');
    },
  },
  {
    who: 'nobody',
    path: '/login-without-password',
    async go(page, say, seen) {
      await type(page, say('Email address'), `nobody-${randomUUID()}@example.com`);
      await press(main(page), say('Send the code'));
      await page.waitForURL('**/otp-login');
      await seen('otp-login');
    },
  },
  { who: 'newcomer', path: '/cart/checkout', withCart: true, go: payInTwoTries },
  { who: 'newcomer', path: '/dashboard', go: checkNumbers },
  {
    who: 'newcomer',
    path: '/dashboard/profile',
    async go(page, say, seen) {
      const title = say('Edit email');
      await press(page, title);
      const dialog = dialogOf(page, title);
      await type(dialog, say('New email address'), `new-${randomUUID()}@example.com`);
      await press(dialog, say('Send code'));
      await expect(dialog.getByLabel(say('One-time code'))).toBeVisible();
      await seen('edit-email-code');
      await press(dialog, say('Cancel'));

      // As the server answers ten minutes after the login.
      await page.route('**/app/users/edit', (route) =>
        route.fulfill({
          status: 422,
          json: {
            code: 'refused',
            reason: 'proof_required',
            message: say('Confirm it’s you'),
            requestId: 'r',
          },
        }),
      );
      await press(page, say('Edit phone number'));
      const phone = dialogOf(page, say('Edit phone number'));
      await type(phone, say('Contact number'), '2125550123');
      await press(phone, say('Save'));
      await expect(dialogOf(page, say('Confirm it’s you'))).toBeVisible();
      await seen('step-up');
    },
  },
  {
    who: 'confirmed',
    path: '/dashboard/setting',
    async go(page, say, seen) {
      await giveAuthenticator(page);
      await press(page, say('Add a passkey'));
      const remove = page.getByText(say('Remove'), { exact: true });
      await expect(remove).toBeVisible();
      await seen('setting-with-a-passkey');
      await remove.click();
      const question = dialogOf(page, say('Remove this passkey?'));
      await expect(question).toBeVisible();
      await seen('remove-passkey');
    },
  },
];

async function payInTwoTries(page: Page, say: Say, seen: Seen): Promise<void> {
  const [paying = ''] = say('Pay {total}').split('{total}');
  const pay = main(page).getByRole('button', { name: new RegExp(`^${paying}\\$`) });
  await stands(page, say('Contact and service address'));
  await press(main(page), say('Continue'));
  await expectFault(main(page));
  await seen('checkout-contact-with-errors');
  await type(page, say('Contact number'), '2125550123');
  await page.getByRole('textbox', { name: say('Number'), exact: true }).fill('14');
  await type(page, say('Street name'), 'Pier Street');
  await type(page, say('City'), 'New York');
  await type(page, say('ZIP Code'), '10005');
  await onTo(page, say('Continue'), say('Phone and number'));
  await page.getByRole('radio', { name: say('Bring my number') }).check();
  await press(main(page), say('Continue'));
  await expectFault(main(page));
  await seen('checkout-bring-number-with-an-error');
  await page.getByRole('radio', { name: say('Get a new number') }).check();
  await page.getByRole('radio', { name: say('SIM card') }).check();
  await main(page)
    .locator('summary', { hasText: say('Does your phone work with us?') })
    .click();
  await seen('checkout-sim-card');
  await page.getByRole('radio', { name: say('eSIM') }).check();
  await onTo(page, say('Continue'), say('Check and pay'));
  await seen('checkout-payment');
  await giveCard(page, say, cards.declined);
  await pay.click();
  const failed = dialogOf(page, say('Payment Failed'));
  await expect(failed).toBeVisible();
  await seen('payment-failed');
  await press(failed, say('Try again'));
  await expect(failed).toBeHidden();
  await stands(page, say('Check and pay'));
  await seen('checkout-after-a-failure');
  await giveCard(page, say, cards.good);
  await pay.click();
  const paid = dialogOf(page, say('Payment Successful'));
  await expect(paid).toBeVisible();
  await seen('payment-successful');
  await press(paid, say('To Dashboard'));
  await page.waitForURL('**/dashboard');
  const line = page.getByRole('article').first();
  await expect(line).toHaveAttribute('data-status', 'active', { timeout: 30_000 });
  await seen('dashboard-with-a-line');
  await press(line, say('Set up eSIM'));
  const esim = dialogOf(page, say('Set up your eSIM'));
  await esim.getByText(say('Enter it by hand')).click();
  await expect(esim.getByText(say('All in one line'))).toBeVisible();
  await seen('esim');
  const help = esim.locator('summary', { hasText: say('It did not work') });
  await help.focus();
  await page.keyboard.press('Enter');
  const ask = esim.getByRole('button', { name: say('Chat with us') });
  await expect(ask).toBeVisible();
  await seen('esim-did-not-work');
  await page.keyboard.press('Tab');
  await expect(ask).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(esim).toBeHidden();
  const chat = page.locator('[data-chat-panel]');
  await expect(chat.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
  await expect(line.getByRole('button', { name: say('Set up eSIM') })).toBeFocused();
  await page
    .getByRole('button', { name: new RegExp(`^${say('View')} `) })
    .first()
    .click();
  await expect(dialogOf(page, say('Payment Details'))).toBeVisible();
  await seen('payment-details');
}

async function giveCard(page: Page, say: Say, number: string): Promise<void> {
  await type(page, say('Card number'), number);
  await type(page, say('Expiry date'), '12/34');
  await type(page, say('CVV'), '123');
}

async function checkNumbers(page: Page, say: Say, seen: Seen): Promise<void> {
  const title = say('Check port-in eligibility');
  await press(page, title);
  const check = dialogOf(page, title);
  const ask = async (number: string) => {
    await type(check, say('Number to transfer'), number);
    await type(check, say('ZIP Code'), '10038');
    await press(check, say('Check'));
  };
  await press(check, say('Check'));
  await expectFault(check);
  await seen('eligibility-with-errors');
  await ask('2125550180');
  const no = dialogOf(page, say('Oops!'));
  await expect(no).toBeVisible();
  await seen('not-eligible');
  await press(no, say('Try again'));
  await ask('2125550160');
  const yes = dialogOf(page, say('Good News!'));
  await expect(yes).toBeVisible();
  await seen('eligible');
  await press(yes, say('Continue'));
  const details = dialogOf(page, say('Let’s port in your number'));
  await expect(details).toBeVisible();
  await seen('port-in-details');
  await press(details, say('Cancel'));
  const sim = say('Quick SIM check');
  await press(page, sim);
  await type(dialogOf(page, sim), say('SIM number'), '8901410000000000013');
  await press(dialogOf(page, sim), say('Check'));
  await expect(dialogOf(page, sim).getByRole('button', { name: say('Next') })).toBeVisible();
  await seen('sim-check-answered');
}
