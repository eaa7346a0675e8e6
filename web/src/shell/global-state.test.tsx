// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { type Card, listCards, listTransactions } from '@portside/contract/payments';
import { checkPortIn, listPortIns, type PortIn } from '@portside/contract/port-in';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useParams } from 'react-router';
import { expect, test } from 'vitest';
import { notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { NotificationRegion } from './notification-region.tsx';
import { identityOf } from '../support/chat-widget.ts';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya } from '../testing/stage.tsx';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import type { Section } from '../dashboard/sections.ts';

/**
 * The specification's global state (F06), where a customer would miss it: what one screen has learnt
 * the next one has at once. The names of the checkout are in checkout/global-state.test.tsx; login,
 * user, cart, address, browser and pending code in e2e/ways-in.spec.ts, the shop’s `pop` in the shop.
 */
function Dashboard() {
  const { selection = 'dashboard' } = useParams();
  return (
    <>
      <DashboardPage selection={selection as Section} />
      <NotificationRegion />
    </>
  );
}

const visa: Card = {
  id: 'card_visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
};
const moving = {
  id: 'prt_1',
  msisdn: '2125550190',
  zipCode: '10038',
  status: 'action_needed',
  message: 'Your old carrier needs another account number.',
  required: ['billingAccount'],
  reason: 'account_number',
  canFix: true,
  canCancel: true,
  given: { billingAccount: true, pinPassword: true, zipCode: false, names: false, address: false },
  oldCarrier: null,
  lineId: null,
  attempts: 1,
  createdAt: '2026-11-20T17:42:00Z',
  updatedAt: '2026-11-20T17:42:00Z',
  history: [],
} as unknown as PortIn;

/** Answers once; whoever asks again waits for good. */
function once<T>(answer: T): () => T | Promise<T> {
  let given = false;
  return () => {
    if (given) return new Promise<T>(() => {});
    given = true;
    return answer;
  };
}

function show(at: string, more: readonly Answer[] = []) {
  const site = (
    <Routes>
      <Route element={<Dashboard />} path="/dashboard/:selection?" />
    </Routes>
  );
  const answers = [
    answering(viewUser, () => maya),
    answering(listLines, () => ({ lines: [] })),
    answering(listCards, () => ({ cards: [] })),
    answering(listPortIns, () => ({ portIns: [] })),
    answering(listTransactions, () => ({ transactions: [] })),
  ];
  return showScreen(site, { at, answers: [...more, ...answers], token: freshToken() });
}

test('[F06] cards: the saved cards are there at once when the customer comes back to them', async () => {
  const { router } = show('/dashboard/payment', [answering(listCards, once({ cards: [visa] }))]);
  expect((await screen.findAllByText(/4242/)).length).toBeGreaterThan(0);
  await act(() => router.navigate('/dashboard/profile'));
  expect(screen.queryByText(/4242/)).toBeNull();
  await act(() => router.navigate('/dashboard/payment'));
  expect(screen.getAllByText(/4242/).length).toBeGreaterThan(0);
});

test('[F06] portIn: a number on its way is there at once when the customer comes back to it', async () => {
  const { router } = show('/dashboard', [answering(listPortIns, once({ portIns: [moving] }))]);
  await screen.findByText(moving.message);
  await act(() => router.navigate('/dashboard/profile'));
  await act(() => router.navigate('/dashboard'));
  expect(screen.getByText(moving.message)).toBeTruthy();
});

test('[F06] itemDetails: the number and ZIP code of a check are in the dialog that tries again', async () => {
  const user = userEvent.setup();
  const { sent } = show('/dashboard', [
    answering(checkPortIn, () => ({
      eligible: false,
      reason: 'not_portable' as const,
      message: 'No.',
    })),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Check port-in eligibility' }));
  await user.type(await screen.findByLabelText('Number to transfer'), '2125550180');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  const again = await screen.findByLabelText<HTMLInputElement>('Number to transfer');
  expect(again.value.replaceAll(/\D/g, '')).toBe('2125550180');
  expect(screen.getByLabelText<HTMLInputElement>('ZIP Code').value).toBe(maya.zipCode);
  expect(sent('checkPortIn')).toEqual([{ msisdn: '2125550180', zipCode: maya.zipCode }]);
});

test('[F06] notifications, message: what was told stays in sight over a change of section', async () => {
  const { router } = show('/dashboard/profile');
  act(() => void notify({ error: false, message: 'Your name was changed.' }));
  await act(() => router.navigate('/dashboard/setting'));
  expect(screen.getByText('Your name was changed.')).toBeTruthy();
});

test('[F06] accountId: the account’s id is the one the chat starts with', async () => {
  show('/dashboard/profile', [answering(viewUser, () => ({ ...maya, userHash: 'a'.repeat(64) }))]);
  await waitFor(() => expect(session.get().userInfo?.id).toBe('cus_maya'));
  expect(identityOf(session.get())).toMatchObject({ id: 'cus_maya', userHash: 'a'.repeat(64) });
});
