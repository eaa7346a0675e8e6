// @vitest-environment jsdom
import { type CardPageStatus, listCards, viewCardPage } from '@portside/contract/payments';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lost, no, unanswered } from '../testing/stage.tsx';
import { CardsPanel } from './cards-panel.tsx';
import { useSavedCards } from './use-saved-cards.ts';

const SAVED = 'Your card was saved successfully!';
const WRONG = 'Something went wrong while saving your card, please try again';

beforeEach(() => {
  localStorage.clear();
  for (const { id } of shownNotifications()) closeNotification(id);
});
afterEach(() => {
  vi.useRealTimers();
});

function Panel() {
  return <CardsPanel hasActiveLine={false} saved={useSavedCards()} />;
}

/** Comes back from the provider at an address; `statuses` are answered one after the other. */
function comeBack(query: string, ...statuses: (CardPageStatus | Error)[]) {
  let asked = 0;
  return showScreen(<Panel />, {
    at: `/dashboard/payment${query}`,
    answers: [
      answering(listCards, () => ({ cards: [] })),
      answering(viewCardPage, () => {
        const status = statuses[Math.min(asked, statuses.length - 1)];
        asked += 1;
        if (status === undefined) throw new Error('the server is not asked in this test');
        if (status instanceof Error) throw status;
        return { status };
      }),
    ],
  });
}

function pendingSession() {
  localStorage.setItem('addCardFrom', 'payment');
  localStorage.setItem('addCardSession', 'ses_1');
}

const told = () => shownNotifications().map(({ error, message }) => [error, message]);

test.each([
  ['?success=true', false, SAVED],
  ['?success', false, SAVED],
  ['?success=false', false, SAVED],
  ['?failure=true', true, WRONG],
  ['?failure=', true, WRONG],
])(
  '[D06] without a pending session %s shows its text and nothing else happens',
  async (query, error, text) => {
    const { router, sent } = comeBack(query);
    await waitFor(() => expect(told()).toEqual([[error, text]]));
    await screen.findByText('No saved cards');
    expect(router.state.location.search).toBe('');
    expect(sent('viewCardPage')).toEqual([]);
    expect(sent('listCards')).toHaveLength(1);
  },
);

test.each([
  ['?success=true', 'complete', false, SAVED],
  ['?success=true', 'failed', true, WRONG],
  ['?failure=true', 'complete', false, SAVED],
  ['?failure=true', 'failed', true, WRONG],
  ['?failure=true', 'open', true, WRONG],
] as const)(
  '[D06] [D16] with a pending session and %s the server’s %s decides',
  async (query, status, error, text) => {
    pendingSession();
    const { router, sent } = comeBack(query, status);
    await waitFor(() => expect(told()).toEqual([[error, text]]));
    await screen.findByText('No saved cards');
    expect(sent('viewCardPage')).toEqual([{ sessionId: 'ses_1' }]);
    expect(sent('listCards')).toHaveLength(status === 'complete' ? 2 : 1);
    expect(localStorage).toHaveLength(0);
    expect(router.state.location.search).toBe('');
    expect(router.state.historyAction).toBe('REPLACE');
  },
);

test('[D16] a session that did not begin on the payment screen is not asked about', async () => {
  localStorage.setItem('addCardSession', 'ses_1');
  const { sent } = comeBack('?success=true');
  await waitFor(() => expect(told()).toEqual([[false, SAVED]]));
  expect(sent('viewCardPage')).toEqual([]);
});

test('[D06] a visit without the parameter tells nothing and keeps the markers', async () => {
  pendingSession();
  const { sent } = comeBack('');
  await screen.findByText('No saved cards');
  expect(told()).toEqual([]);
  expect(sent('viewCardPage')).toEqual([]);
  expect(localStorage).toHaveLength(2);
});

test('[D06] while the server does not know yet it is asked again, behind a spinner', async () => {
  vi.useFakeTimers();
  pendingSession();
  const { sent } = comeBack('?success=true', 'open', 'open', 'complete');
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('No saved cards')).toBeNull();
  expect(sent('viewCardPage')).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect(told()).toEqual([[false, SAVED]]);
  expect(screen.getByText('No saved cards')).toBeTruthy();
});

test('[D06] a card that stays unconfirmed is called neither saved nor failed', async () => {
  vi.useFakeTimers();
  pendingSession();
  const { sent } = comeBack('?success=true', 'open');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(sent('viewCardPage')).toHaveLength(5);
  expect(localStorage).toHaveLength(0);
  expect(told()).toEqual([
    [false, 'Your card isn’t confirmed yet. It shows up here as soon as it is.'],
  ]);
});

test('[D06] a check that did not reach the server can be made again', async () => {
  const user = userEvent.setup();
  pendingSession();
  const { router } = comeBack('?success=true', lost(), 'complete');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(told()).toEqual([]);
  expect(localStorage).toHaveLength(2);
  expect(router.state.location.search).toBe('?success=true');
  await user.click(again);
  await waitFor(() => expect(told()).toEqual([[false, SAVED]]));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('[D06] a session of somebody else is forgotten', async () => {
  pendingSession();
  const { router } = comeBack('?success=true', no(404, { message: 'Not here.' }));
  await waitFor(() => expect(localStorage).toHaveLength(0));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(told()).toEqual([]);
});

test('[D06] the list is asked for again once the card is saved, also while its first answer is awaited', async () => {
  pendingSession();
  const card = {
    id: 'c1',
    primaryCard: true,
    cardholderName: 'Maya Alvarez',
    last4Digits: '4242',
    expiry: '12/88',
    network: 'visa',
  } as const;
  const lists = [unanswered()];
  showScreen(<Panel />, {
    at: '/dashboard/payment?success',
    answers: [
      answering(listCards, () => lists.shift() ?? { cards: [card] }),
      answering(viewCardPage, () => ({ status: 'complete' as const })),
    ],
  });
  expect(await screen.findByText('Maya Alvarez')).toBeTruthy();
  await waitFor(() => expect(told()).toEqual([[false, SAVED]]));
});
