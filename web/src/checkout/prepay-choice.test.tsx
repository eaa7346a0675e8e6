// @vitest-environment jsdom
import type { Plan } from '@portside/contract/plans';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cart } from '../cart/cart.ts';
import { answer, openCheckout, press, quote, toPay } from '../testing/checkout-stage.tsx';
import { lost, no, plan, type Answers } from '../testing/stage.tsx';

const prepaid: Plan = {
  ...plan,
  prepay: [
    { months: 3, price: 66 },
    { months: 12, price: 250 },
  ],
};
const later = { amount: 27.93, firstOn: '2100-02-01T15:00:00Z' };
const message = 'This plan can’t be paid for that long.';
const priced: Answers = {
  askQuote: ({ months }) => (months === 3 ? quote(74.49, { months: 3, renewal: later }) : quote()),
};

function open(answers: Answers = {}) {
  cart.add(prepaid);
  return openCheckout({ ...priced, ...answers }, { sameCart: true });
}

const group = () => screen.getByRole('radiogroup', { name: 'How long to pay for' });
const radio = (name: RegExp) => within(group()).getByRole<HTMLInputElement>('radio', { name });
const last = (page: ReturnType<typeof open>) => page.sent('askQuote').at(-1);

test('[P10] checkout says what each length costs, and 30 days stand until another one is chosen', async () => {
  const page = open();
  await toPay(page);
  const names = within(group()).getAllByRole('radio');
  expect(names.map((one) => one.closest('label')?.textContent)).toEqual([
    '30 days: $25.00',
    '3 months (90 days): $66.00$22.00 each 30 days',
    '12 months (360 days): $250.00about $20.83 each 30 days',
  ]);
  expect(radio(/^30 days/).checked).toBe(true);
  expect(
    screen.getByText(/^Prices of the plan, before taxes and fees\. After that it’s \$25\.00/),
  ).toBeTruthy();
  for (const asked of page.sent('askQuote')) expect(asked).not.toHaveProperty('months');
});

test('[P10] a length that is chosen is priced before it is paid, and what comes after stands beside it', async () => {
  const page = open();
  await toPay(page);
  await page.user.click(radio(/^3 months/));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(last(page)).toMatchObject({ months: 3, zipCode: '10038', address: { city: 'New York' } });
  expect(document.activeElement).toBe(radio(/^3 months/));
  // Beside the step, and on a phone above the button.
  expect(screen.getAllByText(/^Covers 90 days .* Nothing renews automatically/)).toHaveLength(2);
  const after = /After that, 30 days cost \$27\.93 at today’s prices, with taxes and fees/;
  expect(screen.getAllByText(after)).toHaveLength(2);
  expect(screen.queryByText(/^Covers 30 days/)).toBeNull();
  expect(
    screen.getByText(
      'The first charge is around Feb 1, 2100. It’s $27.93 for 30 days at today’s prices.',
    ),
  ).toBeTruthy();
  await page.user.click(screen.getByRole('checkbox', { name: 'Turn on autopay' }));
  expect(screen.getAllByText(/Then autopay pays for 30 days at a time/)).toHaveLength(2);
  await press(page, 'Pay $74.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toMatchObject([{ quoteId: 'quo_74.49' }]);
});

test('[P10] by keyboard the next length is chosen and keeps the focus; a code keeps the length', async () => {
  const page = open();
  await toPay(page);
  radio(/^30 days/).focus();
  await page.user.keyboard('{ArrowDown}');
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(document.activeElement).toBe(radio(/^3 months/));
  await page.user.type(screen.getByLabelText(/^Promo code/), 'WELCOME10');
  await press(page, 'Apply');
  await screen.findByText('WELCOME10 is applied.');
  expect(last(page)).toMatchObject({ months: 3, promoCode: 'WELCOME10' });
  await page.user.click(radio(/^30 days/));
  await screen.findByRole('button', { name: 'Pay $28.49' });
  expect(last(page)).toMatchObject({ promoCode: 'WELCOME10' });
  expect(last(page)).not.toHaveProperty('months');
});

test('[P10] a length that the plan no longer has says so at the choice, and 30 days are priced again', async () => {
  const page = open({
    askQuote({ months }) {
      if (!months) return quote();
      if (months === 3) return quote(74.49, { months: 3, renewal: later });
      const errors = [{ field: 'months', message }];
      throw no(422, { reason: 'unknown_term', message, errors });
    },
  });
  await toPay(page);
  await page.user.click(radio(/^3 months/));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  await page.user.click(radio(/^12 months/));
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy();
  expect(radio(/^30 days/).checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Pay $28.49' })).toBeTruthy();
  expect(last(page)).not.toHaveProperty('months');
});

test('[P10] without an answer the price that stands there, and its length, stay', async () => {
  const page = open({
    askQuote({ months }) {
      if (months) throw lost();
      return quote();
    },
  });
  await toPay(page);
  await page.user.click(radio(/^3 months/));
  await screen.findByText('Network Error');
  expect(radio(/^30 days/).checked).toBe(true);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
});

test('[P10] a price that comes with a refusal says for how long it is', async () => {
  const page = open({
    placeOrder({ quoteId }) {
      if (quoteId === 'quo_28.49') return answer('paid');
      throw no(422, { message: 'Expired.', reason: 'quote_stale', quote: quote() });
    },
  });
  await toPay(page);
  await page.user.click(radio(/^3 months/));
  await press(page, 'Pay $74.49');
  await screen.findByText('It was $74.49 and is now $28.49. You haven’t paid anything.');
  expect(radio(/^30 days/).checked).toBe(true);
  expect(screen.queryByText(/^Covers 90 days/)).toBeNull();
  await page.user.type(screen.getByLabelText(/^Promo code/), 'WELCOME10');
  await press(page, 'Apply');
  await screen.findByText('WELCOME10 is applied.');
  expect(last(page)).not.toHaveProperty('months');
});

test('[P10] a press on a length stands at once, before the price is asked for', async () => {
  const page = open();
  await toPay(page);
  fireEvent.click(radio(/^3 months/));
  expect(radio(/^3 months/).checked).toBe(true);
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(radio(/^3 months/).checked).toBe(true);
});

test('[P10] what is chosen stands there while its price is on its way, and nothing is paid meanwhile', async () => {
  const slow = Promise.withResolvers<object>();
  const page = open({ askQuote: ({ months }) => (months ? slow.promise : quote()) });
  await toPay(page);
  await page.user.click(radio(/^3 months/));
  expect(radio(/^3 months/).checked).toBe(true);
  await press(page, 'Pay $28.49');
  await act(async () => slow.resolve(quote(74.49, { months: 3, renewal: later })));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(page.sent('placeOrder')).toEqual([]);
});

test('[P10] a SIM card in the mail: the first charge is counted from the start of the line', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Continue' }));
  await page.user.click(await screen.findByRole('radio', { name: /SIM card/ }));
  await press(page, 'Continue');
  await screen.findByRole('heading', { name: 'Check and pay' });
  await page.user.click(radio(/^3 months/));
  expect(
    await screen.findByText(/^The first charge is 89 days after your line starts\./),
  ).toBeTruthy();
});

test('[P10] a plan without other lengths offers no choice', async () => {
  const page = openCheckout();
  await toPay(page);
  expect(screen.queryByRole('radiogroup', { name: 'How long to pay for' })).toBeNull();
  expect(screen.getAllByText(/^Covers 30 days/)).toHaveLength(2);
});

test('[P10] [C05] a page loaded anew asks for the length that was chosen', async () => {
  const first = open();
  await toPay(first);
  await first.user.click(radio(/^3 months/));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  first.close();
  cleanup();
  vi.resetModules();
  const stage: typeof import('../testing/checkout-stage.tsx') =
    await import('../testing/checkout-stage.tsx');
  const page = stage.openCheckout(priced, { sameCart: true });
  await stage.heading('Check and pay');
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(radio(/^3 months/).checked).toBe(true);
  await waitFor(() => expect(page.sent('askQuote')).toMatchObject([{ months: 3 }]));
});
