// @vitest-environment jsdom
import { leaveLine } from '@portside/contract/household';
import type { LineDetail } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no } from '../testing/stage.tsx';
import { GivenLine } from './given-line-tile.tsx';

const asUser = { household: { as: 'user', holder: 'Ana' } } as const satisfies Partial<LineDetail>;
const asManager = { household: { as: 'manager', holder: 'Ana' } } as const;
const used = 'You have this line from Ana, as its user. It stays in that account, with its bill.';
const emergencyAddress = {
  streetNumber: '20',
  streetDirection: '',
  streetName: 'Water St',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10004',
};
const checkAddress = /^Until you enter your 911 address, 911 may get one from before/;

interface Shown {
  leave?: () => void;
  agent?: boolean;
  can?: readonly CarrierCapability[];
}

function show(change: Partial<LineDetail>, how: Shown = {}) {
  const site = (
    <Routes>
      <Route element={<h1>The dashboard</h1>} path="/dashboard" />
      <Route
        element={
          <>
            <h1>The line</h1>
            <GivenLine line={{ ...lineDetail, ...change }} />
          </>
        }
        path="*"
      />
    </Routes>
  );
  return showScreen(site, {
    at: '/dashboard/lines/l1',
    token: freshToken(),
    ...(how.can && { can: how.can }),
    answers: [
      answering(leaveLine, () => {
        how.leave?.();
        return { message: 'You gave it back.' };
      }),
      answering(listLines, () => ({ lines: [] })),
      answering(listNeeds, () => ({ needs: [], data: [] })),
      {
        name: 'viewUser',
        answer: () => ({ ...maya, ...(how.agent && { agent: { name: 'Ann' } }) }),
      },
    ],
  });
}

const place = () => screen.getByRole('region', { name: 'Whose line this is' });
const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Give it back' }));
  return within(await screen.findByRole('dialog', { name: 'Give this line back to Ana?' }));
};
type Dialog = Awaited<ReturnType<typeof ask>>;
const confirm = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Give it back' }));

test.each([
  ['user', asUser, used],
  ['manager', asManager, used.replace('user', 'manager')],
  ['user', { household: { as: 'user' } } as const, used.replace('Ana', 'the one who gave it')],
])('[P04] whoever has a line as its %s is told whose it is', async (_, change, words) => {
  show(change);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/^You accepted this line/)).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['its own line', {}],
  ['a line they gave', { household: { as: 'holder' } }],
  ['a line that has ended', { ...asUser, status: 'ended' }],
] as const)('[P04] of %s nothing is said', async (_, change) => {
  show(change);
  await screen.findByText('The line');
  expect(screen.queryByRole('region')).toBeNull();
});

test('[P04] right after accepting it says so, takes the focus, and sends to the 911 address', async () => {
  const page = show(asUser);
  await page.router.navigate('/dashboard/lines/l1', { state: { accepted: true } });
  const words = await screen.findByText(/^You accepted this line/);
  expect(words.closest('[role="status"]')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(place()));
  expect(screen.getByText(checkAddress)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Enter the 911 address' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/phone#emergency-address');
});

test.each([
  ['a line with their own 911 address', { emergencyAddress }, undefined],
  ['a carrier that keeps none', {}, []],
] as const)('[P04] of %s there is nothing to check', async (_, change, can) => {
  const page = show({ ...asUser, ...change }, can && { can });
  await page.router.navigate('/dashboard/lines/l1', { state: { accepted: true } });
  await screen.findByText(/^You accepted this line/);
  expect(screen.queryByText(checkAddress)).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('[P04] giving it back asks first, says what happens, and leads to the dashboard', async () => {
  const page = show(asUser);
  const dialog = await ask();
  expect(dialog.getByText(/^At once you can’t open this line.*We email Ana about it/)).toBeTruthy();
  expect(dialog.getByText(/^The line doesn’t end, and Ana takes care of it again/)).toBeTruthy();
  expect(dialog.getByText(/you need a new invitation from Ana/)).toBeTruthy();
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  expect(page.sent('leaveLine')).toEqual([]);
  await confirm(dialog);
  expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
  expect(page.sent('leaveLine')).toEqual([{ id: 'l1' }]);
  expect(page.router.state.location.pathname).toBe('/dashboard');
});

test('[P04] what doesn’t work is not said to keep working', async () => {
  show({ ...asUser, status: 'pending' });
  const dialog = await ask();
  expect(dialog.getByText('The line doesn’t end, and Ana takes care of it again.')).toBeTruthy();
});

test('[P04] who keeps it after all is back at the button', async () => {
  const page = show(asUser);
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const button = screen.getByRole('button', { name: 'Give it back' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(page.sent('leaveLine')).toEqual([]);
});

test.each([
  ['got no answer', lost, '/dashboard/lines/l1'],
  ['is not theirs anymore', () => no(404, { code: 'not_found', message: 'Gone.' }), '/dashboard'],
])('[P04] a line that %s is not said to be given back', async (_, why, path) => {
  const page = show(asUser, {
    leave() {
      throw why();
    },
  });
  await confirm(await ask());
  await waitFor(() => expect(page.sent('leaveLine')).toHaveLength(1));
  await waitFor(() => expect(page.router.state.location.pathname).toBe(path));
});

test('[P04] [K24] an agent sees whose it is, and gives nothing back', async () => {
  show(asUser, { agent: true });
  expect(await screen.findByText(used)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
