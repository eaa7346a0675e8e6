// @vitest-environment jsdom
import {
  countApprovals,
  decideApproval,
  giveCredit,
  listApprovals,
  refundOrder,
  viewPaidOrder,
} from '@portside/contract/console/approvals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { CreditButton } from './credit-dialog.tsx';
import { RefundButton } from './refund-dialog.tsx';
import { counting } from './nav-count-tile.tsx';

const all = [refundOrder, giveCredit, listApprovals, decideApproval, countApprovals];
const open = (page: ReactNode, answers: readonly Answer[], can = all) =>
  showConsole(page, { can, answers });

const order = {
  id: 'ord_1',
  item: 'Sloop 12 GB',
  paid: 28.49,
  back: 0,
  onTheWay: 0,
  left: 28.49,
  credit: 0,
  isSpent: false,
  lines: [
    { number: 1, label: 'Sloop 12 GB', amount: 27 },
    { number: 2, label: 'Regulatory fee', amount: 1.49 },
  ],
  refusal: null,
  alone: 5,
};
const button = <RefundButton item="Sloop 12 GB" orderId="ord_1" />;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (label: string, option: string | RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(label) }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('[L08] a refund says what is left and whether a second person is needed, and sends one key', async () => {
  const keys = new Set<string>();
  const stage = open(button, [
    answering(viewPaidOrder, () => order),
    answering(refundOrder, ({ idempotencyKey }) => {
      keys.add(idempotencyKey);
      throw no(422, { reason: 'disputed', message: 'The customer disputes this payment.' });
    }),
  ]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(dialog.textContent).toContain('$28.49 of $28.49 is left');
  await userEvent.type(within(dialog).getByLabelText('Amount in dollars'), '4');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refund' }));
  expect(dialog.textContent).toContain('Choose a reason.');
  await choose('Reason', 'Charged twice');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refund' }));
  expect(await within(dialog).findByText('The customer disputes this payment.')).toBeTruthy();
  await choose('How much', /^All that is left/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await expect.poll(() => stage.sent(refundOrder.name)).toHaveLength(2);
  expect(stage.sent(refundOrder.name)).toMatchObject([
    { id: 'ord_1', amount: 4, to: 'card', reason: 'double_charge' },
    { id: 'ord_1', amount: 28.49 },
  ]);
  expect(keys.size).toBe(1);
});

test('[L08] a part that is all that is left says that what was bought goes with it', async () => {
  open(button, [answering(viewPaidOrder, () => ({ ...order, left: 10.41 }))]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(dialog.textContent).toContain('What was bought stays.');
  await userEvent.type(within(dialog).getByLabelText('Amount in dollars'), '10.41');
  expect(dialog.textContent).not.toContain('What was bought stays.');
  expect(dialog.textContent).toContain('This is all that is left. What was bought is taken back');
});

test('[L08] to the card, what is left of an order whose rest is another plan takes nothing back', async () => {
  open(button, [answering(viewPaidOrder, () => ({ ...order, left: 10.41, isSpent: true }))]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  await choose('How much', /^All that is left/);
  expect(dialog.textContent).toContain('What was bought stays.');
  await choose('Where to', /^Credit/);
  expect(dialog.textContent).toContain('What was bought is taken back');
});

test('[L08] chosen lines of the bill are summed to the cent', async () => {
  const stage = open(button, [
    answering(viewPaidOrder, () => order),
    answering(refundOrder, () => ({
      refundId: 'apr_1',
      status: 'waiting' as const,
      message: 'It waits.',
    })),
  ]);
  await press('Refund Sloop 12 GB');
  await screen.findByRole('dialog', { name: 'Refund' });
  await choose('How much', 'Lines of the bill');
  await userEvent.click(screen.getByRole('checkbox', { name: /Regulatory fee/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Sloop/ }));
  await choose('Reason', 'Goodwill');
  await press('Ask for approval');
  await expect
    .poll(() => stage.sent(refundOrder.name))
    .toMatchObject([{ amount: 28.49, lines: [2, 1] }]);
});

test('[L08] [K21] what was paid with credit goes back as credit, whole, and the dialog says so', async () => {
  const stage = open(button, [
    answering(viewPaidOrder, () => ({ ...order, paid: 0, left: 0, credit: 28.49 })),
    answering(refundOrder, () => ({
      refundId: 'apr_1',
      status: 'waiting' as const,
      message: 'It waits.',
    })),
  ]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(dialog.textContent).toContain('paid with $28.49 of credit');
  expect(within(dialog).queryByRole('combobox', { name: /Where to/ })).toBeNull();
  await choose('Reason', 'Goodwill');
  await press('Ask for approval');
  await expect
    .poll(() => stage.sent(refundOrder.name))
    .toMatchObject([{ amount: 28.49, to: 'credit' }]);
});

test('[L08] [K21] with all that a card paid, the credit used besides is credit again and counts for the limit', async () => {
  open(button, [answering(viewPaidOrder, () => ({ ...order, credit: 7, alone: 30 }))]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(dialog.textContent).not.toContain('$7.00');
  await choose('How much', /^All that is left/);
  expect(dialog.textContent).toContain('The $7.00 of credit that was used for it is credit again');
  expect(dialog.textContent).toContain('$35.49 is above what you give alone');
});

test('[L08] why there can be no refund now is said before anything is typed', async () => {
  const refusal = 'The customer disputes this payment at their bank.';
  open(button, [answering(viewPaidOrder, () => ({ ...order, refusal }))]);
  await press('Refund Sloop 12 GB');
  const dialog = await screen.findByRole('dialog', { name: 'No refund now' });
  expect(dialog.textContent).toContain(refusal);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
});

test('[L08] credit is given with a reason of the list; who may not is not offered it', async () => {
  const credit = <CreditButton customerId="usr_1" />;
  const stage = open(credit, [
    answering(giveCredit, () => ({
      balance: 5,
      creditId: 'apr_1',
      status: 'done' as const,
      message: 'Given.',
    })),
  ]);
  await press('Give credit');
  const dialog = await screen.findByRole('dialog', { name: 'Give credit' });
  await userEvent.type(within(dialog).getByLabelText('Amount in dollars'), '$5.00');
  await choose('Reason', 'Goodwill');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give credit' }));
  await expect
    .poll(() => stage.sent(giveCredit.name))
    .toMatchObject([{ id: 'usr_1', amount: 5, reason: 'goodwill' }]);
  stage.close();
  open(credit, [], [listApprovals]);
  expect(screen.queryByRole('button')).toBeNull();
});

const row = {
  id: 'apr_1',
  kind: 'refund' as const,
  status: 'waiting' as const,
  customerId: 'usr_1',
  customer: 'Maya A.',
  orderId: 'ord_1',
  item: 'Sloop 12 GB',
  amount: 28.49,
  along: 0,
  to: 'card' as const,
  lines: [],
  reason: 'double_charge' as const,
  note: 'Two charges on one day',
  askedBy: { id: 'stf_2', name: 'Blake' },
  askedAt: '2026-11-20T15:00:00Z',
  decidedBy: null,
  decidedAt: null,
  decision: '',
};

test('[L08] what waits says who asked and why; one’s own is taken back, not approved', async () => {
  const own = {
    ...row,
    along: 7,
    id: 'apr_2',
    item: 'Ketch 5 GB',
    askedBy: { id: 'stf_1', name: 'Avery' },
  };
  const stage = open(<ApprovalsPage />, [
    answering(listApprovals, () => ({ approvals: [row, own] })),
    answering(decideApproval, () => ({ status: 'pending' as const, message: 'On its way.' })),
    answering(countApprovals, () => ({ waiting: 2 })),
  ]);
  const theirs = await screen.findByRole('row', { name: /Sloop/ });
  expect(theirs.textContent).toContain('Charged twice: Two charges on one day');
  expect(theirs.textContent).toContain('Blake, Nov 20, 2026');
  const mine = screen.getByRole('row', { name: /Ketch/ });
  expect(mine.textContent).toContain('$7.00 of credit is credit again');
  expect(within(mine).queryByRole('button', { name: /Approve/ })).toBeNull();
  expect(within(mine).getByRole('button', { name: /^Take back/ })).toBeTruthy();
  await userEvent.click(within(theirs).getByRole('button', { name: /^Approve/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve' });
  expect(dialog.textContent).toContain('Blake asks for the refund of $28.49 for Sloop 12 GB.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await expect
    .poll(() => stage.sent(decideApproval.name))
    .toEqual([{ id: 'apr_1', approve: true, note: '' }]);
});

test('[L08] what was decided says by whom, and is not decided again', async () => {
  const decided = {
    ...row,
    status: 'pending' as const,
    decidedBy: 'Casey',
    decidedAt: '2026-11-21T15:00:00Z',
    decision: 'Seen in the books',
  };
  open(<ApprovalsPage />, [answering(listApprovals, () => ({ approvals: [decided] }))]);
  const shown = await screen.findByRole('row', { name: /Sloop/ });
  expect(shown.textContent).toContain('On its way');
  expect(shown.textContent).toContain('Casey, Nov 21, 2026');
  expect(shown.textContent).toContain('Seen in the books');
  expect(within(shown).queryByRole('button')).toBeNull();
});

test('[L08] the navigation counts what waits', async () => {
  const Count = counting(countApprovals, ({ waiting }) => waiting);
  const stage = open(<Count />, [answering(countApprovals, () => ({ waiting: 3 }))]);
  expect(await screen.findByText('3')).toBeTruthy();
  stage.close();
});
