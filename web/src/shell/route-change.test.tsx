// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../testing/stage.tsx';
import { RouteChange } from './route-change.tsx';

const page = (path: string, title: string) => ({ path, element: <h1>{title}</h1> });

function open(at: string) {
  const shown = openPage({
    routes: [
      {
        path: '/',
        element: (
          <>
            <main id="main">
              <Outlet />
            </main>
            <RouteChange title="Harbor" />
          </>
        ),
        children: [
          page('shop', 'Plans'),
          page('faq', 'Questions'),
          page('dashboard/profile', 'Profile'),
          page('dashboard', 'My account'),
          page('dashboard/lines/:id', 'Your line'),
          page('dashboard/lines/:id/plan', 'Change plan'),
        ],
      },
    ],
    at,
    answers: {},
  });
  onTestFinished(() => shown.close());
  return shown.router;
}

let top = 0;
/** How tall the page is below the window. */
let below = 2000;
const scrolledTo = (to: number) => {
  top = to;
  dispatchEvent(new Event('scroll'));
};
let grown: () => void = () => {};

beforeEach(() => {
  below = 2000;
  sessionStorage.clear();
  scrolledTo(0);
  vi.stubGlobal('scrollTo', (to: number | ScrollToOptions, y?: number) => {
    scrolledTo(Math.min(below, typeof to === 'number' ? (y ?? 0) : (to.top ?? 0)));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        grown = changed;
      }
      observe() {}
      disconnect() {
        grown = () => {};
      }
    },
  );
  const was = Object.getOwnPropertyDescriptor(window, 'scrollY');
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => top });
  return () => {
    vi.unstubAllGlobals();
    if (was) Object.defineProperty(window, 'scrollY', was);
  };
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test.each([
  ['/dashboard', '/dashboard/lines/l1', 'Your line'],
  ['/dashboard/lines/l1', '/dashboard/lines/l1/plan', 'Change plan'],
  ['/dashboard/lines/l1/plan', '/dashboard', 'My account'],
  ['/dashboard', '/shop', 'Plans'],
])('[A23] from %s, %s begins at its top with its heading focused', async (from, to, title) => {
  const router = open(from);
  scrolledTo(600);
  await router.navigate(to);
  const shown = await heading(title);
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(top).toBe(0);
});

test('[A22] among the dashboard’s sections the page stays where it is', async () => {
  const router = open('/dashboard');
  scrolledTo(40);
  await router.navigate('/dashboard/profile');
  await heading('Profile');
  expect(top).toBe(40);
});

test('[A23] the same address again goes to the top; another state of it does not', async () => {
  const router = open('/shop');
  await heading('Plans');
  scrolledTo(500);
  const replace = (to: string, state?: object) =>
    act(() => router.navigate(to, { replace: true, state }));
  await replace('/shop', { step: 1 });
  await replace('/shop?zip=10005');
  expect(top).toBe(500);
  await replace('/shop?zip=10005');
  expect(top).toBe(0);
});

test('[A25] Back finds the page where it was left, also when its content comes late', async () => {
  const router = open('/shop');
  await heading('Plans');
  scrolledTo(700);
  await router.navigate('/faq');
  await heading('Questions');
  await waitFor(() => expect(top).toBe(0));
  below = 554;
  await router.navigate(-1);
  await heading('Plans');
  await waitFor(() => expect(top).toBe(554));
  below = 2000;
  grown();
  expect(top).toBe(700);
});

test('[A25] a customer who scrolls while content comes late is not moved', async () => {
  const router = open('/shop');
  await heading('Plans');
  scrolledTo(700);
  await router.navigate('/faq');
  await heading('Questions');
  below = 554;
  await router.navigate(-1);
  await waitFor(() => expect(top).toBe(554));
  dispatchEvent(new Event('wheel'));
  scrolledTo(100);
  below = 2000;
  grown();
  expect(top).toBe(100);
});
