// @vitest-environment jsdom
import { listOpenOrders, type OpenOrder } from '@portside/contract/checkout';
import { listTransactions, type Transaction } from '@portside/contract/payments';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';
import { OrderHistoryPanel } from './order-history-panel.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';
import { useOpenOrders } from './use-open-orders.ts';

const order: OpenOrder = {
  orderId: 'ord_1',
  cartId: 'cart_1',
  status: 'placed',
  item: 'Sloop 12 GB',
  amount: 29.82,
  // Still the 5th in New York.
  placedAt: '2025-11-06T03:30:00Z',
};
const paid: Transaction = {
  id: 'trx_1',
  item: 'Sloop 12 GB',
  transactionTime: '2025-11-06T03:30:00Z',
  kind: 'new_line' as const,
  successful: true,
  outcome: 'paid',
  last4DigitCard: '4242',
  paymentDetails: { finalCheckoutAmount: 29.82 },
};

function Recent() {
  return <TransactionsPanel limit={5} open={useOpenOrders().orders} title="Order History" />;
}

test('an order that is being checked stands above the payments, in the fixed words, until it is settled', async () => {
  let settled = false;
  showScreen(<Recent />, {
    answers: [
      answering(listOpenOrders, () => ({ orders: settled ? [] : [order] })),
      answering(listTransactions, () => ({ transactions: settled ? [paid] : [] })),
    ],
  });
  await screen.findByRole('heading', { name: 'We’re checking your payment' });
  expect(screen.getByText('Sloop 12 GB, $29.82, Nov 05, 25')).toBeTruthy();
  expect(screen.queryByText('No order history')).toBeNull();
  settled = true;
  await waitFor(() => expect(screen.queryByText('We’re checking your payment')).toBeNull());
});

test('the full order history shows it too', async () => {
  showScreen(<OrderHistoryPanel onClose={() => undefined} />, {
    answers: [
      answering(listOpenOrders, () => ({ orders: [order] })),
      answering(listTransactions, () => ({ transactions: [paid] })),
    ],
  });
  await screen.findByRole('heading', { name: 'We’re checking your payment' });
});

test('a payment that waits for the bank leads to the bank’s page', async () => {
  const user = userEvent.setup();
  const left: string[] = [];
  const redirectUrl = 'https://bank.example/3ds';
  const waiting: OpenOrder = { ...order, status: 'confirm', redirectUrl };
  showScreen(
    <OpenOrdersPanel
      leave={(url) => left.push(url)}
      orders={[waiting, { ...order, orderId: '2' }]}
    />,
  );
  const [confirm, checked] = screen.getAllByRole('listitem');
  expect(within(checked!).queryByRole('button')).toBeNull();
  await user.click(within(confirm!).getByRole('button', { name: 'Go to your bank' }));
  expect(left).toEqual([redirectUrl]);
});
