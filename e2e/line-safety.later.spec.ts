import type { Page } from '@playwright/test';
import { giveAuthenticator } from './authenticator.ts';
import { arriveAsNewcomer, codeTo, password } from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { enterRoom, look, passHours } from './line-life.ts';
import { buyPlan, post } from './purchases.ts';
import { cards } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name });

async function confirmItIsYou(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test(
  '[K13] [K15] [K19] a lost phone’s line is blocked and unblocked, a lock stays on, and 911 gets an address',
  { tag: '@desktop' },
  async ({ page, request, context }) => {
    await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    // The proof of the login is over by then.
    await passHours(request, 1);
    await page.goto('/dashboard');
    await main(page).getByRole('link', { name: 'Manage this line' }).click();
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
    await look(page, 'line-safety');
    const other = await context.newPage();
    await other.goto(page.url());
    await enterRoom(other, 'Security');
    await expect(button(other, 'Block this line')).toBeVisible();

    await test.step('blocked without a proof; the other tab shows it by itself', async () => {
      const lost = { name: 'Lost or stolen phone', exact: true };
      await main(page).getByRole('link', lost).click();
      await expect(page.getByRole('heading', { name: 'Lost or stolen phone' })).toBeFocused();
      await button(page, 'Block this line').click();
      const dialog = page.getByRole('dialog', { name: 'Block this line?' });
      await expect(dialog).toContainText('The days you’ve paid for keep running.');
      await look(page, 'lost-phone');
      await dialog.getByRole('button', { name: 'Block this line' }).click();
      await expect(page.getByRole('heading', { name: 'What to do now' })).toBeFocused();
      await expect(other.getByRole('heading', { name: 'What to do now' })).toBeVisible();
      await look(page, 'line-blocked');
    });

    await test.step('unblocked with a proof, and active again in both tabs', async () => {
      await button(page, 'Unblock this line').click();
      await confirmItIsYou(page);
      await expect(button(page, 'Block this line')).toBeVisible({ timeout: 60_000 });
      await expect(button(other, 'Block this line')).toBeVisible();
    });

    await test.step('a lock that was to go off is kept on from the other tab', async () => {
      await button(page, 'Turn off the number lock').click();
      // A proof is used up by one action.
      await confirmItIsYou(page);
      await expect(main(page)).toContainText(/It stays on until .+, then it turns off/);
      await look(page, 'line-unlocking');
      await button(other, 'Keep it locked').click();
      await page.bringToFront();
      await expect(button(page, 'Turn off the number lock')).toBeVisible({ timeout: 45_000 });
      await expect(button(page, 'Keep it locked')).toHaveCount(0);
    });

    await test.step('an address that nobody finds is refused at its field', async () => {
      await enterRoom(page, 'Phone and SIM');
      await enterRoom(other, 'Phone and SIM');
      await button(page, 'Change the 911 address').click();
      const dialog = page.getByRole('dialog', { name: 'Change the 911 address' });
      const field = dialog.getByLabel('Number', { exact: true });
      await field.fill('911');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await confirmItIsYou(page);
      await expect(dialog).toContainText('911 responders can’t find this address.');
      await expect(field).toBeFocused();
      await look(page, 'emergency-address');
      await field.fill('15');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(main(page).getByText(/^15 /)).toBeVisible();
      await expect(main(other).getByText(/^15 /)).toBeVisible();
    });
  },
);

test(
  '[A08] [K15] with a passkey the account is entered, and no lock goes off for the password that opened the session',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await giveAuthenticator(page);
    const { email } = await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    const otp = await codeTo(request, email, /Confirm/);
    await post(page, request, '/app/users/verify-email', { otp });
    const toSecurity = async () => {
      await main(page).getByRole('link', { name: 'Manage this line' }).click();
      await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
      await enterRoom(page, 'Security');
    };
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });

    await test.step('a passkey is added', async () => {
      await page.goto('/dashboard/setting');
      await button(page, 'Add a passkey').click();
      await expect(main(page).getByRole('region', { name: 'Passkeys' })).toContainText('Remove');
    });

    await test.step('the guard asks for the passkey, and for no password', async () => {
      // A day after a change of the ways in, moves are possible again.
      await passHours(request, 25);
      await page.goto('/dashboard');
      await toSecurity();
      await button(page, 'Turn off the number lock').click();
      await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
      await expect(dialog.getByLabel('Password')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(main(page)).toContainText(/It stays on until .+, then it turns off/);
    });

    await test.step('in by the passkey, which proves the next move', async () => {
      await page.goto('/dashboard/setting');
      await main(page).getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeAttached();
      await page.goto('/login');
      await button(page, 'Use a passkey').click();
      await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
      await toSecurity();
      await button(page, 'Turn off the SIM lock').click();
      await expect(button(page, 'Keep it locked')).toHaveCount(2);
      await look(page, 'security-with-a-passkey');
    });
  },
);
