// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import { viewUser } from '@portside/contract/account';
import type { Call } from '@portside/contract/call';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { lazy } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { PageProvider } from '../api/page.tsx';
import { session, startSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { CallProvider } from '../api/use-call.tsx';
import { fresh, Guard, Login, tokenUntil } from '../testing/guard-stage.tsx';
import { brand } from '../testing/stage.tsx';
import { wordsOf } from '../words/i18n.ts';

const expired = tokenUntil(1_000_000_000);

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  session.end();
  stop();
});

/** Knows callers by their token, as the server does. */
const call: Call = async () => ({ email: session.token() === fresh ? 'maya@' : 'omar@' }) as never;

function Member() {
  const { data } = useAnswer(viewUser, {});
  return (
    <>
      <p>Members only</p>
      <p>{data?.email}</p>
    </>
  );
}

function open(path: string, token: string | null, page = <Member />, askToPay?: () => void) {
  if (token) localStorage.setItem('token', token);
  stop = startSession(() => Promise.reject(new Error('not asked here')));
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Home</p> },
      { path: '/login', Component: Login },
      {
        Component: Guard,
        children: [{ path: '*', element: page }],
      },
    ],
    { initialEntries: ['/', path] },
  );
  render(
    <I18nProvider i18n={wordsOf('en')}>
      <PageProvider value={{ brand, language: 'en', appQr: '', askToPay }}>
        <CallProvider value={call}>
          <RouterProvider router={router} />
        </CallProvider>
      </PageProvider>
    </I18nProvider>,
  );
  return router;
}

test('[A21] [F05] a visitor is led to login, and from there back to the page and its query', async () => {
  open('/dashboard/payment?success=1#cards', null);
  expect(await screen.findByText('Login, then /dashboard/payment?success=1#cards')).toBeTruthy();
  expect(screen.queryByText('Members only')).toBeNull();
});

test('[A21] until the login is there, a spinner as tall as the window stands where the page was', async () => {
  localStorage.clear();
  stop = startSession(() => Promise.reject(new Error('not asked here')));
  let arrive = () => {};
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Home</p> },
      {
        path: '/login',
        lazy: () =>
          new Promise((resolve) => {
            arrive = () => resolve({ Component: Login });
          }),
      },
      { Component: Guard, children: [{ path: '*', element: <Member /> }] },
    ],
    { initialEntries: ['/', '/dashboard'] },
  );
  render(
    <I18nProvider i18n={wordsOf('en')}>
      <PageProvider value={{ brand, language: 'en', appQr: '' }}>
        <RouterProvider router={router} />
      </PageProvider>
    </I18nProvider>,
  );
  await waitFor(() => expect(router.state.navigation.location?.pathname).toBe('/login'));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await act(async () => arrive());
  expect(await screen.findByText('Login, then /dashboard')).toBeTruthy();
});

test('[A21] Back from the login leads past the protected page, not to it and to the login again', async () => {
  const router = open('/dashboard', null);
  await screen.findByText('Login, then /dashboard');
  await act(() => router.navigate(-1));
  expect(screen.getByText('Home')).toBeTruthy();
});

test('[M01] a page that takes payments is asked of the server where the document has no room for them', async () => {
  let asked = 0;
  const router = open('/dashboard/lines/l1', fresh, undefined, () => (asked += 1));
  await screen.findByText('Members only');
  expect(asked).toBe(0);
  await act(() => router.navigate('/dashboard/lines/l1/renew', { state: { step: 2 } }));
  expect([asked, router.state.location.state]).toEqual([1, { step: 2 }]);
  // Nothing of the page asks for the provider here.
  expect(screen.queryByText('Members only')).toBeNull();
});

test('[M01] [A21] a visitor is led to login before any page is asked of the server', async () => {
  let asked = 0;
  open('/cart/checkout', null, undefined, () => (asked += 1));
  expect(await screen.findByText('Login, then /cart/checkout')).toBeTruthy();
  expect(asked).toBe(0);
});

test('[F02] a stored token that is still to expire opens the page', async () => {
  open('/cart/checkout', fresh);
  expect(await screen.findByText('Members only')).toBeTruthy();
});

test('[F02] [C05] an expired token leads to login', async () => {
  open('/cart/checkout', expired);
  expect(await screen.findByText('Login, then /cart/checkout')).toBeTruthy();
});

test('[F03] a session that ends while the page is open leads to login, with the way back kept', async () => {
  open('/dashboard/profile', fresh);
  await screen.findByText('Members only');
  act(() => session.end());
  expect(await screen.findByText('Login, then /dashboard/profile')).toBeTruthy();
});

test('[A21] a network that came back while a public page was shown is there for the pages behind the login', async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  const router = open('/dashboard', fresh);
  await screen.findByText('maya@');
  act(() => void dispatchEvent(new Event('offline')));
  await act(() => router.navigate('/'));
  act(() => void dispatchEvent(new Event('online')));
  await act(() => router.navigate('/dashboard'));
  expect(await screen.findByText('maya@')).toBeTruthy();
});

test('[F01] [F05] whoever logs in after somebody else never sees an answer that was theirs', async () => {
  open('/dashboard/profile', fresh);
  expect(await screen.findByText('maya@')).toBeTruthy();
  act(() => session.signIn(tokenUntil(4_000_000_001)));
  expect(screen.queryByText('maya@')).toBeNull();
  expect(await screen.findByText('omar@')).toBeTruthy();
});

test('[B13] what a protected page still loads is a spinner in its place', async () => {
  const later = Promise.withResolvers<{ default: () => string }>();
  const Late = lazy(() => later.promise);
  open('/dashboard/profile', fresh, <Late />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
  await act(async () => later.resolve({ default: () => 'Here at last' }));
  expect(await screen.findByText('Here at last')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
