// @vitest-environment jsdom
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { type Card, listCards, listTransactions } from '@portside/contract/payments';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { line, lineDetail } from '../testing/stage.tsx';

const card: Card = {
  id: 'visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '04/29',
  network: 'visa',
};

const payment = {
  id: 'trx_1',
  item: 'Sloop 12 GB',
  transactionTime: '2025-11-06T03:30:00Z',
  kind: 'new_line' as const,
  successful: true,
  outcome: 'paid' as const,
  last4DigitCard: '4242',
  paymentDetails: {},
};

function show(options: { at?: string; answers?: readonly Answer[] } = {}) {
  const { at = '/dashboard/payment', answers = [] } = options;
  const page = showScreen(<PaymentPanel />, {
    at,
    answers: [
      ...answers,
      answering(listCards, () => ({ cards: [card] })),
      answering(listTransactions, () => ({ transactions: [payment] })),
      answering(listLines, () => ({ lines: [line] })),
    ],
  });
  return { ...page, user: userEvent.setup() };
}

const heading = (level: number, name: string) => screen.findByRole('heading', { level, name });

test('[D01] [D02] the payment screen has the saved cards and the order history with see all', async () => {
  show();
  expect(await heading(1, 'Payment')).toBeTruthy();
  expect(await heading(2, 'Saved cards')).toBeTruthy();
  expect(await heading(2, 'Order History')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'see all' })).toBeTruthy();
});

test('[D01] [K03] the first sentence is true with autopay on and without', async () => {
  show();
  expect(await screen.findByText(/^We charge a line automatically only while/)).toBeTruthy();
});

test('[D02] [D04] see all opens the full view, and closing it gives the focus back', async () => {
  const { router, user } = show();
  await user.click(await screen.findByRole('button', { name: 'see all' }));
  await heading(1, 'Order History');
  expect(router.state.location.search).toBe('?view=seeAll');
  expect(screen.getByRole('combobox', { name: 'Month' })).toBeTruthy();
  expect(screen.queryByText('Saved cards')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await heading(1, 'Payment');
  expect(router.state.location.search).toBe('');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'see all' })),
  );
});

test('[D04] the full view survives a reload, and the way back of the browser leaves it', async () => {
  const { router, user } = show();
  await user.click(await screen.findByRole('button', { name: 'see all' }));
  await heading(1, 'Order History');
  await act(() => router.navigate(-1));
  await heading(1, 'Payment');
  await act(() => router.navigate('/dashboard/payment?view=seeAll'));
  expect(await heading(1, 'Order History')).toBeTruthy();
  await act(() => router.navigate('/dashboard/payment?view=default'));
  expect(await heading(1, 'Payment')).toBeTruthy();
});

test('the order history waits below until the cards have their height', async () => {
  let answer = (_: { cards: Card[] }) => {};
  show({ answers: [answering(listCards, () => new Promise((resolve) => (answer = resolve)))] });
  const history = (await screen.findByText('Order History', { selector: 'h2' })).closest('.hidden');
  expect(history).toBeTruthy();
  answer({ cards: [card] });
  await screen.findByRole('article');
  expect(screen.getByText('Order History', { selector: 'h2' }).closest('.hidden')).toBeNull();
});

test('[D12] the lines of the account decide whether deleting the primary card warns', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const asked = await screen.findByRole('dialog', { name: 'Delete Card?' });
  expect(await within(asked).findByText(/your line is active/)).toBeTruthy();
});

test('[D12] [K03] [P11] who deletes a card reads what autopay charges it for', async () => {
  const other = { ...card, id: 'amex', primaryCard: false, network: 'amex', last4Digits: '0005' };
  const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card };
  const lines = [line, { ...line, id: 'l2', mdn: '3125550102' }];
  const { user } = show({
    answers: [
      answering(listCards, () => ({ cards: [card, other as Card] })),
      answering(listLines, () => ({ lines })),
      answering(viewLine, ({ id }) => ({
        ...lineDetail,
        id,
        mdn: id === 'l2' ? '3125550102' : line.mdn,
        autopay: {
          ...lineDetail.autopay,
          ...(id === 'l2' ? { on: true, nextCharge, card, second: other as Card } : {}),
        },
      })),
    ],
  });
  const ask = async (name: string) => {
    const tile = await screen.findByRole('article', { name });
    await user.click(within(tile).getByRole('button', { name: /^Delete/ }));
    return within(await screen.findByRole('dialog', { name: 'Delete Card?' }));
  };
  const second = await ask('American Express ending in 0005');
  expect(await second.findByText('Autopay tries this card second for:')).toBeTruthy();
  expect(second.getByText('Once it’s deleted, these lines have no second card.')).toBeTruthy();
  expect(second.queryByText('Autopay charges this card for:')).toBeNull();
  await user.click(second.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const first = await ask('Visa ending in 4242');
  expect(await first.findByText('Autopay charges this card for:')).toBeTruthy();
  expect(first.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '(312) 555-0102: $28.49 on Nov 4, 2099',
  ]);
});
