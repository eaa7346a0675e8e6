// @vitest-environment jsdom
import {
  crmLogin,
  denyChange,
  forgotPassword,
  removePasskeyAfterReset,
  resetPassword,
} from '@portside/contract/sign-in';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering } from '../testing/show-screen.tsx';
import { openSignIn, said } from '../testing/sign-in-stage.tsx';
import { freshToken, no } from '../testing/stage.tsx';
import { leaveTraces, traces } from '../testing/traces.ts';

test('[A07] whoever forgot the password reads what the server says to everybody', async () => {
  const message = 'If there is an account with this email address, a link is on its way.';
  const page = openSignIn('/forgot-password', [answering(forgotPassword, () => ({ message }))]);
  await page.type('Email address', 'nobody@example.com');
  await page.press('Send the link');
  expect((await screen.findByRole('status')).textContent).toBe(message);
  expect(page.sent('forgotPassword')).toEqual([{ email: 'nobody@example.com' }]);
});

test('[A07] what follows the form takes the focus, and is read with its sentence', async () => {
  const message = 'If there is an account with this email address, a link is on its way.';
  const page = openSignIn('/forgot-password', [answering(forgotPassword, () => ({ message }))]);
  const heading = () => screen.getByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(document.body);
  await page.type('Email address', 'nobody@example.com');
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(heading().textContent).toBe('Check your email'));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  const read = heading().getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(read)?.textContent).toBe(message);
  await page.press('Use another address');
  expect(heading().textContent).toBe('Forgot your password?');
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[A07] [H02] an address that is none is told at its field', async () => {
  const page = openSignIn('/forgot-password', []);
  await page.press('Send the link');
  await waitFor(() =>
    expect(said('Email address')).toBe(
      'Please enter a valid email address. Example: name@example.com',
    ),
  );
  expect(page.calls).toEqual([]);
});

const passwords = { newPassword: 'Harbor2!', confirmNewPassword: 'Harbor2!' };
const changed = answering(resetPassword, () => ({ message: 'Changed', passkeys: [] }));

test('[A15] the link leaves the address bar at once, sets the password, and leads to the login', async () => {
  const page = openSignIn('/reset-password?token=secret', [changed], freshToken());
  leaveTraces();
  await page.type('New password', passwords.newPassword);
  expect(page.router.state.location.search).toBe('');
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  await page.follow('Log in');
  expect(page.path()).toBe('/login');
  expect(page.sent('resetPassword')).toEqual([{ ...passwords, token: 'secret' }]);
  // It ended every session, this browser's too, and the next person sees nothing of it.
  expect([session.get().isLoggedIn, localStorage.getItem('token')]).toEqual([false, null]);
  expect(traces()).toEqual([]);
});

test.each([
  ['[H03]', '', '', 'New password', 'Please enter a new password'],
  ['[H05]', 'Harbor2!', '', 'Confirm new password', 'Please confirm your password'],
  ['[H05]', 'Harbor2!', 'Harbor3!', 'Confirm new password', 'Passwords do not match'],
])('[A15] %s “%s” and “%s” are not sent', async (_, first, second, label, sentence) => {
  const page = openSignIn('/reset-password?token=secret', []);
  await page.type('New password', first);
  await page.type('Confirm new password', second);
  await page.press('Save the new password');
  await waitFor(() => expect(said(label)).toBe(sentence));
  expect(page.calls).toEqual([]);
});

const passkey = (name: string) => ({
  id: `pk of ${name}`,
  name,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: null,
});

test('[A15] passkeys that outlive the password are named, and each is gone at one press', async () => {
  const [phone, laptop] = [passkey('My phone'), passkey('Laptop')];
  let kept = [phone, laptop];
  const page = openSignIn('/reset-password?token=secret', [
    answering(resetPassword, () => ({
      message: 'Changed',
      passkeys: kept,
      removalToken: 'for removal',
    })),
    answering(removePasskeyAfterReset, ({ id }) => {
      kept = kept.filter((one) => one.id !== id);
      return { message: 'The passkey is removed.', passkeys: kept };
    }),
  ]);
  await page.type('New password', passwords.newPassword);
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  expect(await screen.findByText('These passkeys still open your account')).toBeTruthy();
  await page.press('Remove Laptop');
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
  expect(screen.getByText('My phone')).toBeTruthy();
  expect(page.sent('removePasskeyAfterReset')).toEqual([{ token: 'for removal', id: laptop.id }]);
  await page.press('Remove My phone');
  expect(await screen.findByText('No passkey opens your account now')).toBeTruthy();
  await page.follow('Log in');
  expect(page.path()).toBe('/login');
});

test('[A15] of two removals at once the older answer, when it comes last, brings no passkey back', async () => {
  const [phone, laptop] = [passkey('My phone'), passkey('Laptop')];
  const slow = Promise.withResolvers<void>();
  let kept = [phone, laptop];
  const page = openSignIn('/reset-password?token=secret', [
    answering(resetPassword, () => ({
      message: 'Changed',
      passkeys: kept,
      removalToken: 'for removal',
    })),
    answering(removePasskeyAfterReset, async ({ id }) => {
      kept = kept.filter((one) => one.id !== id);
      const answer = { message: 'The passkey is removed.', passkeys: kept };
      if (id === laptop.id) await slow.promise;
      return answer;
    }),
  ]);
  await page.type('New password', passwords.newPassword);
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  await page.press('Remove Laptop');
  await page.press('Remove My phone');
  expect(await screen.findByText('No passkey opens your account now')).toBeTruthy();
  await act(async () => slow.resolve());
  expect(screen.getByText('No passkey opens your account now')).toBeTruthy();
  expect(screen.queryByText('My phone')).toBeNull();
});

test('[A15] a removal that comes too late says what to do instead', async () => {
  const page = openSignIn('/reset-password?token=secret', [
    answering(resetPassword, () => ({
      message: 'Changed',
      passkeys: [passkey('My phone')],
      removalToken: 'old',
    })),
    answering(removePasskeyAfterReset, () => {
      throw no(422, { reason: 'link_expired', message: 'This took too long.' });
    }),
  ]);
  await page.type('New password', passwords.newPassword);
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  await page.press('Remove My phone');
  expect(await screen.findByText('This took too long.')).toBeTruthy();
  expect(screen.getByText('My phone')).toBeTruthy();
});

test('[A15] a link that was used says so and leads to a new one', async () => {
  const message = 'This link has expired or was used before. Please ask for a new one.';
  const page = openSignIn('/reset-password?token=old', [
    answering(resetPassword, () => {
      throw no(422, { reason: 'link_expired', message });
    }),
  ]);
  await page.type('New password', passwords.newPassword);
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await page.follow('Get a new link');
  expect(page.path()).toBe('/forgot-password');
});

test.each(['/reset-password', '/crm-login'])(
  '[A15] [A16] %s without a ticket says so and leads to the login',
  async (at) => {
    const page = openSignIn(at, []);
    expect(await screen.findByRole('alert')).toBeTruthy();
    await page.follow('Back to login');
    expect(page.path()).toBe('/login');
    expect(page.calls).toEqual([]);
  },
);

test('[A16] the ticket leaves the address bar and opens the dashboard, once', async () => {
  const token = freshToken(900);
  const page = openSignIn('/crm-login?ticket=once', [
    answering(crmLogin, () => ({ token, message: 'You are looking at an account.' })),
  ]);
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(session.token()).toBe(token);
  expect(page.sent('crmLogin')).toEqual([{ ticket: 'once' }]);
});

test('[A16] who leaves while the ticket is used is logged in, and not pulled away', async () => {
  const answer = Promise.withResolvers<{ token: string; message: string }>();
  const page = openSignIn('/crm-login?ticket=once', [answering(crmLogin, () => answer.promise)]);
  await waitFor(() => expect(page.sent('crmLogin')).toHaveLength(1));
  await act(() => page.router.navigate('/shop'));
  const token = freshToken();
  await act(async () => answer.resolve({ token, message: 'You are looking at an account.' }));
  await waitFor(() => expect(session.token()).toBe(token));
  await act(async () => {});
  expect(page.path()).toBe('/shop');
});

test('[A16] a ticket that was used says so, and whoever was logged in stays so', async () => {
  const message = 'This link has expired or was used before. Please open it again in the CRM.';
  const own = freshToken();
  const page = openSignIn(
    '/crm-login?ticket=old',
    [
      answering(crmLogin, () => {
        throw no(422, { reason: 'ticket_expired', message });
      }),
    ],
    own,
  );
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(page.router.state.location.search).toBe('');
  expect(session.token()).toBe(own);
});

const secured = 'Every browser is logged out, and the password is removed.';

test('"This wasn’t me" does nothing before the press, then leads to a new password', async () => {
  const answers = [
    answering(denyChange, () => ({ message: secured, resetToken: 'next' })),
    changed,
  ];
  const page = openSignIn('/not-me?token=denial', answers, freshToken());
  leaveTraces();
  const button = await screen.findByRole('button', { name: 'This wasn’t me' });
  expect(page.router.state.location.search).toBe('');
  expect(page.calls).toEqual([]);
  expect([session.get().isLoggedIn, traces().length]).toEqual([true, 2]);
  expect(screen.queryByText('Trouble logging in?')).toBeNull();
  await page.user.click(button);
  expect((await screen.findByRole('status')).textContent).toBe(secured);
  expect(screen.queryByText('Trouble logging in?')).toBeNull();
  expect(page.sent('denyChange')).toEqual([{ token: 'denial' }]);
  expect([session.get().isLoggedIn, traces()]).toEqual([false, []]);
  await page.follow('Set a new password');
  await page.type('New password', passwords.newPassword);
  await page.type('Confirm new password', passwords.confirmNewPassword);
  await page.press('Save the new password');
  await waitFor(() =>
    expect(page.sent('resetPassword')).toEqual([{ ...passwords, token: 'next' }]),
  );
});

test('a "This wasn’t me" that was used, or is not whole, says so and leads to people', async () => {
  const message = 'This link has expired or was used before. Please call us if you need help.';
  const used = openSignIn('/not-me?token=old', [
    answering(denyChange, () => {
      throw no(422, { reason: 'link_expired', message });
    }),
  ]);
  await used.press('This wasn’t me');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.queryByText('Trouble logging in?')).toBeNull();
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact-us');
});

test('without the old address "This wasn’t me" leads to people', async () => {
  const page = openSignIn('/not-me?token=denial', [
    answering(denyChange, () => ({ message: 'Every browser is logged out.' })),
  ]);
  await page.press('This wasn’t me');
  expect(await screen.findByText(/now belongs to another account/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Set a new password' })).toBeNull();
});
