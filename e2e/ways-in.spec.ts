import type { APIRequestContext, Page } from '@playwright/test';
import { giveAuthenticator } from './authenticator.ts';
import { expectAccessible } from './accessible.ts';
import {
  arriveAs,
  arriveAsNewcomer,
  harbor,
  leaveToken,
  emailTo,
  newcomer,
  openAccount,
  password,
  storedToken,
} from './customers.ts';
import { expect, test } from './journey.ts';
import { pressOn, tabTo } from './keys.ts';
import {
  acceptCookies,
  cartLink,
  choosePopularPlan,
  havePlanInCart,
  popular,
  register,
} from './shopping.ts';

// The last file of a run: the workers share it, and none is left with it alone.
test.describe.configure({ mode: 'parallel' });

const main = (page: Page) => page.getByRole('main');
const codeField = (page: Page) => page.getByRole('textbox', { name: 'One-time code' });

async function codeTo(request: APIRequestContext, email: string, subject: RegExp) {
  const { code } = await emailTo(request, email, subject);
  expect(code).toMatch(/^\d{6}$/);
  return code ?? '';
}

/** From another place, with the clipboard and the keyboard, as a code is taken from an email. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

const statusOf = async (request: APIRequestContext, token: string | null) =>
  (
    await request.get('/app/users/view', {
      headers: { ...harbor, authorization: `Bearer ${token}` },
    })
  ).status();

async function logOutInSettings(page: Page): Promise<void> {
  await page.goto('/dashboard/setting');
  await main(page).getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeAttached();
  expect(await storedToken(page)).toBeNull();
}

test(
  '[A08] [A10] [F04] in by the password and out again, by keyboard alone, and the address is remembered',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email } = await openAccount(request);
    await page.goto('/');
    await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Login' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: 'Email address' }));
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login-with-password');
    await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    const token = await storedToken(page);
    expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(email);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mid'))).toMatch(/^brw_/);

    const sections = page.getByRole('navigation', { name: 'My Account' });
    await pressOn(page, sections.getByRole('link', { name: 'Setting' }));
    await pressOn(page, main(page).getByRole('button', { name: 'Log out', exact: true }));
    await expect(page).toHaveURL('/');
    await expect.poll(() => storedToken(page)).toBeNull();
    // Without the browser's key it would be worth nothing anyway; now it is gone for good.
    expect(await statusOf(request, token)).toBe(401);
    await page.goto('/login');
    await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(email);
  },
);

test('[A09] [A11] [E15] [J02] in by a code that is pasted and sends itself, with the cart still full', async ({
  page,
  request,
}) => {
  const { email } = await openAccount(request);
  await havePlanInCart(page);
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await main(page).getByRole('link', { name: 'Email me a code' }).click();
  await expect(page).toHaveURL('/login-without-password');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await main(page).getByRole('button', { name: 'Send the code' }).click();

  await expect(page).toHaveURL('/otp-login');
  const field = codeField(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const resend = page.getByRole('button', { name: /^Resend code in \d+ s$/ });
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'the code page');
  const code = await codeTo(request, email, /login code/);
  await paste(page, code === '111111' ? '222222' : '111111');
  await expect(page.getByText('This code is not right. Please check it.').first()).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL('/dashboard');
  await expect(cartLink(page)).toHaveText('Cart 1');
  await logOutInSettings(page);
});

test('[A14] an account is opened at once, and its address confirmed by the code, when it suits', async ({
  page,
  request,
}) => {
  const person = newcomer();
  await page.goto('/register');
  await expectAccessible(page, 'the register page');
  await register(page, person);
  await expect(page).toHaveURL('/dashboard');
  const asked = page.getByRole('region', { name: 'Confirm your email address' });
  await asked.getByRole('button', { name: 'Enter the code' }).click();
  await codeField(page).focus();
  await paste(page, await codeTo(request, person.email, /Confirm/));
  await expect(asked).toBeHidden();
  await page.goto('/dashboard/profile');
  await expect(main(page)).toContainText(person.email);
  await expect(main(page)).not.toContainText('Not confirmed yet');
});

test('[A07] [A15] a forgotten password is set again by the link of the email, once', async ({
  page,
  request,
}) => {
  const { email, token } = await openAccount(request);
  await page.goto('/login-with-password');
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has such a field too.
  await expect(
    page.getByRole('heading', { level: 1, name: 'Forgot your password?' }),
  ).toBeVisible();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await main(page).getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  const { link } = await emailTo(request, email, /Set a new Harbor password/);
  const { pathname, search } = new URL(link ?? '');

  await page.goto(pathname + search);
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('Lantern8#');
  await page.getByLabel('Confirm new password').fill('Lantern8#');
  await main(page).getByRole('button', { name: 'Save the new password' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your password was changed' }),
  ).toBeVisible();
  expect(await statusOf(request, token)).toBe(401);
  await emailTo(request, email, /password was changed/);
  await main(page).getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email address').fill(email);
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill('Lantern8#');
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto(pathname + search);
  await page.getByLabel('New password', { exact: true }).fill('Anchor77!');
  await page.getByLabel('Confirm new password').fill('Anchor77!');
  await main(page).getByRole('button', { name: 'Save the new password' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'This link does not work' }),
  ).toBeVisible();
});

test('[A08] a passkey is offered after login, opens the account without anything typed, and is removed', async ({
  page,
  request,
}) => {
  await giveAuthenticator(page);
  const { email, token } = await openAccount(request);
  const confirmed = await request.post('/app/users/verify-email', {
    headers: { ...harbor, authorization: `Bearer ${token}` },
    data: { otp: await codeTo(request, email, /Confirm/) },
  });
  expect(confirmed.status()).toBe(200);

  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  const offer = page.getByRole('region', { name: 'Next time, skip the password' });
  await offer.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(offer).toBeHidden();
  await emailTo(request, email, /passkey was added/);
  await logOutInSettings(page);

  await page.goto('/login');
  await main(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Nora' })).toBeVisible();
  await page.goto('/dashboard/setting');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: /^Remove / }).click();
  const asks = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await asks.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(passkeys).toContainText('No passkeys yet');
});

test(
  '[A16] an agent comes in by the CRM’s link, every page says so, and leaves',
  { tag: '@later' },
  async ({ page, request }) => {
    const { email } = await openAccount(request);
    const answer = await request.post('/app/crm/tickets', {
      headers: { ...harbor, 'x-crm-secret': 'harbor-demo-crm-secret' },
      data: { email, agent: 'Dana Reyes', reason: 'Asked about her bill' },
    });
    const { pathname, search } = new URL(((await answer.json()) as { url: string }).url);
    await page.goto(pathname + search);
    await expect(page).toHaveURL('/dashboard');
    const bar = page.getByRole('complementary', { name: 'Support session' });
    await expect(bar).toContainText('Dana Reyes is looking at the account of Nora Quay');
    await acceptCookies(page);
    for (const path of [
      '/dashboard/setting',
      '/dashboard/payment',
      '/',
      '/shop',
      '/cart',
      '/faq',
    ]) {
      await page.goto(path);
      await expect(bar, path).toBeVisible();
    }
    await page.goto('/dashboard/setting');
    const activity = page.getByRole('region', { name: 'Activity' });
    // Each look is noted, so the way in may stand on the next page of them.
    await expect(activity).toContainText('Dana Reyes from support viewed your details');
    const more = activity.getByRole('button', { name: 'Show more' });
    if (await more.isVisible()) await more.click();
    await expect(activity).toContainText('Dana Reyes from support opened the account');
    await expect(main(page).getByRole('button', { name: 'Change Password' })).toHaveCount(0);
    await expect(main(page).getByRole('region', { name: 'Where you’re logged in' })).toHaveCount(0);
    await expectAccessible(page, 'the settings as an agent sees them');
    await bar.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/');
    await expect(bar).toHaveCount(0);
    await page.goto(pathname + search);
    await expect(
      page.getByRole('heading', { level: 1, name: 'This link does not work' }),
    ).toBeVisible();
  },
);

test('everywhere else is signed out by one press, and this browser stays', async ({
  page,
  request,
}) => {
  const { email, token: elsewhere } = await openAccount(request);
  await arriveAs(page, request, email);
  expect(await statusOf(request, elsewhere)).toBe(200);
  await page.goto('/dashboard/setting');
  const browsers = page.getByRole('region', { name: 'Where you’re logged in' });
  await expect(browsers.getByRole('listitem')).toHaveCount(2);
  await expect(browsers.getByRole('listitem').first()).toContainText('This browser');
  await browsers.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(browsers.getByRole('listitem')).toHaveCount(1);
  expect(await statusOf(request, elsewhere)).toBe(401);
  await page.reload();
  await expect(browsers.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    'All other browsers were logged out',
  );
});

test(
  'a change after more than ten minutes asks for a proof, and goes on by itself once there is one',
  { tag: '@desktop' },
  async ({ page, request, movingProduct: product }) => {
    const { email } = await openAccount(request, 'harbor', product.address);
    await page.goto(`${product.address}/login`);
    await page.getByLabel('Email address').fill(email);
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await main(page).getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(`${product.address}/dashboard`);
    await product.move(11 * 60_000);

    await page.goto(`${product.address}/dashboard/profile`);
    const edit = page.getByRole('dialog', { name: 'Edit phone number' });
    const changePhone = async (number: string) => {
      await main(page).getByRole('button', { name: 'Edit phone number' }).click();
      await edit.getByLabel('Contact number').fill(number);
      await edit.getByRole('button', { name: 'Save' }).click();
    };
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await changePhone('6175550133');
    await expectAccessible(page, 'the proof');
    await proof.getByLabel('Password', { exact: true }).fill('Wrong1!');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof.getByText('Your password is not right. Please try again.')).toBeVisible();
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof).toBeHidden();
    await expect(edit).toBeHidden();
    await expect(main(page)).toContainText('555-0133');

    // Within the ten minutes nothing more is asked; after them, nothing changes without a proof.
    await changePhone('6175550134');
    await expect(edit).toBeHidden();
    await expect(main(page)).toContainText('555-0134');
    await product.move(11 * 60_000);
    await changePhone('6175550135');
    await expect(proof).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    await page.reload();
    await expect(main(page)).toContainText('555-0134');
  },
);

test(
  'open redirect: no link to the login leads anybody off the site',
  { tag: '@desktop' },
  async ({ page, request, baseURL }) => {
    const left: string[] = [];
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(`${baseURL}/`)) left.push(frame.url());
    });
    await arriveAsNewcomer(page, request);
    for (const next of [
      'https%3A%2F%2Fevil.example%2F',
      '//evil.example',
      '%2F%2Fevil.example',
      '%252F%252Fevil.example',
      '/\\evil.example',
      '%5C%5Cevil.example',
      '/%09/evil.example',
      'javascript%3Aalert(1)',
      '/dashboard/..//evil.example',
    ]) {
      await page.goto(`/login?next=${next}`);
      await expect(page, next).not.toHaveURL(/\/login/);
      expect(new URL(page.url()).origin, next).toBe(baseURL);
    }
    await page.goto('/login?next=%2Fdashboard%2Fpayment');
    await expect(page).toHaveURL('/dashboard/payment');
    expect(left).toEqual([]);
  },
);

test(
  'somebody else’s login is told by email, and one press on “This wasn’t me” puts them out',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email, token } = await openAccount(request);
    // From another browser, as the account sees it.
    const stolen = await request.post('/app/users/login', {
      headers: { ...harbor, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
      data: { email, password },
    });
    const thief = ((await stolen.json()) as { token: string }).token;
    expect(await statusOf(request, thief)).toBe(200);
    const { link } = await emailTo(request, email, /New login to your Harbor account/);
    const { pathname, search } = new URL(link ?? '');
    await page.goto(pathname + search);
    await expect(page).toHaveURL('/not-me');
    await expect(page.getByRole('heading', { level: 1, name: 'Wasn’t this you?' })).toBeVisible();
    await expectAccessible(page, 'what a press would do');
    // A program that opens the email's links has done nothing.
    expect(await statusOf(request, thief)).toBe(200);
    await tabTo(page, main(page).getByRole('button', { name: 'This wasn’t me' }));
    await page.keyboard.press('Enter');
    const done = page.getByRole('heading', {
      level: 1,
      name: 'Nobody else is in your account now',
    });
    await expect(done).toBeVisible();
    expect(await statusOf(request, thief)).toBe(401);
    expect(await statusOf(request, token)).toBe(401);
    await main(page).getByRole('link', { name: 'Set a new password' }).click();
    await expect(page).toHaveURL('/reset-password');
    await page.getByLabel('New password', { exact: true }).fill('Lantern8#');
    await page.getByLabel('Confirm new password').fill('Lantern8#');
    await main(page).getByRole('button', { name: 'Save the new password' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your password was changed' }),
    ).toBeVisible();
  },
);

test(
  '[A21] the query of an address is in no page that is sent, and in every link once the page is awake',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const query = '?next=%2Fcart&gclid=somebody';
    for (const [path, link, to] of [
      ['/login', 'Create an account', '/register'],
      ['/register', 'Log in', '/login'],
      ['/forgot-password', 'Back to login', '/login'],
      ['/es/login', 'Crear una cuenta', '/es/register'],
    ] as const) {
      expect(await (await request.get(path + query)).text(), path).not.toContain('somebody');
      await page.goto(path + query);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: link })).toHaveAttribute('href', to + query);
    }
  },
);

test(
  '[F06] what one page has learnt the next one knows: login, user, cart, address, browser, message, pending code',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email, token } = await openAccount(request);
    await page.goto('/login-without-password');
    await page.getByLabel('Email address').fill(email);
    await main(page).getByRole('button', { name: 'Send the code' }).click();
    await expect(page).toHaveURL('/otp-login');
    // otpInfo, over a reload.
    await page.reload();
    await expect(main(page)).toContainText(email);
    await leaveToken(page, token);
    await choosePopularPlan(page);
    // The way out of checkout is the plan's "Change".
    await page.getByRole('link', { name: `Change ${popular.name}` }).click();
    await expect(page).toHaveURL('/cart');
    const banner = page.getByRole('banner');
    const account = banner.getByRole('link', { name: /^My Account/ });
    await account.click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await main(page).getByRole('button', { name: 'Edit name' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit name' });
    await edit.getByLabel('First name').fill('Zoe');
    const told = page.getByRole('status').filter({ hasText: 'Your name was changed.' });
    // It stays while the pointer is on it, however long the next page takes.
    await Promise.all([told.hover(), edit.getByRole('button', { name: 'Save' }).click()]);
    await expect(edit).toBeHidden();
    await banner.getByRole('link', { name: /Plans$/ }).press('Enter');
    await expect(page).toHaveURL('/shop');
    // isLoggedIn and userInfo, the cart and its item, and what was just told.
    await expect(account).toContainText('ZQ');
    await expect(cartLink(page)).toHaveText('Cart 1');
    await expect(main(page).getByRole('button', { name: /is selected/ })).toHaveCount(1);
    await expect(told).toBeVisible();
    const kept = () =>
      page.evaluate(() =>
        ['token', 'email', 'mid', 'cart'].filter((key) => localStorage.getItem(key) !== null),
      );
    await expect.poll(kept).toEqual(['token', 'email', 'mid', 'cart']);
  },
);
