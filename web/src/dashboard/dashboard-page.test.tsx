// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { carrierCapability } from '@portside/contract/carrier-can';
import { listLines } from '@portside/contract/lines';
import { listCards, listTransactions } from '@portside/contract/payments';
import { listPortIns } from '@portside/contract/port-in';
import { logout } from '@portside/contract/sign-in';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useParams } from 'react-router';
import { expect, test } from 'vitest';
import { usePageTitle } from '../api/page-title.ts';
import { session } from '../api/session.ts';
import { Guard } from '../testing/guard-stage.tsx';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lost, maya } from '../testing/stage.tsx';
import { line, waiting } from '../testing/tracker-stage.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import type { Section } from './sections.ts';

const answers: readonly Answer[] = [
  answering(viewUser, () => maya),
  answering(listLines, () => ({ lines: [] })),
  answering(listCards, () => ({ cards: [] })),
  answering(listTransactions, () => ({ transactions: [] })),
];

function Dashboard() {
  const { selection = 'dashboard' } = useParams();
  return <DashboardPage selection={selection as Section} />;
}

function show(at: string, more: readonly Answer[] = []) {
  const site = (
    <Routes>
      <Route element={<Guard />}>
        <Route element={<Dashboard />} path="/dashboard/:selection?" />
      </Route>
      <Route element={<h1>Home</h1>} path="/" />
    </Routes>
  );
  return showScreen(site, { at, answers: [...more, ...answers], token: freshToken() });
}

const heading = () => screen.getByRole('heading', { level: 1 });

test('[A20] [A24] each section has a title of its own, in front of the page’s', async () => {
  const user = userEvent.setup();
  const Title = () => <p data-testid="title">{usePageTitle('My account')}</p>;
  const sections = (
    <>
      <Routes>
        <Route element={<Dashboard />} path="/dashboard/:selection?" />
      </Routes>
      <Title />
    </>
  );
  showScreen(sections, { at: '/dashboard', answers, token: freshToken() });
  const title = () => screen.getByTestId('title').textContent;
  expect(title()).toBe('My account');
  for (const name of ['Profile', 'Payment', 'Settings']) {
    await user.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(title()).toBe(`${name} | My account`));
  }
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(title()).toBe('My account'));
});

test.each([
  ['/dashboard', 'Dashboard', 'Hello, Maya'],
  ['/dashboard/dashboard', 'Dashboard', 'Hello, Maya'],
  ['/dashboard/profile', 'Profile', 'Profile'],
  ['/dashboard/payment', 'Payment', 'Payment'],
  ['/dashboard/setting', 'Settings', 'Settings'],
])('[A20] %s is a section with a heading, marked in the navigation', async (path, link, title) => {
  show(path);
  await waitFor(() => expect(heading().textContent).toBe(title));
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(link);
});

test('[A20] the navigation leads to the four sections, and the focus to the heading of each', async () => {
  const user = userEvent.setup();
  show('/dashboard');
  for (const name of ['Profile', 'Payment', 'Settings']) {
    await user.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(heading().textContent).toBe(name));
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  }
});

test('[A22] a move within a section leaves it where it is; another section animates in', async () => {
  const { router } = show('/dashboard');
  const content = () => heading().closest('.animate-arrive');
  const first = content();
  expect(first).toBeTruthy();
  await act(() => router.navigate('/dashboard/dashboard'));
  await act(() => router.navigate('/dashboard?success'));
  expect(content()).toBe(first);
  await act(() => router.navigate('/dashboard/profile'));
  expect(content()).toBeTruthy();
  expect(content()).not.toBe(first);
});

test('the profile shows name, email, phone and address', async () => {
  show('/dashboard/profile');
  for (const text of [
    'Maya Alvarez',
    'maya@example.com',
    '(212) 555-0101',
    '120 W Fulton Street',
    'New York, NY 10038',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
});

test('a profile that did not load offers to try again', async () => {
  const user = userEvent.setup();
  let down = true;
  show('/dashboard/profile', [
    answering(viewUser, () => {
      if (down) throw lost();
      return maya;
    }),
  ]);
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await user.click(again);
  expect(await screen.findByText('maya@example.com')).toBeTruthy();
});

test.each([
  ['goes home when the server says goodbye', () => ({ message: 'Bye' }), 'Home'],
  [
    'says so when the server cannot be reached',
    () => {
      throw lost();
    },
    'You’re logged out on this device',
  ],
])('logging out ends the session and %s', async (_, goodbye, title) => {
  const user = userEvent.setup();
  const { sent } = show('/dashboard/setting', [answering(logout, goodbye)]);
  // What a tab remembers of a checkout is nobody's after it.
  sessionStorage.setItem('portside:checkout', '{"street":"Fulton Street"}');
  sessionStorage.setItem('of-another-script', 'stays');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(heading().textContent).toBe(title));
  await waitFor(() => expect(session.get().isLoggedIn).toBe(false));
  expect(localStorage.getItem('token')).toBeNull();
  await waitFor(() => expect(sessionStorage.getItem('portside:checkout')).toBeNull());
  expect(sessionStorage.getItem('of-another-script')).toBe('stays');
  expect(sent('logout')).toHaveLength(1);
});

test.each([
  ['is offered a line in use', carrierCapability.options, 1],
  [
    'is offered a new line only, where the carrier changes no numbers',
    carrierCapability.options.filter((one) => one !== 'changeNumber'),
    0,
  ],
])('[M07] [I09] a number that waits for a line %s', async (_, can, offers) => {
  const site = (
    <Routes>
      <Route element={<Dashboard />} path="/dashboard/:selection?" />
    </Routes>
  );
  showScreen(site, {
    at: '/dashboard',
    can,
    token: freshToken(),
    answers: [
      answering(listPortIns, () => ({ portIns: [waiting] })),
      answering(listLines, () => ({ lines: [line] })),
      ...answers,
    ],
  });
  await screen.findByRole('link', { name: 'Choose a plan' });
  const offered = () =>
    screen.queryAllByRole('button', { name: 'Use it on a line you already have' });
  // The lines are there.
  await screen.findAllByText('Kitchen');
  expect(offered()).toHaveLength(offers);
});
