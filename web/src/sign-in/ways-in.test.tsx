// @vitest-environment jsdom
import { askLoginCode, enterLoginCode, login, register } from '@portside/contract/sign-in';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shownNotifications } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { answering } from '../testing/show-screen.tsx';
import { openSignIn, said } from '../testing/sign-in-stage.tsx';
import { freshToken, no } from '../testing/stage.tsx';

afterEach(() => void vi.useRealTimers());
const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

const emailSentence = 'Please enter a valid email address. Example: name@example.com';
const signedIn = () => ({ token: freshToken(), message: 'You’re logged in.' });
const secondStep = () =>
  no(422, {
    reason: 'second_step_required',
    message: 'One more step',
    challenge: 'c1',
    kind: 'app',
  });
const codeSent = answering(askLoginCode, () => ({ message: 'A code is on its way' }));

test('[A08] [A10] [F04] the login asks for the address, remembers it, and then for the password', async () => {
  const page = openSignIn('/login', [answering(login, signedIn)]);
  await page.type('Email address', 'maya@example.com');
  await page.press('Continue');
  await waitFor(() => expect(page.path()).toBe('/login-with-password'));
  expect(localStorage.getItem('email')).toBe('maya@example.com');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('maya@example.com'),
  );
  await page.type('Password', 'Harbor1!');
  await page.press('Log in');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('login')).toEqual([{ email: 'maya@example.com', password: 'Harbor1!' }]);
  expect(localStorage.getItem('token')).toBe(session.token());
});

test('[A08] [H02] an address that is none stays at its field, and nothing is remembered', async () => {
  const page = openSignIn('/login', []);
  await page.type('Email address', 'maya@');
  await page.press('Continue');
  await waitFor(() => expect(said('Email address')).toBe(emailSentence));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email address')));
  expect([page.path(), localStorage.getItem('email')]).toEqual(['/login', null]);
});

test.each([
  ['', 'Please enter your password'],
  [
    'harbor',
    'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol',
  ],
])('[A10] [H03] the password “%s” is not sent', async (password, sentence) => {
  const page = openSignIn('/login-with-password', []);
  await page.type('Email address', 'maya@example.com');
  await page.type('Password', password);
  await page.press('Log in');
  await waitFor(() => expect(said('Password')).toBe(sentence));
  expect(page.calls).toEqual([]);
});

test('[A10] a refused login says so at the password', async () => {
  const message = 'The email address or password isn’t right. Please try again.';
  const page = openSignIn('/login-with-password', [
    answering(login, () => {
      throw no(422, { reason: 'wrong_login', message });
    }),
  ]);
  await page.type('Email address', 'maya@example.com');
  await page.type('Password', 'Harbor2!');
  await page.press('Log in');
  await waitFor(() => expect(said('Password')).toBe(message));
  expect(session.get().isLoggedIn).toBe(false);
});

test('[A09] [A11] [E15] [J02] a code of six digits logs in by itself when the last one is typed', async () => {
  const page = openSignIn('/login', [codeSent, answering(enterLoginCode, signedIn)]);
  await page.type('Email address', 'maya@example.com');
  await page.follow('Email me a code');
  await waitFor(() => expect(page.path()).toBe('/login-without-password'));
  expect(page.sent('askLoginCode')).toEqual([]);
  await page.press('Send the code');
  await waitFor(() => expect(page.path()).toBe('/otp-login'));
  expect(page.sent('askLoginCode')).toEqual([{ email: 'maya@example.com' }]);
  const code = await screen.findByLabelText('One-time code');
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.user.keyboard('12a34 5');
  expect(page.sent('enterLoginCode')).toEqual([]);
  await page.user.keyboard('6');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('enterLoginCode')).toEqual([{ email: 'maya@example.com', otp: '123456' }]);
});

test('[A11] [E15] a pasted code is sent at once; a wrong one is told and makes room for the next', async () => {
  const message = 'This code is not right. Please check it.';
  const page = openSignIn('/login-without-password', [
    codeSent,
    answering(enterLoginCode, ({ otp }) => {
      if (otp === '654321') return signedIn();
      throw no(422, { reason: 'code_wrong', message, errors: [{ field: 'otp', message }] });
    }),
  ]);
  await page.type('Email address', 'maya@example.com');
  await page.press('Send the code');
  const code = await screen.findByLabelText<HTMLInputElement>('One-time code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.user.paste('123 456');
  await waitFor(() => expect(said('One-time code')).toBe(message));
  expect(code.value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.user.paste('654321');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
});

test('[A11] a code that is not whole is not sent', async () => {
  const page = openSignIn('/login-without-password', [codeSent]);
  await page.type('Email address', 'maya@example.com');
  await page.press('Send the code');
  const code = await screen.findByLabelText('One-time code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.user.keyboard('123');
  await page.press('Log in');
  expect(said('One-time code')).toBe('Please enter the 6-digit code');
  expect(page.sent('enterLoginCode')).toEqual([]);
});

test('[A11] [E07] [J02] another code can be asked for after 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = openSignIn('/login-without-password', [codeSent]);
  await page.type('Email address', 'maya@example.com');
  await page.press('Send the code');
  await screen.findByLabelText('One-time code');
  await page.press('Resend code in 30 s');
  await advance(28_000);
  expect(screen.getByRole('button', { name: /^Resend code in [12] s$/ })).toBeTruthy();
  expect(page.sent('askLoginCode')).toHaveLength(1);
  await advance(2_500);
  await page.press('Resend code');
  await waitFor(() => expect(page.sent('askLoginCode')).toHaveLength(2));
  await waitFor(() =>
    expect(shownNotifications().map((one) => one.message)).toContain(
      'Code Re-sent! Please enter the new code',
    ),
  );
  expect(await screen.findByRole('button', { name: /^Resend code in \d+ s$/ })).toBeTruthy();
});

test('[A11] without a pending address the code page leads to the login', async () => {
  const page = openSignIn('/otp-login', []);
  await waitFor(() => expect(page.path()).toBe('/login'));
});

test.each([
  ['/login?next=/cart/checkout', '/cart/checkout'],
  ['/login?next=//evil.example/dashboard', '/dashboard'],
  ['/login?next=https://evil.example', '/dashboard'],
])('[A21] from %s the way by code leads to %s', async (at, to) => {
  const page = openSignIn(at, [codeSent, answering(enterLoginCode, signedIn)]);
  await page.type('Email address', 'maya@example.com');
  await page.follow('Email me a code');
  await page.press('Send the code');
  const code = await screen.findByLabelText('One-time code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.user.paste('123456');
  expect(await screen.findByText(`Arrived at ${to}`)).toBeTruthy();
});

test('[A08] a browser without passkeys says so and leaves the other ways', async () => {
  const page = openSignIn('/login', []);
  await page.press('Use a passkey');
  expect(
    await screen.findByText('This browser doesn’t support passkeys. Please choose another way.'),
  ).toBeTruthy();
});

const newcomer: Record<string, string> = {
  'First name': 'Ann',
  'Last name': 'Lee',
  'Email address': 'ann@example.com',
  Password: 'Harbor1!',
  'Confirm password': 'Harbor1!',
};

test.each([
  ['[H20]', 'First name', 'A', 'Please enter your first name'],
  ['[H20]', 'Last name', '', 'Please enter your last name'],
  ['[H02]', 'Email address', 'ann', emailSentence],
  ['[H03]', 'Password', '', 'Please enter a password'],
  ['[H05]', 'Confirm password', '', 'Please confirm your password'],
  ['[H05]', 'Confirm password', 'Harbor2!', 'Passwords do not match'],
])('[A14] %s registering tells about %s “%s”', async (_, label, value, sentence) => {
  const page = openSignIn('/register', []);
  for (const [name, text] of Object.entries({ ...newcomer, [label]: value })) {
    await page.type(name, text);
  }
  await page.press('Create account');
  await waitFor(() => expect(said(label)).toBe(sentence));
  expect(page.calls).toEqual([]);
});

test('[A14] [H28] an address that has an account, and a leaked password, are told at their fields', async () => {
  const leaked = 'This password has appeared in a data leak. Please choose another one';
  let errors = [{ field: 'email', message: 'There is an account already.' }];
  const page = openSignIn('/register', [
    answering(register, () => {
      throw no(422, { reason: 'email_taken', message: 'No', errors });
    }),
  ]);
  for (const [name, text] of Object.entries(newcomer)) await page.type(name, text);
  await page.press('Create account');
  await waitFor(() => expect(said('Email address')).toBe('There is an account already.'));
  errors = [{ field: 'regPassword', message: leaked }];
  await page.press('Create account');
  await waitFor(() => expect(said('Password')).toBe(leaked));
  expect(said('Email address')).toBeUndefined();
});

test('[A14] [H32] names take letters only', async () => {
  const page = openSignIn('/register', []);
  await page.type('First name', 'Zo3é-Ann');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Zoé-Ann');
});

test.each([
  ['a sent code', codeSent.name, '/login-without-password', 'Send the code'],
  ['a second step', 'login', '/login-with-password', 'Log in'],
])('[A09] %s pulls nobody back who has gone elsewhere meanwhile', async (_, name, at, button) => {
  const answer = Promise.withResolvers<never>();
  const page = openSignIn(at, [{ name, answer: () => answer.promise }]);
  await page.type('Email address', 'maya@example.com');
  if (name === 'login') await page.type('Password', 'Harbor1!');
  await page.press(button);
  await waitFor(() => expect(page.sent(name)).toHaveLength(1));
  await act(() => page.router.navigate('/shop'));
  await act(async () => {
    if (name === 'login') answer.reject(secondStep());
    else answer.resolve({ message: 'A code is on its way' } as never);
    await answer.promise.catch(() => undefined);
  });
  await act(async () => {});
  expect(page.path()).toBe('/shop');
});
