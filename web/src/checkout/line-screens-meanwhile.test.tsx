// @vitest-environment jsdom
import type { OrderAnswer } from '@portside/contract/checkout';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { cart } from '../cart/cart.ts';
import { linesOf } from '../cart/cart-lines.ts';
import { answer, heading, press, quote } from '../testing/checkout-stage.tsx';
import {
  changeCart,
  lineHeading,
  openLines,
  threeLines,
  toLine,
  toReview,
} from '../testing/line-screens-stage.tsx';
import { no } from '../testing/stage.tsx';

/* What changes while several lines are bought: in another tab, or in what is sold (P03). */

beforeEach(() => cart.clear());

const [second, third] = threeLines.more;
const twoLines = { ...threeLines, more: [second] };
const changedWords = 'Your lines have changed in another tab.';
const inCart = () => {
  const held = cart.get();
  return held ? linesOf(held).map(({ key, item }) => [key, item.retailName]) : [];
};

/** Two lines are paid for; meanwhile another tab adds a third one. */
async function payWhileAdding(more: object = threeLines) {
  const paid = Promise.withResolvers<OrderAnswer>();
  const page = openLines({ placeOrder: () => paid.promise }, twoLines);
  await heading('Contact and service address');
  await press(page, 'Continue');
  await heading('Phone and number: line 1 of 2, Sloop');
  await press(page, 'Continue');
  await heading('Phone and number: line 2 of 2, Clipper 30 GB');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  act(() => changeCart(page, more));
  const settle = (to: OrderAnswer) => act(async () => paid.resolve(to));
  return { page, settle };
}

test('[P03] [C03] a line that another tab added while the others were paid stays, in a cart of its own', async () => {
  const { page, settle } = await payWhileAdding();
  await heading('Check and pay');
  await settle(answer('paid'));
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')[0]?.more).toHaveLength(1);
  await waitFor(() => expect(inCart()).toEqual([['third', 'Ferry 5 GB']]));
  expect(cart.get()?.id).not.toBe(page.held.id);
});

test('[P03] a line that another tab removed or changed while it was paid is bought, and gone from the cart', async () => {
  const changed = { ...threeLines, item: third.item, more: [{ key: 'second', item: third.item }] };
  const { settle } = await payWhileAdding(changed);
  await settle(answer('paid'));
  await waitFor(() => expect(inCart()).toEqual([]));
});

test('[P03] what another tab added is also there when the answer comes late', async () => {
  const { page, settle } = await payWhileAdding();
  await act(() => page.router.navigate('/shop'));
  await settle(answer('paid', { message: 'Thank you.' }));
  await waitFor(() => expect(inCart()).toEqual([['third', 'Ferry 5 GB']]));
  expect(cart.get()?.id).not.toBe(page.held.id);
  expect(sessionStorage.getItem('portside:checkout')).toBeNull();
});

test('[P03] and when the order is closed', async () => {
  const { page, settle } = await payWhileAdding();
  await settle(answer('refunded', { message: 'We refunded the order.' }));
  await press(page, 'See the plans');
  await screen.findByText('The shop');
  expect(inCart()).toEqual([['third', 'Ferry 5 GB']]);
});

test('[P03] a screen whose line another tab removed says so, and the next one’s heading has the focus', async () => {
  const page = openLines();
  await toLine(page, 2);
  expect(screen.queryByText(changedWords)).toBeNull();
  screen.getByLabelText('IMEI of your phone (optional)').focus();
  act(() => changeCart(page, { ...threeLines, more: [third] }));
  const title = await heading('Phone and number: line 2 of 2, Ferry 5 GB');
  expect(document.activeElement).toBe(title);
  expect(screen.getByText(changedWords).closest('[role=status]')).toBeTruthy();
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(screen.queryByText(changedWords)).toBeNull();
});

test('[P03] what another tab adds is priced anew at the payment, before anything can be paid', async () => {
  const page = openLines(
    { askQuote: ({ more }) => quote((more as object[]).length * 20) },
    twoLines,
  );
  await heading('Contact and service address');
  await press(page, 'Continue');
  await heading('Phone and number: line 1 of 2, Sloop');
  act(() => changeCart(page, threeLines));
  await heading('Phone and number: line 1 of 3, Sloop');
  await screen.findByText('Total today: $40.00');
  expect(screen.getByText(changedWords)).toBeTruthy();
});

test('[P03] a price that expired comes back with each line’s part, and is seen before it is paid', async () => {
  const part = (planName: string, amount: number) => ({
    planId: planName,
    planName,
    lines: [{ kind: 'plan' as const, label: planName, amount }],
    amount,
    renewal: { amount, firstOn: '2099-11-04T15:00:00Z' },
  });
  const parts = [part('Sloop', 25), part('Clipper 30 GB', 42), part('Ferry 5 GB', 15)];
  let isOver = false;
  const page = openLines({
    placeOrder() {
      if (isOver) return answer('paid');
      isOver = true;
      const message = 'This price has expired. Please review it before you pay.';
      throw no(422, { message, reason: 'quote_expired', quote: { ...quote(82), parts } });
    },
  });
  await toReview(page);
  await press(page, 'Pay $85.47');
  await screen.findByText('The price has changed');
  const summary = within(screen.getByRole('complementary', { name: 'Order summary' }));
  expect(summary.getByText('Line 2: Clipper 30 GB')).toBeTruthy();
  await press(page, 'Pay $82.00');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder').map(({ quoteId }) => quoteId)).toEqual(['quo_85.47', 'quo_82']);
});

const gone = (line?: number) => {
  const message = 'This plan is no longer on sale. Please choose another one.';
  const errors = line === undefined ? undefined : [{ field: 'line', message, line }];
  return no(422, { message, reason: 'unknown_plan', ...(errors && { errors }) });
};
const note = (words: string) => screen.findByText(words);
const toCart = { name: 'Change your lines in the cart' };

test.each([
  [undefined, 'The plan of line 1 is no longer on sale: Sloop.'],
  [2, 'The plan of line 2 is no longer on sale: Clipper 30 GB.'],
])('[P03] a plan that is no longer sold is said with its line: %s', async (line, words) => {
  const page = openLines({
    askQuote() {
      throw gone(line);
    },
  });
  await heading('Contact and service address');
  await note(words);
  await press(page, 'Continue');
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(2));
  await heading('Contact and service address');
  await note(words);
  await page.user.click(screen.getByRole('link', toCart));
  await screen.findByText('The cart');
});

test('[P03] a plan that left the shop before Pay is said there, and nothing is paid', async () => {
  let isGone = false;
  const page = openLines({
    askQuote() {
      if (isGone) throw gone(2);
      return quote(85.47);
    },
    placeOrder() {
      isGone = true;
      throw no(422, { message: 'This price has expired.', reason: 'unknown_quote' });
    },
  });
  await toReview(page);
  await press(page, 'Pay $85.47');
  const said = await note('The plan of line 2 is no longer on sale: Clipper 30 GB.');
  expect(said.closest('[role=alert]')).toBeTruthy();
  await heading('Check and pay');
  expect(screen.getByRole('link', toCart)).toBeTruthy();
});

test('[P03] and on a line’s own screen, where a number near another place is chosen', async () => {
  let isGone = false;
  const page = openLines({
    askQuote() {
      if (isGone) throw gone(3);
      return quote(85.47);
    },
  });
  await toLine(page, 2);
  isGone = true;
  await page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await page.user.type(zip, '89501');
  await page.user.tab();
  await note('The plan of line 3 is no longer on sale: Ferry 5 GB.');
  await lineHeading(2);
});
