// @vitest-environment jsdom
import { listTransactions, type Transaction } from '@portside/contract/payments';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lost } from '../testing/stage.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';

function payment(id: string, rest: Partial<Transaction> = {}): Transaction {
  return {
    id,
    item: `Order ${id}`,
    // Still the 5th in New York.
    transactionTime: '2025-11-06T03:30:00Z',
    kind: 'new_line' as const,
    successful: true,
    outcome: 'paid',
    last4DigitCard: '4242',
    paymentDetails: { finalCheckoutAmount: 28.49, paymentMethod: 'visa' },
    ...rest,
  };
}

function show(transactions: readonly Transaction[]) {
  const answers = [answering(listTransactions, () => ({ transactions: [...transactions] }))];
  return showScreen(<TransactionsPanel limit={5} title="Recent transactions" />, { answers });
}

const table = () => screen.findByRole('table', { name: 'Recent transactions' });
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('[D07] the five most recent payments are asked for and shown newest first, in a table', async () => {
  const { sent } = show([payment('3'), payment('2'), payment('1')]);
  expect(await heads()).toEqual(['Date', 'Product', 'Price', 'Pay Method', 'View']);
  const [, ...rows] = within(await table()).getAllByRole('row');
  expect(rows.map((row) => texts(row)[1])).toEqual(['Order 3', 'Order 2', 'Order 1']);
  expect(sent('listTransactions')).toEqual([{ limit: 5 }]);
});

test('[D07] [D18] the same payments are a list of cards for phones, with the day spelled out', async () => {
  show([payment('1')]);
  await table();
  const card = within(screen.getByRole('list', { name: 'Recent transactions' })).getByRole(
    'listitem',
  );
  for (const text of ['Wednesday, 5 Nov', 'Order 1', '$28.49', '•••• 4242']) {
    expect(within(card).getByText(text)).toBeTruthy();
  }
  expect(within(card).getByRole('button', { name: /^View/ })).toBeTruthy();
});

test('[D18] [J04] a row has the date as MMM DD, YY in the time zone of the brand, and dollars', async () => {
  show([payment('1', { paymentDetails: { finalCheckoutAmount: 1028.5 } })]);
  const [, row] = within(await table()).getAllByRole('row');
  expect(texts(row as HTMLElement).slice(0, 3)).toEqual(['Nov 05, 25', 'Order 1', '$1,028.50']);
});

test('[D08] a Failed column stands there only if a payment failed, whose row is red', async () => {
  show([
    payment('2'),
    payment('1', { kind: 'new_line' as const, successful: false, outcome: 'failed' }),
  ]);
  expect(await heads()).toEqual(['Date', 'Product', 'Price', 'Pay Method', 'Failed', 'View']);
  const [, good, bad] = within(await table()).getAllByRole('row');
  expect(texts(bad!)[4]).toBe('Failed');
  expect(bad!.className).toContain('text-fail');
  expect(texts(good!)[4]).toBe('');
  expect(good!.className).not.toContain('text-fail');
});

test('a refunded payment is marked in the list, in a word that is not Failed, and its row is not red', async () => {
  show([payment('2'), payment('1', { outcome: 'refunded' })]);
  expect(await heads()).toEqual(['Date', 'Product', 'Price', 'Pay Method', 'Status', 'View']);
  const [, , back] = within(await table()).getAllByRole('row');
  expect(texts(back!)[4]).toBe('Refunded');
  expect(back!.className).not.toContain('text-fail');
  const list = screen.getByRole('list', { name: 'Recent transactions' });
  expect(within(list).getAllByText('Refunded')).toHaveLength(1);
});

test('a payment of which a part went back is marked, and one that stays paid is not', async () => {
  show([payment('2'), payment('1', { refunded: 5 })]);
  const [, whole, part] = within(await table()).getAllByRole('row');
  expect(texts(whole!)[4]).toBe('');
  expect(texts(part!)[4]).toBe('Refunded in part');
  expect(part!.className).not.toContain('text-fail');
});

test('[D11] a card is masked digits and its last four, and a dash if there are none', async () => {
  show([payment('2'), payment('1', { last4DigitCard: '', paymentDetails: {} })]);
  const [, known, none] = within(await table()).getAllByRole('row');
  expect(texts(known!)[3]).toContain('•••• 4242');
  expect(texts(none!)[3]).toBe('-');
});

test('[D13] [D18] View opens the details with date, item and how it went', async () => {
  const user = userEvent.setup();
  show([
    payment('2'),
    payment('1', { kind: 'new_line' as const, successful: false, outcome: 'failed' }),
  ]);
  const buttons = within(await table()).getAllByRole('button', { name: /^View/ });
  await user.click(buttons[0]!);
  const opened = await screen.findByRole('dialog', { name: 'Payment Details' });
  for (const text of ['05 Nov 2025', 'Order 2', 'Success']) {
    expect(within(opened).getByText(text)).toBeTruthy();
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(buttons[1]!);
  const failed = await screen.findByRole('dialog', { name: 'Payment Details' });
  expect(within(failed).getByText('Order 1')).toBeTruthy();
  expect(within(failed).getByText('Failed')).toBeTruthy();
});

test('the list that did not load offers to try again', async () => {
  const user = userEvent.setup();
  let down = true;
  const answers = [
    answering(listTransactions, () => {
      if (down) throw lost();
      return { transactions: [payment('1')] };
    }),
  ];
  showScreen(<TransactionsPanel limit={5} title="Recent transactions" />, { answers });
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await user.click(again);
  expect(await table()).toBeTruthy();
});

test('[D03] [B13] the place of the payments has a spinner at first, then says that there are none', async () => {
  show([]);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(await screen.findByText('No order history')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
