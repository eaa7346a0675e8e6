// @vitest-environment jsdom
import { type AddOnQuote, buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import type { OrderAnswer } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { listCards } from '@portside/contract/payments';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { quote as stageQuote } from '../testing/checkout-stage.tsx';
import { sharedLine } from '../testing/household-stage.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, no } from '../testing/stage.tsx';
import { BuyAddOnPage } from './buy-add-on-page.tsx';

const quote = (total = 6.51, recurring = false): AddOnQuote => ({
  ...stageQuote(total),
  lines: [
    { kind: 'add_on', label: 'Extra 2 GB', amount: 6 },
    { kind: 'tax', label: 'New York sales tax', amount: 0.51 },
  ],
  addOn: {
    id: 'data-2',
    name: 'Extra 2 GB',
    description: '2 GB more of fast data',
    price: 6,
    megabytes: 2000,
    validity: 'period',
    recurring,
  },
  until: '2099-11-06T17:00:00Z',
  creditUsed: 0,
});
const card = {
  id: 'card_visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;

function show(
  answers: (() => OrderAnswer)[],
  price: () => AddOnQuote = () => quote(),
  line = lineDetail,
) {
  let pressed = 0;
  return showScreen(
    <BuyAddOnPage
      addOnId="data-2"
      id="l1"
      leave={() => undefined}
      loadProvider={async () => ({
        createToken: async () => ({ paymentToken: 'tok_1', network: 'visa', last4Digits: '4242' }),
      })}
    />,
    {
      at: '/dashboard/lines/l1/add-on',
      token: freshToken(),
      answers: [
        answering(viewLine, () => line),
        answering(quoteAddOn, price),
        answering(listCards, () => ({ cards: [card] })),
        answering(buyAddOn, () => {
          const next = answers[Math.min(pressed, answers.length - 1)];
          pressed += 1;
          if (!next) throw new Error('Nothing is to be paid in this test');
          return next();
        }),
      ],
    },
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const paid = (): OrderAnswer => ({ orderId: 'ord_1', status: 'paid', message: '' });

test('[K10] price, tax and the day it ends stand there before one press pays, then the line’s page thanks', async () => {
  const page = show([paid]);
  expect(await screen.findByText('From now until Nov 6, 2099')).toBeTruthy();
  expect(screen.getByText('New York sales tax')).toBeTruthy();
  expect(screen.getByText('You buy it once. It doesn’t renew.')).toBeTruthy();
  expect(page.sent('buyAddOn')).toEqual([]);
  await press('Pay $6.51');
  await waitFor(() =>
    expect(page.router.state.location.pathname).toBe('/dashboard/lines/l1/usage'),
  );
  expect(page.router.state.location.state).toEqual({ added: true });
  expect(page.sent('buyAddOn')).toMatchObject([
    { id: 'l1', quoteId: 'quo_6.51', cardId: 'card_visa' },
  ]);
});

test('[K10] one that recurs says so before it is paid', async () => {
  show([paid], () => quote(6.51, true));
  expect(await screen.findByText(/You buy it again each time/)).toBeTruthy();
});

test('[P04] [K10] a manager reads who pays for one that recurs after today', async () => {
  show([paid], () => quote(6.51, true), sharedLine('manager'));
  const words = 'After today it’s paid as the plan is: by Maya, or by you.';
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[K10] a lost answer is asked for with the same key, and a new price is shown before it is paid', async () => {
  const page = show([
    () => {
      throw lost();
    },
    () => {
      throw no(422, { reason: 'quote_expired', message: 'Expired.', quote: quote(7.05) });
    },
    paid,
  ]);
  await press('Pay $6.51');
  expect(await screen.findByText(/you won’t be charged twice/)).toBeTruthy();
  await press('Pay $6.51');
  expect(await screen.findByText(/It was \$6\.51 and is now \$7\.05/)).toBeTruthy();
  await press('Pay $7.05');
  await waitFor(() => expect(page.sent('buyAddOn')).toHaveLength(3));
  const [one, two] = page.sent('buyAddOn').map(({ idempotencyKey }) => idempotencyKey);
  expect(two).toBe(one);
});

test('[K10] what is not on sale any more says so, with the way back', async () => {
  show([], () => {
    throw no(422, { reason: 'unknown_add_on', message: 'This add-on is no longer on sale.' });
  });
  expect(await screen.findByText('This add-on is no longer on sale.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Back to the line' }).length).toBeGreaterThan(0);
});
