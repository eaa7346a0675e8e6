// @vitest-environment jsdom
import type { OrderAnswer } from '@portside/contract/checkout';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type Card, listCards } from '@portside/contract/payments';
import type { PrepayMonths } from '@portside/contract/prepay';
import { quoteRenewal, type RenewalQuote, renewLine } from '@portside/contract/renewals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { quote as stageQuote } from '../testing/checkout-stage.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, no } from '../testing/stage.tsx';
import { RenewPage } from './renew-page.tsx';

const line: LineDetail = {
  ...lineDetail,
  paidUntil: '2099-11-06T17:00:00Z',
  nextAction: 'renew',
};
const quote = (total = 28.49): RenewalQuote => ({
  ...stageQuote(total),
  lines: [
    { kind: 'plan', label: 'Sloop', amount: 25 },
    { kind: 'credit', label: 'Your credit', amount: -5 },
  ],
  period: { from: '2099-11-06T17:00:00Z', to: '2099-12-06T17:00:00Z' },
  creditUsed: 5,
  prepay: [],
});
const card = {
  id: 'card_visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;
const answer = (status: OrderAnswer['status'], more: Partial<OrderAnswer> = {}): OrderAnswer => ({
  orderId: 'ord_1',
  status,
  message: '',
  ...more,
});

/** Each press is answered by the next of `answers`, the last of them for ever. */
function show(
  answers: (() => OrderAnswer)[],
  price: (input: {
    months?: PrepayMonths | undefined;
  }) => RenewalQuote | Promise<RenewalQuote> = () => quote(),
  cards: () => Card[] = () => [card],
  tokenAfter?: Promise<void>,
) {
  const left: string[] = [];
  let pressed = 0;
  const page = showScreen(
    <RenewPage
      id="l1"
      leave={(url) => left.push(url)}
      loadProvider={async () => ({
        async createToken() {
          await tokenAfter;
          return { paymentToken: 'tok_1', network: 'visa', last4Digits: '4242' };
        },
      })}
    />,
    {
      at: '/dashboard/lines/l1/renew',
      token: freshToken(),
      answers: [
        answering(viewLine, () => line),
        answering(quoteRenewal, price),
        answering(listCards, () => ({ cards: cards() })),
        answering(renewLine, () => {
          const next = answers[Math.min(pressed, answers.length - 1)];
          pressed += 1;
          if (!next) throw new Error('Nothing is to be paid in this test');
          return next();
        }),
      ],
    },
  );
  return { ...page, left };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const keys = (page: ReturnType<typeof show>) =>
  page.sent('renewLine').map(({ idempotencyKey }) => idempotencyKey);

test('[K02] the price, its days and the credit stand there before one press pays with the primary card', async () => {
  const page = show([() => answer('paid')]);
  expect(await screen.findByText('Nov 6, 2099 to Dec 6, 2099')).toBeTruthy();
  expect(screen.getByText('−$5.00')).toBeTruthy();
  expect(page.sent('renewLine')).toEqual([]);
  await press('Pay $28.49');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard/lines/l1'));
  expect(page.router.state.location.state).toEqual({
    paid: true,
    paidWith: 'card_visa',
  });
  expect(page.sent('renewLine')).toMatchObject([
    { id: 'l1', quoteId: 'quo_28.49', cardId: 'card_visa' },
  ]);
});

test('[K02] a declined card says why, and the next press is another try', async () => {
  const message = 'Your bank declined this card.';
  const page = show([() => answer('declined', { message }), () => answer('paid')]);
  await press('Pay $28.49');
  expect(await screen.findByText(message)).toBeTruthy();
  await press('Pay $28.49');
  await waitFor(() => expect(keys(page)).toHaveLength(2));
  expect(new Set(keys(page)).size).toBe(2);
});

test('[K02] after a decline another card is chosen, and the next press pays with it', async () => {
  const other = { ...card, id: 'card_mc', primaryCard: false, last4Digits: '4444' } as const;
  let declined = false;
  const page = show(
    [
      () => {
        declined = true;
        return answer('declined', { message: 'Your bank declined this card.' });
      },
      () => answer('paid'),
    ],
    () => quote(),
    () => [declined ? { ...card, declined: true as const } : card, other],
  );
  // Also one that was pressed.
  await userEvent.click(await screen.findByRole('radio', { name: /4444/ }));
  await userEvent.click(screen.getByRole('radio', { name: /4242/ }));
  await press('Pay $28.49');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /4444/ }).checked).toBe(true),
  );
  await press('Pay $28.49');
  await waitFor(() =>
    expect(page.sent('renewLine').map(({ cardId }) => cardId)).toEqual(['card_visa', 'card_mc']),
  );
});

test('[K02] a card that was declined is not chosen when another is there, and is when it is the only one', async () => {
  const other = { ...card, id: 'card_mc', primaryCard: false, last4Digits: '4444' } as const;
  const failed = { ...card, declined: true as const };
  const page = show(
    [() => answer('paid')],
    () => quote(),
    () => [failed, other],
  );
  const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
  expect((await radio(/4444/)).checked).toBe(true);
  page.close();
  show(
    [() => answer('paid')],
    () => quote(),
    () => [failed],
  );
  expect((await radio(/4242/)).checked).toBe(true);
});

test('[K02] a lost answer is asked for again with the same key, so that nothing is paid twice', async () => {
  const page = show([
    () => {
      throw lost();
    },
    () => answer('paid'),
  ]);
  await press('Pay $28.49');
  expect(await screen.findByText(/you won’t be charged twice/)).toBeTruthy();
  await press('Pay $28.49');
  await waitFor(() => expect(keys(page)).toHaveLength(2));
  expect(new Set(keys(page)).size).toBe(1);
});

test('[K02] a price that expired is shown anew, and nothing is paid before another press', async () => {
  const page = show([
    () => {
      const problem = { reason: 'quote_expired', message: 'This price has expired.' };
      throw no(422, { ...problem, quote: quote(31.2) });
    },
    () => answer('paid'),
  ]);
  await press('Pay $28.49');
  expect(await screen.findByText(/It was \$28.49 and is now \$31.20/)).toBeTruthy();
  expect(page.sent('renewLine')).toHaveLength(1);
  await press('Pay $31.20');
  await waitFor(() => expect(page.sent('renewLine')[1]).toMatchObject({ quoteId: 'quo_31.2' }));
});

test('[K02] a bank that wants it confirmed is where the customer goes', async () => {
  const redirectUrl = 'https://bank.example/confirm';
  const page = show([() => answer('confirm', { redirectUrl })]);
  await press('Pay $28.49');
  await waitFor(() => expect(page.left).toEqual([redirectUrl]));
});

test.each([
  ['too_early', 'It’s too early to pay for the next 30 days.'],
  ['already_paid', 'The next 30 days of this line are paid already.'],
])('[K02] what is %s is said instead of a price', async (reason, message) => {
  show([], () => {
    throw no(422, { reason, message });
  });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('[K02] a payment under way at the bank leads there', async () => {
  const redirectUrl = 'https://bank.example/confirm';
  const page = show([], () => {
    throw no(422, { reason: 'busy', message: 'Busy.', orderId: 'ord_1', redirectUrl });
  });
  await press('Go to your bank');
  expect(page.left).toEqual([redirectUrl]);
});

test('[K02] where nothing is due no card is asked for or sent', async () => {
  const page = show([() => answer('paid')], () => quote(0));
  await press('Renew this line');
  await waitFor(() => expect(page.sent('renewLine')).toHaveLength(1));
  expect(page.sent('renewLine')[0]).not.toHaveProperty('cardId');
  expect(page.sent('listCards')).toEqual([]);
});

test('[K02] a page that comes back from the browser’s memory still watches its payment', async () => {
  show([() => answer('placed')]);
  await press('Pay $28.49');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay $28.49' })).toBeNull());
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(screen.queryByRole('button', { name: 'Pay $28.49' })).toBeNull();
});

test('[K02] who leaves the page while the provider is asked about a new card pays nothing', async () => {
  const slow = Promise.withResolvers<void>();
  const page = show([() => answer('paid')], undefined, () => [], slow.promise);
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry date'), '1288');
  await userEvent.type(screen.getByLabelText('CVV'), '123');
  await press('Pay $28.49');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Pay $28.49' }).ariaBusy).toBe('true'),
  );
  cleanup();
  await act(async () => slow.resolve());
  expect(page.sent('renewLine')).toEqual([]);
});

const prepay: RenewalQuote['prepay'] = [
  { months: 3, price: 66 },
  { months: 6, price: 120 },
];
const single = (): RenewalQuote => ({ ...quote(), prepay });
const three = (): RenewalQuote => ({
  ...quote(74.49),
  prepay,
  months: 3,
  lines: [{ kind: 'plan', label: 'Sloop', amount: 66 }],
  period: { from: '2099-11-06T17:00:00Z', to: '2100-02-04T17:00:00Z' },
});
const months = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test('[P10] several months at once are priced, with all their days, before one press pays them', async () => {
  const page = show([() => answer('paid')], (input) => (input.months === 3 ? three() : single()));
  await screen.findByRole('radiogroup', { name: 'How long to pay for' });
  expect(months(/^30 days: \$25\.00/).checked).toBe(true);
  expect(title()).toBe('Pay for the next 30 days');
  await userEvent.click(months(/^3 months \(90 days\): \$66\.00/));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(title()).toBe('Pay for the next 90 days');
  expect(screen.getByText('3 months (90 days)')).toBeTruthy();
  expect(screen.getByText('Nov 6, 2099 to Feb 4, 2100')).toBeTruthy();
  expect(document.activeElement).toBe(months(/^3 months/));
  // What 30 days cost is still said of the plan.
  expect(months(/^30 days: \$25\.00/)).toBeTruthy();
  await press('Pay $74.49');
  await waitFor(() =>
    expect(page.sent('renewLine')).toMatchObject([{ id: 'l1', quoteId: 'quo_74.49' }]),
  );
  expect(page.sent('quoteRenewal')).toEqual([{ id: 'l1' }, { id: 'l1', months: 3 }]);
});

test('[P10] while the price of another length is on its way, nothing is paid', async () => {
  const slow = Promise.withResolvers<RenewalQuote>();
  const page = show([() => answer('paid')], (input) => (input.months ? slow.promise : single()));
  await screen.findByRole('button', { name: 'Pay $28.49' });
  await userEvent.click(months(/^3 months/));
  expect(months(/^3 months/).checked).toBe(true);
  await press('Pay $28.49');
  await act(async () => slow.resolve(three()));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  expect(page.sent('renewLine')).toEqual([]);
});

test('[P10] a length that the line no longer has says so, and 30 days are priced again', async () => {
  const message = 'This plan can’t be paid for that long.';
  const page = show([], (input) => {
    if (input.months === 6) throw no(422, { reason: 'unknown_term', message });
    return input.months ? three() : single();
  });
  await screen.findByRole('button', { name: 'Pay $28.49' });
  await userEvent.click(months(/^3 months/));
  await screen.findByRole('button', { name: 'Pay $74.49' });
  await userEvent.click(months(/^6 months/));
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy();
  expect(months(/^30 days/).checked).toBe(true);
  expect(title()).toBe('Pay for the next 30 days');
  expect(page.sent('quoteRenewal').at(-1)).toEqual({ id: 'l1' });
});

test('[P10] without an answer the price that stands there stays, and the failure is said', async () => {
  show([], (input) => {
    if (input.months) throw lost();
    return single();
  });
  await screen.findByRole('button', { name: 'Pay $28.49' });
  await userEvent.click(months(/^3 months/));
  expect(await screen.findByText('Network Error')).toBeTruthy();
  expect(months(/^30 days/).checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Pay $28.49' })).toBeTruthy();
});

test('[P10] a price that expired comes back for 30 days, and says so; several months can be chosen again', async () => {
  const page = show(
    [
      () => {
        const problem = { reason: 'quote_expired', message: 'This price has expired.' };
        throw no(422, { ...problem, quote: single() });
      },
      () => answer('paid'),
    ],
    (input) => (input.months ? three() : single()),
  );
  await screen.findByRole('button', { name: 'Pay $28.49' });
  await userEvent.click(months(/^3 months/));
  await press('Pay $74.49');
  expect(await screen.findByText(/It was \$74.49 and is now \$28.49/)).toBeTruthy();
  expect(months(/^30 days/).checked).toBe(true);
  expect(title()).toBe('Pay for the next 30 days');
  await userEvent.click(months(/^3 months/));
  await press('Pay $74.49');
  await waitFor(() => expect(page.sent('renewLine')[1]).toMatchObject({ quoteId: 'quo_74.49' }));
});

test('[P10] after a price came back for 30 days, the next one is asked for 30 days too', async () => {
  const message = 'We refunded it.';
  const page = show(
    [
      () => {
        const problem = { reason: 'quote_expired', message: 'This price has expired.' };
        throw no(422, { ...problem, quote: single() });
      },
      () => answer('refunded', { message }),
    ],
    (input) => (input.months ? three() : single()),
  );
  await screen.findByRole('button', { name: 'Pay $28.49' });
  await userEvent.click(months(/^3 months/));
  await press('Pay $74.49');
  await press('Pay $28.49');
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(page.sent('quoteRenewal')).toHaveLength(3));
  expect(page.sent('quoteRenewal')[2]).toEqual({ id: 'l1' });
});

test('[P10] another length chosen while the provider is asked about a new card is seen before it is paid', async () => {
  const slow = Promise.withResolvers<void>();
  const page = show(
    [() => answer('paid')],
    (input) => (input.months ? three() : single()),
    () => [],
    slow.promise,
  );
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry date'), '1288');
  await userEvent.type(screen.getByLabelText('CVV'), '123');
  await press('Pay $28.49');
  await userEvent.click(months(/^3 months/));
  await screen.findByText('Nov 6, 2099 to Feb 4, 2100');
  await act(async () => slow.resolve());
  expect(await screen.findByRole('button', { name: 'Pay $74.49' })).toBeTruthy();
  expect(page.sent('renewLine')).toEqual([]);
});

test('[P10] why a line can’t be paid for several months is said where they would be chosen', async () => {
  const prepayNote = 'This line is about to get another plan, so it is paid for 30 days.';
  show([], () => ({ ...quote(), prepayNote }));
  expect(await screen.findByText(prepayNote)).toBeTruthy();
  expect(screen.queryByRole('radiogroup', { name: 'How long to pay for' })).toBeNull();
});
