// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import type { Call } from '@portside/contract/call';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { notify, shownNotifications } from '../api/notifications.ts';
import { PageProvider } from '../api/page.tsx';
import { session, startSession } from '../api/session.ts';
import { CallProvider } from '../api/use-call.tsx';
import { fresh, Guard, Login, tokenUntil } from '../testing/guard-stage.tsx';
import { brand, lost } from '../testing/stage.tsx';
import { wordsOf } from '../words/i18n.ts';
import { LogOutPanel } from '../sign-in/log-out-panel.tsx';

let stop = () => {};
const scrollTo = vi.fn();
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', scrollTo);
});
afterEach(() => {
  cleanup();
  session.end();
  stop();
});

/** Settings, with the button to log out; `home` is the page at `/`, `log` answers the logout. */
function openSettings(home: RouteObject, log: () => Promise<unknown> = async () => ({})) {
  localStorage.setItem('token', fresh);
  stop = startSession(() => Promise.reject(new Error('not asked here')));
  const router = createMemoryRouter(
    [
      { path: '/', ...home },
      { path: '/login', Component: Login },
      { Component: Guard, children: [{ path: '*', element: <LogOutPanel /> }] },
    ] as RouteObject[],
    { initialEntries: ['/dashboard/setting'] },
  );
  const ask: Call = async (endpoint) => (endpoint.name === 'logout' ? log() : {}) as never;
  render(
    <I18nProvider i18n={wordsOf('en')}>
      <PageProvider value={{ brand, language: 'en', appQr: '' }}>
        <CallProvider value={ask}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </CallProvider>
      </PageProvider>
    </I18nProvider>,
  );
  return router;
}

/** Every address that the page leads to, also where another follows at once. */
function pathsOf(router: ReturnType<typeof openSettings>) {
  const paths: (string | undefined)[] = [];
  router.subscribe(({ location, navigation }) => {
    paths.push(location.pathname, navigation.location?.pathname);
  });
  return paths;
}

const logOut = async () => fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
const Home = () => <p>Home</p>;

/** A page that is there only when `arrive` says so. */
function late() {
  const coming = Promise.withResolvers<{ default: () => ReactNode }>();
  const load = vi.fn(() => coming.promise);
  return { Late: lazy(load), load, arrive: () => coming.resolve({ default: Home }) };
}

test('[F03] who logs out is led home, however long its page takes, and not to the login', async () => {
  const { Late, load, arrive } = late();
  const router = openSettings({ element: <Late /> });
  const paths = pathsOf(router);
  await logOut();
  await waitFor(() => expect([session.token(), load.mock.calls.length]).toEqual([undefined, 1]));
  await act(async () => arrive());
  expect(await screen.findByText('Home')).toBeTruthy();
  expect(paths).not.toContain('/login');
});

const homes: [string, () => RouteObject][] = [
  ['has a loader', () => ({ loader: () => null, element: <Home /> })],
  ['has a loader that takes a while', () => ({ loader: () => pause(30), element: <Home /> })],
  ['is loaded first', () => ({ lazy: () => pause(30).then(() => ({ Component: Home })) })],
];
const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

test.each(homes)('[F03] who logs out is led home where home %s', async (_, home) => {
  const router = openSettings(home());
  const paths = pathsOf(router);
  await logOut();
  expect(await screen.findByText('Home')).toBeTruthy();
  expect([session.token(), localStorage.getItem('token')]).toEqual([undefined, null]);
  expect(router.state.location.pathname).toBe('/');
  expect(paths).not.toContain('/login');
});

test('[F03] the server hears of the logout with the session that ends', async () => {
  const tokens: (string | undefined)[] = [];
  openSettings({ element: <Home /> }, async () => tokens.push(session.token()));
  await logOut();
  expect(await screen.findByText('Home')).toBeTruthy();
  expect(tokens).toEqual([fresh]);
});

test('[F03] what the page told the person who logs out does not stay open for the next', async () => {
  openSettings({ element: <Home /> });
  notify({ error: true, message: 'Your card was declined.', stayOpen: true });
  await logOut();
  expect(await screen.findByText('Home')).toBeTruthy();
  expect(shownNotifications()).toEqual([]);
});

test('[F03] a logout that nobody answers ends the session here all the same, and leads home', async () => {
  openSettings({ loader: () => null, element: <Home /> }, () => new Promise(() => {}));
  await screen.findByRole('button', { name: 'Log out' });
  vi.useFakeTimers();
  try {
    await logOutNow();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect([session.token(), localStorage.getItem('token')]).toEqual([undefined, null]);
    expect(screen.getByText('Home')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
const logOutNow = () =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: 'Log out' })));

/** As the browser tells it. */
function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}

test('[F03] who logs out offline reads that it is done here and what is left to do; the way on waits for the network', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  let isThere = false;
  const router = openSettings(
    {
      lazy: async () => {
        if (!isThere) throw new Error('Importing a module script failed.');
        return { Component: Home };
      },
      ErrorBoundary: () => <p>Home did not load</p>,
    },
    () => Promise.reject(lost()),
  );
  network(false);
  await logOut();
  const title = await screen.findByRole('heading', { name: 'You’re logged out on this device' });
  expect(document.activeElement).toBe(title);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(screen.getByText(/may still list this browser/)).toBeTruthy();
  expect([session.token(), localStorage.getItem('token')]).toEqual([undefined, null]);
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(router.state.location.pathname).toBe('/dashboard/setting');
  isThere = true;
  network(true);
  fireEvent.click(screen.getByRole('link', { name: 'Go to the home page' }));
  expect(await screen.findByText('Home')).toBeTruthy();
  // The pages behind the login have heard of the network, too.
  act(() => session.signIn(tokenUntil(4_000_000_004)));
  await act(() => router.navigate('/dashboard/setting'));
  await screen.findByRole('button', { name: 'Log out' });
  expect(onlineManager.isOnline()).toBe(true);
});

test('[F03] where the browser believes in its network and the server is not reached, it says the same, and the next logout leads home', async () => {
  let reaches = false;
  const router = openSettings({ element: <Home /> }, async () => {
    if (!reaches) throw lost();
  });
  await logOut();
  await screen.findByRole('heading', { name: 'You’re logged out on this device' });
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  reaches = true;
  act(() => session.signIn(tokenUntil(4_000_000_003)));
  await logOut();
  expect(await screen.findByText('Home')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
});

test('[F03] a home that never comes keeps nobody logged in', async () => {
  openSettings({ loader: () => new Promise(() => {}), element: <Home /> });
  await logOut();
  await waitFor(() => expect(session.token()).toBeUndefined());
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
});

test('[F03] a call that finds the session over while the logout is on its way leads home as well', async () => {
  const answer = Promise.withResolvers<unknown>();
  const router = openSettings({ loader: () => null, element: <Home /> }, () => answer.promise);
  const paths = pathsOf(router);
  await logOut();
  act(() => session.end());
  expect(await screen.findByText('Home')).toBeTruthy();
  await act(async () => answer.resolve({}));
  expect(screen.getByText('Home')).toBeTruthy();
  expect(paths).not.toContain('/login');
});

test('[F03] [F05] after a logout a protected page asks for a login, with the way back', async () => {
  const router = openSettings({ loader: () => null, element: <Home /> });
  await logOut();
  await screen.findByText('Home');
  await act(() => router.navigate('/dashboard/profile'));
  expect(await screen.findByText('Login, then /dashboard/profile')).toBeTruthy();
});

test('[F03] [F05] the next login in the tab expires as any other: to the login, with the way back', async () => {
  const router = openSettings({ loader: () => null, element: <Home /> });
  await logOut();
  await screen.findByText('Home');
  act(() => session.signIn(tokenUntil(4_000_000_002)));
  await act(() => router.navigate('/dashboard/profile'));
  await screen.findByRole('button', { name: 'Log out' });
  act(() => session.end());
  expect(await screen.findByText('Login, then /dashboard/profile')).toBeTruthy();
});
