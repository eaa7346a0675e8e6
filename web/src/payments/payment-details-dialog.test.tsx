// @vitest-environment jsdom
import { downloadReceipt, type PaymentDetails, printReceipt } from '@portside/contract/payments';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { captureSavedFiles } from '../testing/saved-files.ts';
import { no } from '../testing/stage.tsx';
import { PaymentDetailsDialog } from './payment-details-dialog.tsx';

/** Every line of the open dialog as `name value`. */
function lines(paymentDetails: PaymentDetails, last4DigitCard = ''): string[] {
  const transaction = {
    id: '1',
    item: 'Sloop 12 GB',
    transactionTime: '2025-11-06T03:30:00Z',
    kind: 'new_line' as const,
    successful: true,
    outcome: 'paid' as const,
    last4DigitCard,
    paymentDetails,
  };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  return within(screen.getByRole('dialog', { name: 'Payment Details' }))
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
}

test('[D13] [D14] [J04] every line that is there is shown, in order, in US dollars', () => {
  expect(
    lines({
      orderTotal: 1025,
      taxAmount: 4.31,
      regulatoryFee: 1.49,
      activationFee: 5,
      discountAmount: 2.5,
      paymentMethod: 'mastercard',
      last4DigitCard: '4444',
      finalCheckoutAmount: 1033.3,
    }),
  ).toEqual([
    'Date 05 Nov 2025',
    'Item Sloop 12 GB',
    'Status Success',
    'Order Total $1,025.00',
    'Tax Amount $4.31',
    'Regulatory Fee $1.49',
    'Activation Fee $5.00',
    'Discount -$2.50',
    'Payment Method •••• 4444Mastercard ending in 4444',
    'Final Checkout Amount $1,033.30',
  ]);
});

test('[D14] a payment with credit shows what was taken off and what was left, and adds up', () => {
  expect(
    lines({
      orderTotal: 12,
      taxAmount: 3.71,
      creditForUnusedDays: 20,
      creditUsed: 2.5,
      creditLeft: 6.79,
      finalCheckoutAmount: 0,
    }).slice(3),
  ).toEqual([
    'Order Total $12.00',
    'Tax Amount $3.71',
    'Credit for Unused Days -$20.00',
    'Credit Used -$2.50',
    'Added to Your Credit $6.79',
    'Final Checkout Amount $0.00',
  ]);
});

test('[D14] a line without a value is not there', () => {
  expect(lines({ orderTotal: 25, paymentMethod: '' }).slice(3)).toEqual(['Order Total $25.00']);
  cleanup();
  expect(lines({}).slice(3)).toEqual([]);
});

test('[D14] an amount of nothing is a value', () => {
  expect(lines({ discountAmount: 0 }).slice(3)).toEqual(['Discount $0.00']);
});

test('[D14] [D11] the payment method is the network and the last four digits, or the one that is known', () => {
  expect(lines({ paymentMethod: 'visa' }, '4242').slice(3)).toEqual([
    'Payment Method •••• 4242Visa ending in 4242',
  ]);
  cleanup();
  expect(lines({ paymentMethod: 'visa' }).slice(3)).toEqual(['Payment Method Visa']);
});

const paid = {
  id: 'trx_1',
  item: 'Sloop 12 GB',
  transactionTime: '2025-11-06T03:30:00Z',
  kind: 'new_line' as const,
  successful: true,
  outcome: 'paid' as const,
  last4DigitCard: '4242',
  paymentDetails: {},
};

function show(...answers: Answer[]) {
  const dialog = <PaymentDetailsDialog onClose={() => undefined} transaction={paid} />;
  return { ...showScreen(dialog, { answers }), user: userEvent.setup() };
}

test.each([
  ['refunding', 'Refund in progress', /refunding this payment/],
  ['refund_failed', 'Refund delayed', /didn’t accept the refund/],
  ['refunded', 'Refunded', /refunded this payment/],
] as const)(
  '[D13] a payment that is %s reads %s, and says where the money is',
  (outcome, word, where) => {
    const transaction = { ...paid, outcome };
    showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
    const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
    expect(dialog.getByText(word)).toBeTruthy();
    expect(dialog.getByText(where)).toBeTruthy();
    expect(dialog.queryByText('Success')).toBeNull();
  },
);

test.each([
  ['credit', /^We refunded this payment as credit\. Your next payment uses it\.$/],
  ['other', /^We refunded this payment another way\.$/],
  ['card_and_credit', /part of it as credit.* Your bank will show the rest/],
] as const)(
  '[D13] what went back as %s says so, and not that all of it comes to the bank',
  (refundedTo, said) => {
    const transaction = { ...paid, outcome: 'refunded' as const, refundedTo };
    showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
    const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
    expect(dialog.getByText(said)).toBeTruthy();
    expect(dialog.queryByText(/bank will show it/)).toBeNull();
  },
);

test('[P04] the holder of a line reads who paid, where that was its manager', () => {
  const transaction = { ...paid, paidBy: 'Omar', last4DigitCard: '' };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
  expect(dialog.getByText('Paid by').nextSibling?.textContent).toBe('Omar');
  expect(dialog.queryByText('Payment Method')).toBeNull();
});

test('[D13] a part that is on its way back is said, with the amount', () => {
  const transaction = { ...paid, refunding: 5 };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
  expect(dialog.getByText(/^We’re refunding \$5\.00 of this payment\./)).toBeTruthy();
});

test('[D13] a part that went back is said, with the amount, and the rest stays paid', () => {
  const transaction = { ...paid, refunded: 5, paymentDetails: { finalCheckoutAmount: 29.82 } };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
  expect(dialog.getByText('Refunded in part')).toBeTruthy();
  expect(dialog.getByText(/^We refunded \$5\.00 of this payment\./)).toBeTruthy();
  expect(dialog.getByText('$29.82')).toBeTruthy();
});

test('[D13] [K21] a part that was given back as credit is said, with amount and day', () => {
  const credited = [{ amount: 5, on: '2026-05-04T02:00:00.000Z' }];
  const transaction = { ...paid, refunded: 5, credited };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
  // By the brand's clock.
  expect(dialog.getByText('$5.00 of it was given back as credit on May 3, 2026.')).toBeTruthy();
});

test('[E19] the receipt of a payment is saved as PDF under the name the server gives', async () => {
  const saved = captureSavedFiles();
  let done = (_: unknown) => {};
  const { sent, user } = show(
    answering(downloadReceipt, () => new Promise((resolve) => (done = resolve)) as never),
  );
  await user.click(screen.getByRole('button', { name: 'Download PDF' }));
  expect(screen.getByRole('dialog').getAttribute('aria-busy')).toBe('true');
  done({ fileName: 'harbor-receipt-trx_1.pdf', content: new Blob(['%PDF']) });
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['harbor-receipt-trx_1.pdf']));
  expect(sent('downloadReceipt')).toEqual([{ id: 'trx_1' }]);
  expect(screen.getByRole('dialog').getAttribute('aria-busy')).toBeNull();
});

test('where no new tab is allowed the page to print is saved instead', async () => {
  const saved = captureSavedFiles();
  refuseTabs();
  const file = { fileName: 'harbor-receipt-trx_1.html', content: new Blob(['<h1>Receipt</h1>']) };
  const { user } = show(answering(printReceipt, () => file as never));
  await user.click(screen.getByRole('button', { name: 'Print receipt' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['harbor-receipt-trx_1.html']));
});

test('a receipt that did not come leaves the dialog as it was', async () => {
  const saved = captureSavedFiles();
  const { user } = show(
    answering(downloadReceipt, () => {
      throw no(503, { message: 'Please try again.' });
    }),
  );
  const button = screen.getByRole('button', { name: 'Download PDF' });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(saved).toEqual([]);
});

function refuseTabs() {
  const open = window.open;
  window.open = () => null;
  onTestFinished(() => {
    window.open = open;
  });
}

test('[P03] [D13] a payment for several lines shows each one’s part, its order and what became of it', () => {
  const parts = [
    { item: 'Sloop 12 GB', amount: 28.49, orderNumber: 'H-1', outcome: 'paid' as const },
    { item: 'Ferry 5 GB', amount: 16, orderNumber: 'H-2', outcome: 'refunded' as const },
    {
      item: 'Ferry 5 GB',
      amount: 16,
      orderNumber: 'H-3',
      outcome: 'paid' as const,
      refunded: 4,
      refunding: 2,
    },
  ];
  const transaction = { ...paid, orderNumber: 'H-1', parts };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Payment Details' }));
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Line 1: Sloop 12 GB$28.49Order H-1',
    'Line 2: Ferry 5 GB$16.00Order H-2Refunded',
    'Line 3: Ferry 5 GB$16.00Order H-3Refunded in partWe’re refunding $2.00 of it.We refunded $4.00 of it.',
  ]);
  expect(dialog.queryAllByRole('term').map((one) => one.textContent)).not.toContain('Order');
});
test.each([
  [{ outcome: 'refunding' }, 'We’re refunding this payment to Omar, whose bank'],
  [{ outcome: 'refunded' }, 'We refunded this payment to Omar, whose bank'],
  [{ outcome: 'refund_failed' }, 'The bank of Omar didn’t accept the refund'],
  [{ outcome: 'refunded', refundedTo: 'credit' }, 'as credit of Omar'],
  [{ outcome: 'refunded', refundedTo: 'card_and_credit' }, 'The bank of Omar will show the rest'],
  [{ outcome: 'paid', refunding: 5 }, 'of this payment to Omar, whose bank'],
] as const)(
  '[P04] a refund %o of what somebody else paid speaks of their bank and credit',
  (how, words) => {
    const transaction = { ...paid, ...how, paidBy: 'Omar', last4DigitCard: '' };
    showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
    const dialog = screen.getByRole('dialog', { name: 'Payment Details' });
    expect(dialog.textContent).toContain(words);
    expect(dialog.textContent).not.toMatch(/your (bank|next payment)/i);
  },
);

test('[P03] a refund of one line that its bank refused is told with that line, and nothing is called paid that is owed', () => {
  const parts = [
    { item: 'Sloop 12 GB', amount: 28.49, outcome: 'refund_failed' as const },
    { item: 'Ferry 5 GB', amount: 16, outcome: 'refunded' as const },
    { item: 'Ferry 5 GB', amount: 16, outcome: 'paid' as const },
  ];
  const transaction = { ...paid, refunded: 16, parts };
  showScreen(<PaymentDetailsDialog onClose={() => undefined} transaction={transaction} />);
  const dialog = screen.getByRole('dialog', { name: 'Payment Details' });
  expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toBe(
    'Line 1: Sloop 12 GB$28.49Refund delayedYour bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
  );
  expect(dialog.textContent).not.toContain('The rest stays paid');
});
