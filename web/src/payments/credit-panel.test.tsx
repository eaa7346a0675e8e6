// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showScreen } from '../testing/show-screen.tsx';
import { CreditPanel } from './credit-panel.tsx';

const on = '2099-11-06T17:00:00Z';
const rows = () => screen.getAllByRole('listitem').map((one) => one.textContent);

test('[K21] the balance stands with what it came of and what used it', () => {
  showScreen(
    <CreditPanel
      balance={5.5}
      entries={[
        { on, amount: -7, reason: 'Used for a payment' },
        { on, amount: 12.5, reason: 'From us: a slow day' },
      ]}
    />,
  );
  expect(screen.getByText('$5.50')).toBeTruthy();
  expect(screen.getByText('We’ll use it first the next time you pay.')).toBeTruthy();
  expect(rows()).toEqual([
    'Used for a paymentNov 6, 2099−$7.00',
    'From us: a slow dayNov 6, 2099+$12.50',
  ]);
});

test('[K21] a long ledger opens in one press; without credit there is nothing to see', async () => {
  const entries = [1, 2, 3, 4, 5].map((amount) => ({ on, amount, reason: 'Refund' }));
  const page = showScreen(<CreditPanel balance={15} entries={entries} />);
  expect(rows()).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(rows()).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(rows()).toHaveLength(3);
  page.close();
  showScreen(<CreditPanel balance={0} entries={[]} />);
  expect(screen.queryAllByText('Credit')).toHaveLength(0);
});
