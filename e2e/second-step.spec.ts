import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible } from './accessible.ts';
import { codeTo, harbor, leaveToken, openAccount, password, storedToken } from './customers.ts';
import { expect, test } from './journey.ts';

const main = (page: Page) => page.getByRole('main');

async function logOut(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeAttached();
  expect(await storedToken(page)).toBeNull();
}

test('[A11] an authenticator app is set up in the settings, asked for at the next login, and a recovery code replaces it', async ({
  page,
  request,
}) => {
  const { email, token } = await openAccount(request);
  const headers = { ...harbor, authorization: `Bearer ${token}` };
  const otp = await codeTo(request, email, /Confirm/);
  await request.post('/app/users/verify-email', { headers, data: { otp } });
  await leaveToken(page, token);
  await page.goto('/dashboard/setting');
  const section = page.getByRole('region', { name: 'Second step at login' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible();
  await expectAccessible(page, 'the set-up of an app');
  const key = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const app = new TOTP({ secret: (key ?? '').replaceAll(' ', '') });
  const counter = () => Math.floor(Date.now() / 30_000);
  const usedAt = counter();
  await dialog.getByLabel('Code from your app').fill(app.generate());
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  const recoveryCode = (await list.getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('10 of 10 recovery codes are left.');

  await logOut(page);
  const logIn = async () => {
    await page.goto('/login-with-password');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await main(page).getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  };
  await logIn();
  await expect(page).toHaveURL('/otp-login');
  await expectAccessible(page, 'the second step');
  // The code of this half minute, or one clock tick ahead, if the first one was used in it.
  const ahead = counter() === usedAt ? 30_000 : 0;
  await page.getByLabel('Code from your app').fill(app.generate({ timestamp: Date.now() + ahead }));
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/dashboard/setting');
  await logOut(page);
  await logIn();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await main(page).getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/setting');
  await expect(section).toContainText('9 of 10 recovery codes are left.');
});
