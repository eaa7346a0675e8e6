// @vitest-environment jsdom
import { refundOrder, viewPaidOrder } from '@portside/contract/console/approvals';
import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import * as disputes from '@portside/contract/console/disputes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { customerPage, showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { CustomerPage } from './customer-page.tsx';
import { DisputePage } from './dispute-page.tsx';

const sloop = { id: 'ord_1', number: 'H-4821-88', item: 'Sloop 12 GB', amount: 28, status: 'paid' };
const clipper = {
  id: 'ord_2',
  number: 'H-5112-07',
  item: 'Clipper 30 GB',
  amount: 39.5,
  status: 'refunded',
};
const payment = {
  id: 'trx_1',
  orderId: sloop.id,
  orderNumber: sloop.number,
  at: '2026-11-20T15:00:00Z',
  item: 'Sloop 12 GB, Clipper 30 GB',
  amount: 67.5,
  outcome: 'paid',
  card: '4242',
};
const paid = {
  id: clipper.id,
  item: clipper.item,
  paid: 39.5,
  back: 0,
  onTheWay: 0,
  left: 39.5,
  credit: 0,
  isSpent: false,
  lines: [{ number: 1, label: clipper.item, amount: 39.5 }],
  refusal: null,
  alone: 50,
};

const openCustomer = (more: object) =>
  showConsole(<CustomerPage />, {
    can: [viewCustomer, viewTimeline, refundOrder],
    answers: [
      answering(viewCustomer, () => ({ ...customerPage, orders: [], payments: [], ...more })),
      answering(viewTimeline, () => ({ entries: [] })),
      answering(viewPaidOrder, ({ id }) => ({
        ...paid,
        id,
        boughtWith: id === clipper.id ? [sloop] : [clipper],
      })),
    ],
  });

test('[L08] [P03] a payment for several lines lists each with its own refund, which says that the others stay', async () => {
  const stage = openCustomer({ payments: [{ ...payment, parts: [sloop, clipper] }] });
  const list = await screen.findByRole('list', { name: 'Lines of this payment' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Order H-4821-88 (Sloop 12 GB): $28.00, Paid');
  expect(second?.textContent).toContain('Order H-5112-07 (Clipper 30 GB): $39.50, Refunded');
  // One for each line, and none for all of it.
  expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(2);
  const refund = { name: 'Refund H-5112-07 (Clipper 30 GB)' };
  await userEvent.click(within(list).getByRole('button', refund));
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(stage.sent(viewPaidOrder.name)).toEqual([{ id: clipper.id }]);
  expect(dialog.textContent).toContain('Clipper 30 GB: $39.50 of $39.50 is left');
  expect(dialog.textContent).toContain(
    'Bought together with H-4821-88 (Sloop 12 GB). What is refunded here is of this line alone: the others stay as they are.',
  );
});

test('[L04] [P03] an order under way names what was bought with it; a payment for one line lists nothing', async () => {
  const underWay = { ...clipper, at: payment.at, boughtWith: [sloop] };
  openCustomer({ payments: [payment], orders: [underWay] });
  expect(await screen.findByText('Bought together with H-4821-88 (Sloop 12 GB)')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Lines of this payment' })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(1);
});

test('[L21] [P03] a disputed payment for several lines pauses each by itself', async () => {
  const line = { id: 'lin_1', numberEnds: '0142', status: 'active', paused: false };
  const other = { id: 'lin_2', numberEnds: '0199', status: 'suspended', paused: true };
  const { number: _, status: __, id: ___, ...rest } = sloop;
  const parts = [
    { ...rest, orderId: 'ord_1', orderNumber: 'H-4821-88', line },
    {
      item: 'Clipper 30 GB',
      amount: 39.5,
      orderId: 'ord_2',
      orderNumber: 'H-5112-07',
      line: other,
    },
    { item: 'Dinghy 3 GB', amount: 15, orderId: 'ord_3', orderNumber: null, line: null },
  ];
  const stage = showConsole(<DisputePage />, {
    role: 'agent',
    can: [disputes.viewDispute, disputes.pauseForDispute, disputes.resumeAfterDispute],
    answers: [
      answering(disputes.viewDispute, () => ({
        id: 'dsp_1',
        status: 'open' as const,
        reason: 'fraudulent',
        amount: 82.5,
        openedAt: payment.at,
        respondBy: null,
        isLate: false,
        decidedAt: null,
        orderId: 'ord_1',
        orderNumber: 'H-4821-88',
        customerId: 'usr_1',
        customer: 'Maya A.',
        answer: null,
        line,
        parts,
      })),
      answering(disputes.pauseForDispute, () => ({ message: 'Asked' })),
      answering(disputes.resumeAfterDispute, () => ({ message: 'Asked' })),
    ],
  });
  const section = await screen.findByRole('region', { name: 'The lines' });
  expect(section.textContent).toContain('the dispute is about all of it');
  const rows = within(section).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Order H-4821-88•••• 0142: active'),
    expect.stringContaining('Order H-5112-07•••• 0199: suspended, paused by staff'),
    expect.stringContaining('Order ord_3It has no line.'),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Pause the line •••• 0142' }));
  const asked = await screen.findByRole('dialog', { name: 'Pause the line •••• 0142?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Pause the line' }));
  await expect
    .poll(() => stage.sent(disputes.pauseForDispute.name))
    .toMatchObject([{ lineId: 'lin_1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'End the pause of •••• 0199' }));
  const ending = await screen.findByRole('dialog', { name: 'End the pause of •••• 0199?' });
  await userEvent.click(within(ending).getByRole('button', { name: 'End the pause' }));
  await expect
    .poll(() => stage.sent(disputes.resumeAfterDispute.name))
    .toMatchObject([{ lineId: 'lin_2' }]);
});
