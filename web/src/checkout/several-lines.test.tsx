// @vitest-environment jsdom
import type { Quote, QuotePart, viewOrder } from '@portside/contract/checkout';
import type { OutputOf } from '@portside/contract/endpoint';
import type { Line } from '@portside/contract/lines';
import type { Plan } from '@portside/contract/plans';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { cart } from '../cart/cart.ts';
import { addLine, changePlan, linesOf, removeLine } from '../cart/cart-lines.ts';
import {
  answer,
  heading,
  type Opened,
  openCheckout,
  press,
  quote,
  toPay,
} from '../testing/checkout-stage.tsx';
import { type Answers, line as stageLine, plan } from '../testing/stage.tsx';
import { PaidNotice } from './notice-tile.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { viewOrder as viewOrderCall } from '@portside/contract/checkout';

const ferry: Plan = { ...plan, id: 'ferry', retailName: 'Ferry', retailPrice: 15 };

beforeEach(() => cart.clear());

const part = (more: Partial<QuotePart> = {}): QuotePart => ({
  planId: plan.id,
  planName: 'Sloop',
  lines: quote().lines,
  amount: 28.49,
  renewal: { amount: 27.93, firstOn: '2099-11-04T15:00:00Z' },
  ...more,
});
const ferryPart = (firstOn = '2099-11-04T18:00:00Z'): QuotePart =>
  part({
    planId: 'ferry',
    planName: 'Ferry',
    lines: [
      { kind: 'plan', label: 'Ferry', amount: 15 },
      { kind: 'tax', label: 'State sales tax', amount: 1 },
    ],
    amount: 16,
    renewal: { amount: 16.07, firstOn },
  });
/** As the server prices what it is asked for; a line of `ferry` is cheaper. */
function priced(of: Record<string, unknown>, firstOn?: string): Quote {
  const ids = [of.planId, ...((of.more ?? []) as { planId: string }[]).map((one) => one.planId)];
  const parts = ids.map((id) => (id === 'ferry' ? ferryPart(firstOn) : part()));
  const cents = parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const { renewal: _, ...whole } = quote(cents / 100);
  if (parts.length === 1) return quote(cents / 100);
  return { ...whole, lines: parts.flatMap(({ lines }) => lines), parts };
}

/** With a Sloop and a Ferry in the cart. */
function open(answers: Answers = {}) {
  cart.add(plan);
  addLine(ferry, 5);
  return openCheckout(
    { askQuote: (input) => priced(input), ...answers },
    { sameCart: true, linesAtOnce: 5 },
  );
}
const summary = () => within(screen.getByRole('complementary', { name: 'Order summary' }));
const keys = () => {
  const held = cart.get();
  return held ? linesOf(held).map(({ key }) => key) : [];
};

async function throughBoth(page: Opened) {
  await heading('Contact and service address');
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await press(page, 'Continue');
  await heading('Phone and number: line 1 of 2, Sloop');
  await press(page, 'Continue');
  await heading('Phone and number: line 2 of 2, Ferry');
  await press(page, 'Continue');
  await heading('Check and pay');
}

test('[P03] all lines are priced at once, and each has its plan and subtotal, with its rows a press away', async () => {
  const page = open({ askQuote: (input) => priced(input) });
  await summary().findByText('Total today');
  expect(page.sent('askQuote')[0]).toMatchObject({ planId: plan.id, more: [{ planId: 'ferry' }] });
  expect(summary().getByRole('heading', { name: '2 lines' })).toBeTruthy();
  const folds = summary()
    .getAllByText(/^Line \d: /)
    .map((one) => one.closest('details'));
  expect(folds.map((fold) => fold?.querySelector('summary')?.textContent)).toEqual([
    'Line 1: Sloop$28.49',
    'Line 2: Ferry$16.00',
  ]);
  expect(folds.map((fold) => fold?.open)).toEqual([false, false]);
  expect(within(folds[1] as HTMLElement).getByText('State sales tax')).toBeTruthy();
  expect(summary().getByText('Total today: $44.49')).toBeTruthy();
  expect(
    summary().getByText(/^Covers 30 days of each line, .* Nothing renews automatically/),
  ).toBeTruthy();
});

test('[P03] a cart of one line is asked for, and shown, as ever', async () => {
  const page = openCheckout({}, { linesAtOnce: 5 });
  await summary().findByText('Total today');
  for (const asked of page.sent('askQuote')) expect(asked).not.toHaveProperty('more');
  expect(summary().queryByText(/^Line 1/)).toBeNull();
  expect(summary().getByRole('heading', { name: 'Sloop' })).toBeTruthy();
});

test('[P03] lines that change in another tab are priced anew, and the price of the old ones is gone', async () => {
  const page = open();
  await summary().findByText('Total today: $44.49');
  act(() => changePlan(keys()[1] ?? '', plan));
  await summary().findByText('Total today: $56.98');
  expect(page.sent('askQuote').at(-1)).toMatchObject({ more: [{ planId: plan.id }] });
  act(() => removeLine(keys()[0] ?? ''));
  await summary().findByText('Total today: $28.49');
  expect(page.sent('askQuote').at(-1)).not.toHaveProperty('more');
  expect(screen.queryByText('The price has changed')).toBeNull();
});

test('[P03] lines that were added after a price was seen are no change of the price', async () => {
  cart.add(plan);
  const before = openCheckout(
    { askQuote: (input) => priced(input) },
    { sameCart: true, linesAtOnce: 5 },
  );
  await toPay(before);
  before.close();
  addLine(ferry, 5);
  const page = openCheckout(
    { askQuote: (input) => priced(input) },
    { sameCart: true, linesAtOnce: 5 },
  );
  await summary().findByText('Total today: $44.49');
  expect(page.sent('askQuote')[0]).toMatchObject({ more: [{ planId: 'ferry' }] });
  expect(screen.queryByText('The price has changed')).toBeNull();
});

test('[P03] autopay says one day and the sum, and what each line is charged', async () => {
  const page = open();
  await throughBoth(page);
  const day =
    'The first charges are around Nov 4, 2099. Together they’re $44.00 for 30 days at today’s prices.';
  expect(await screen.findByText(day)).toBeTruthy();
  expect(screen.getByText('Line 2, Ferry: $16.07')).toBeTruthy();
  await page.user.click(screen.getByRole('checkbox', { name: 'Turn on autopay' }));
  expect(screen.getAllByText(/Then autopay pays for the next ones, until/)).toHaveLength(2);
});

test('[P03] with a further line’s SIM card by mail autopay says no day', async () => {
  const page = open();
  await heading('Contact and service address');
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await press(page, 'Continue');
  await heading('Phone and number: line 1 of 2, Sloop');
  await press(page, 'Continue');
  await heading('Phone and number: line 2 of 2, Ferry');
  await page.user.click(await screen.findByRole('radio', { name: /^SIM card/ }));
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(
    await screen.findByText(/^Each line’s first charge is 29 days after it starts\. Together/),
  ).toBeTruthy();
  expect(screen.getByText(/^Line 2, Ferry: \$[\d.]+$/)).toBeTruthy();
  expect(screen.queryByText(/around/)).toBeNull();
});

test('[P03] of lines that are charged on different days, each says its own', async () => {
  const page = open({ askQuote: (input) => priced(input, '2099-12-24T18:00:00Z') });
  await throughBoth(page);
  expect(
    await screen.findByText(
      'Line 2, Ferry: $16.07 around Dec 24, 2099, and then each 30 days, at today’s prices.',
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/^The first charges are/)).toBeNull();
});

test('[P03] a code counts for the first line, which stands at its field; several lines are paid for 30 days', async () => {
  cart.add({ ...plan, prepay: [{ months: 3, price: 66 }] });
  addLine(ferry, 5);
  const page = openCheckout(
    { askQuote: (input) => priced(input) },
    { sameCart: true, linesAtOnce: 5 },
  );
  await throughBoth(page);
  expect(screen.getByText('A code counts for line 1.')).toBeTruthy();
  expect(screen.queryByRole('radiogroup', { name: 'How long to pay for' })).toBeNull();
});

type Order = OutputOf<typeof viewOrder>;
type Part = NonNullable<Order['purchase']>[number];

const esim: Line = { ...stageLine, id: 'lin_1', esim: 'ready' };
const bought: Part[] = [
  {
    orderId: 'ord_1',
    number: 'H-1',
    item: 'Sloop',
    amount: 28.49,
    status: 'active',
    line: esim,
  },
  {
    orderId: 'ord_2',
    number: 'H-2',
    item: 'Ferry',
    amount: 16,
    status: 'refunding',
    line: { ...esim, id: 'lin_2', status: 'ended' },
  },
  {
    orderId: 'ord_3',
    number: 'H-3',
    item: 'Ferry',
    amount: 16,
    status: 'paid',
    line: { ...esim, id: 'lin_3', simType: 'physical', iccid: '', status: 'pending', mdn: '' },
  },
];
const order = (purchase = bought): Order => ({
  orderId: 'ord_1',
  number: 'H-1',
  status: 'active',
  payment: answer('paid'),
  line: esim,
  transaction: {
    id: 'pay_1',
    item: 'Sloop, Ferry ×2',
    transactionTime: '2026-11-22T12:00:00Z',
    kind: 'new_line',
    successful: true,
    outcome: 'paid',
    last4DigitCard: '4242',
    paymentDetails: { last4DigitCard: '4242', finalCheckoutAmount: 60.49 },
  },
  purchase,
});

test('[P03] [E12] after paying each line stands with its state, its order and its one way on', async () => {
  const page = open({ viewOrder: () => order() });
  await throughBoth(page);
  await press(page, 'Pay $44.49');
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment Successful' }));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Line 1: Sloop\$28\.49\(212\) 555-0101This line is active\./),
    'Line 2: Ferry$16.00We couldn’t start this line and are refunding $16.00. Your bank will show it within a few days.Order H-2',
    expect.stringMatching(/^Line 3: Ferry\$16\.00We’ll email you when your SIM card/),
  ]);
  const ways = dialog.getAllByRole('link').map((one) => one.getAttribute('href'));
  expect(ways).toEqual(['/dashboard?setup=lin_1']);
  expect(dialog.getByText('$60.49')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Set up eSIM' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'To Dashboard' })).toBeTruthy();
});

test('[P03] each line is looked at until its number is known; a refused one is not waited for', async () => {
  let known = false;
  const [first, refused] = bought as [Part, Part];
  const waits = { ...first, orderId: 'ord_4', line: { ...esim, id: 'lin_4', mdn: '' } };
  const { sent } = showScreen(<PaidNotice orderId="ord_1" />, {
    answers: [
      answering(viewOrderCall, () =>
        order([first, refused, known ? { ...waits, line: esim } : waits]),
      ),
    ],
  });
  await screen.findByText('(212) 555-0101');
  // Only a SIM card can be on its way.
  expect(screen.queryByText('On its way')).toBeNull();
  known = true;
  await waitFor(() => expect(screen.getAllByText('(212) 555-0101')).toHaveLength(2), {
    timeout: 4000,
  });
  expect(sent('viewOrder').length).toBeGreaterThan(1);
});

test.each([
  [{ status: 'refunded' }, 'We couldn’t start this line and refunded $16.00.'],
  [{ status: 'refund_failed' }, /your bank didn’t accept the refund of \$16\.00/],
  [{ status: 'refunded', amount: 0 }, 'We couldn’t start this line. Nothing was charged for it.'],
  [
    { status: 'refunded', line: { ...esim, status: 'ended', paidUntil: '2026-01-01T00:00:00Z' } },
    'We refunded $16.00 for this line.',
  ],
] as const)(
  '[P03] of a refused line it is said what came of its money: %j',
  async (more, words) => {
    const [first, refused] = bought as [Part, Part];
    showScreen(<PaidNotice orderId="ord_1" />, {
      answers: [answering(viewOrderCall, () => order([first, { ...refused, ...more }]))],
    });
    expect(await screen.findByText(words)).toBeTruthy();
  },
);
