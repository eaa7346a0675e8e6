// @vitest-environment jsdom
import {
  type ActivityEntry,
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  type Session,
} from '@portside/contract/sessions';
import { listPasskeys, type Passkey, removePasskey } from '@portside/contract/sign-in';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken } from '../testing/stage.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const at = '2026-11-05T21:12:00Z';
const here: Session = {
  id: 'ses_1',
  current: true,
  browser: 'Firefox on Linux',
  network: '192.0.2.7',
  createdAt: at,
  lastSeenAt: at,
};
const phone = { ...here, id: 'ses_2', current: false, browser: 'Safari on iPhone' };

test('the signed-in browsers show place and time, and each other one can be signed out', async () => {
  let sessions = [here, phone];
  const { sent } = showScreen(<SessionsPanel />, {
    token: freshToken(),
    answers: [
      answering(listSessions, () => ({ sessions })),
      answering(endSession, () => {
        sessions = [here];
        return { message: 'Signed out' };
      }),
    ],
  });
  const user = userEvent.setup();
  expect(await screen.findByText('This browser')).toBeTruthy();
  expect(screen.getAllByText('From 192.0.2.7, last used Nov 5, 2026, 4:12 PM')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Log out Firefox on Linux' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(sent('endSession')).toEqual([{ id: 'ses_2' }]);
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
});

test('everything else is signed out by one press', async () => {
  let sessions = [here, phone, { ...phone, id: 'ses_3' }];
  const { sent } = showScreen(<SessionsPanel />, {
    token: freshToken(),
    answers: [
      answering(listSessions, () => ({ sessions })),
      answering(endOtherSessions, () => {
        sessions = [here];
        return { message: 'Signed out' };
      }),
    ],
  });
  await userEvent
    .setup()
    .click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(sent('endOtherSessions')).toHaveLength(1);
});

const entry = (id: string, message: string): ActivityEntry => ({
  id,
  at,
  kind: 'signed_in',
  message,
  browser: 'Firefox on Linux',
  network: '192.0.2.7',
});

test('the activity is shown a page at a time, and an agent’s by name', async () => {
  const { sent } = showScreen(<ActivityPanel />, {
    token: freshToken(),
    answers: [
      answering(listActivity, ({ cursor }) =>
        cursor === 'p2'
          ? { activity: [{ ...entry('3', 'An agent looked'), agent: 'Sam' }] }
          : { activity: [entry('1', 'Logged in'), entry('2', 'Logged out')], next: 'p2' },
      ),
    ],
  });
  expect(await screen.findByText('Logged out')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Sam from our support team, from 192.0.2.7')).toBeTruthy();
  expect(screen.getByText('Logged in')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(sent('listActivity')).toEqual([{}, { cursor: 'p2' }]);
});

test('what no browser did is put down to the payment provider only where it is about cards', async () => {
  const unseen = { browser: '', network: '' };
  const row = (id: string, more: Partial<ActivityEntry>) => ({
    ...entry(id, id),
    ...unseen,
    ...more,
  });
  const activity = [
    row('The card was added', { kind: 'card_added' }),
    row('The network blocked the line', { kind: 'line_block_confirmed' }),
    row('Credit was given', { kind: 'credit_given', agent: 'Sam' }),
  ];
  showScreen(<ActivityPanel />, {
    token: freshToken(),
    answers: [answering(listActivity, () => ({ activity }))],
  });
  const said = async (message: string) =>
    (await screen.findByText(message)).nextSibling?.textContent;
  expect(await said('The card was added')).toBe('Reported by our payment provider');
  expect(await said('The network blocked the line')).toBe('Not from a browser');
  expect(await said('Credit was given')).toBe('Sam from our support team');
});

const passkey: Passkey = { id: 'pk1', name: 'My phone', createdAt: at, lastUsedAt: null };

test('a passkey is removed after a question, and the focus stays with the passkeys', async () => {
  const { sent } = showScreen(<PasskeysPanel />, {
    token: freshToken(),
    answers: [
      answering(listPasskeys, () => ({ passkeys: [passkey] })),
      answering(removePasskey, () => ({ message: 'Removed', passkeys: [] })),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
  await screen.findByRole('dialog', { name: 'Remove this passkey?' });
  expect(sent('removePasskey')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove passkey' }));
  expect(await screen.findByText('No passkeys yet')).toBeTruthy();
  expect(sent('removePasskey')).toEqual([{ id: 'pk1' }]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Passkeys' })),
  );
});

test('a list that was asked for before does not bring a removed passkey back', async () => {
  const before = { passkeys: [passkey] };
  const late = Promise.withResolvers<typeof before>();
  const lists = [before, late.promise];
  const { sent } = showScreen(<PasskeysPanel />, {
    token: freshToken(),
    answers: [
      answering(listPasskeys, () => lists.shift() ?? { passkeys: [] }),
      answering(removePasskey, () => ({ message: 'Removed', passkeys: [] })),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(sent('listPasskeys')).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  expect(await screen.findByText('No passkeys yet')).toBeTruthy();
  await act(async () => late.resolve(before));
  // The cache tells its news a turn later.
  await act(() => new Promise((next) => setTimeout(next)));
  expect(screen.getByText('No passkeys yet')).toBeTruthy();
});
