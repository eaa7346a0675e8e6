import type { CarrierCapability } from '@portside/contract/carrier-can';
import type { PublicPayment } from '@portside/contract/brand';
import type { OpenOrder, OrderAnswer, Quote } from '@portside/contract/checkout';
import type { Card } from '@portside/contract/payments';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from 'vitest';
import { cart } from '../cart/cart.ts';
import { type Answers, fill, freshToken, openPage, plan } from './stage.tsx';
import { Component as LoginPage } from '../shell/login-route.tsx';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import type { CardDetails } from '../checkout/provider-script.ts';

export const quote = (total = 28.49, more: Partial<Quote> = {}): Quote => ({
  quoteId: `quo_${total}`,
  lines: [
    { kind: 'plan', label: 'Sloop', amount: 25 },
    { kind: 'company_fee', label: 'Regulatory fee (charged by Harbor, not a tax)', amount: 1.49 },
    { kind: 'tax', label: 'State sales tax', amount: 2 },
  ],
  orderTotal: 25,
  taxAmount: 2,
  regulatoryFee: 1.49,
  activationFee: 0,
  discountAmount: 0,
  finalCheckoutAmount: total,
  estimated: true,
  expiresAt: '2999-01-01T00:00:00Z',
  renewal: { amount: 27.93, firstOn: '2099-11-04T15:00:00Z' },
  ...more,
});

/** An order of another cart whose payment is being checked. */
export const openOrder: OpenOrder = {
  orderId: 'ord_open',
  cartId: 'another-cart',
  status: 'placed',
  item: 'Ferry 5 GB',
  amount: 18.2,
  placedAt: '2026-11-20T12:00:00Z',
};

const visa: Card = {
  id: 'card_visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
};
const mastercard: Card = {
  ...visa,
  id: 'card_mc',
  primaryCard: false,
  last4Digits: '4444',
  network: 'mastercard',
};

export const answer = (
  status: OrderAnswer['status'],
  more: Partial<OrderAnswer> = {},
): OrderAnswer => ({
  orderId: 'ord_1',
  status,
  message: '',
  ...more,
});

let close = (): void => {};
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  close();
  cleanup();
});

/**
 * Checkout with Maya’s account and two saved cards; what is given to the provider is noted apart.
 * @param options `sameCart`: the one that local storage has, as after a reload
 */
export function openCheckout(
  answers: Answers = {},
  options: {
    sameCart?: true;
    token?: string;
    /** Who is not logged in yet, on the page that the guard shows. */
    newcomer?: true;
    payment?: PublicPayment;
    can?: readonly CarrierCapability[];
    linesAtOnce?: number;
    /** The provider answers a card only then. */
    tokenAfter?: Promise<void>;
  } = {},
) {
  if (!options.sameCart) {
    cart.clear();
    cart.add(plan);
  }
  const given: CardDetails[] = [];
  const left: string[] = [];
  const page = openPage({
    at: options.newcomer ? '/login?next=%2Fcart%2Fcheckout' : '/cart/checkout',
    token: options.newcomer ? undefined : (options.token ?? freshToken()),
    payment: options.payment,
    can: options.can,
    linesAtOnce: options.linesAtOnce,
    answers: {
      askQuote: () => quote(),
      listOpenOrders: () => ({ orders: [] }),
      viewAutopayConsent: () => ({ version: '1', text: 'I allow the first text.' }),
      listPrices: () => ({
        prices: [{ planId: plan.id, today: 28.49, monthly: 27.93, lines: [] }],
        state: 'NY',
        estimated: true,
        coverage: {},
      }),
      listNewNumbers: () => ({ numbers: [], heldUntil: '2999-01-01T00:00:00Z' }),
      listCards: () => ({ cards: [visa, mastercard] }),
      placeOrder: () => answer('paid'),
      viewOrder: () => ({ orderId: 'ord_1', status: 'paid', payment: answer('paid') }),
      ...answers,
    },
    routes: [
      {
        path: '/cart/checkout',
        element: (
          <CheckoutPage
            leave={(url) => left.push(url)}
            loadProvider={async () => ({
              async createToken(card) {
                given.push(card);
                await options.tokenAfter;
                if (card.number.endsWith('0069')) throw new Error('Your card has expired.');
                return { paymentToken: 'tok_1', network: 'visa', last4Digits: '4242' };
              },
            })}
          />
        ),
      },
      { path: '/login', Component: LoginPage },
      { path: '/cart', element: <p>The cart</p> },
      { path: '/dashboard', element: <p>The dashboard</p> },
      { path: '/shop', element: <p>The shop</p> },
      { path: '/terms-and-conditions', element: null },
    ],
  });
  close = () => page.close();
  const held = cart.get();
  if (!held) throw new Error('There is no cart');
  return { ...page, given, left, held, user: userEvent.setup() };
}

export type Opened = ReturnType<typeof openCheckout>;

export const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
export const press = async ({ user }: Opened, name: string) =>
  user.click(await screen.findByRole('button', { name }));
export const said = (label: string) => {
  const field = screen.getByLabelText(label);
  return document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
    ?.textContent;
};

export async function toPhone(page: Opened) {
  await heading('Contact and service address');
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await press(page, 'Continue');
  await heading('Phone and number');
}

export async function toPay(page: Opened) {
  await toPhone(page);
  await press(page, 'Continue');
  await heading('Check and pay');
}

export async function toCardForm(page: Opened) {
  await toPay(page);
  await page.user.click(await screen.findByRole('radio', { name: 'New card' }));
  return screen.findByLabelText<HTMLInputElement>('Card number');
}

export async function fillCard(page: Opened) {
  const number = await toCardForm(page);
  await fill(page.user, number, '4242424242424242');
  await fill(page.user, screen.getByLabelText('Expiry date'), '1288');
  await fill(page.user, screen.getByLabelText('CVV'), '123');
}
