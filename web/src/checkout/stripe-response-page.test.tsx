// @vitest-environment jsdom
import type { OrderAnswer } from '@portside/contract/checkout';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { cart } from '../cart/cart.ts';
import { addCardMarkers } from '../payments/add-card-markers.ts';
import { type Answers, freshToken, line, lost, no, openPage, plan } from '../testing/stage.tsx';
import { StripeResponsePage } from './stripe-response-page.tsx';

const answer = (status: OrderAnswer['status'], more: Partial<OrderAnswer> = {}): OrderAnswer => ({
  orderId: 'ord_1',
  status,
  message: '',
  ...more,
});

let close = (): void => {};
afterEach(() => {
  close();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const newLine = { orderId: 'ord_1', status: 'paid', payment: answer('paid') };

/** The order is the cart's that this browser has, unless the test says otherwise. */
function open(at: string, more: Answers, token: string | undefined = freshToken()) {
  const held = cart.add(plan);
  const answers = { viewOrder: () => ({ ...newLine, cartId: held.id }), ...more };
  const page = openPage({
    at,
    token,
    answers,
    routes: [
      { path: '/stripe-response', element: <StripeResponsePage /> },
      { path: '/login', element: <p>The login</p> },
      { path: '/cart/checkout', element: <p>The checkout</p> },
      { path: '/cart', element: <p>The cart</p> },
      { path: '/shop', element: <p>The shop</p> },
      { path: '/dashboard', element: <p>The dashboard</p> },
      { path: '/dashboard/payment', element: <p>The cards</p> },
      { path: '/dashboard/lines/lin_1', element: <p>The line</p> },
      { path: '/dashboard/lines/lin_1/renew', element: <p>The line’s payment</p> },
      { path: '/dashboard/lines/lin_1/usage', element: <p>The line’s add-ons</p> },
    ],
  });
  close = () => page.close();
  return { ...page, held, user: userEvent.setup() };
}

/** As the browser tells a tab of it. @returns the new cart's id */
function fillInAnotherTab(): string {
  const id = 'cart-of-another-tab';
  const newValue = JSON.stringify({ id, item: plan });
  localStorage.setItem('cart', newValue);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue })));
  return id;
}

const returned = '/stripe-response?payment_intent=pi_1&redirect_status=succeeded';

test('[A17] [E12] the return asks the server how the payment stands and drops the query', async () => {
  const page = open(returned, { confirmPayment: () => answer('paid') });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('confirmPayment')).toEqual([{ payment: 'pi_1' }]);
  await waitFor(() => expect(page.router.state.location.search).toBe(''));
  expect(cart.get()).toBeUndefined();
  await page.user.click(screen.getByRole('button', { name: 'To Dashboard' }));
  await screen.findByText('The dashboard');
});

test('[A17] [E13] what the address says counts for nothing: a failed payment is a failed one', async () => {
  const message = 'Your bank could not confirm the payment.';
  const page = open(returned, { confirmPayment: () => answer('declined', { message }) });
  const dialog = await screen.findByRole('dialog', { name: 'Payment Failed' });
  expect(dialog.textContent).toContain(message);
  expect(cart.get()?.id).toBe(page.held.id);
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The checkout');
});

test('[A17] [E12] [E13] an outcome that is closed still stands on the page, with its way on', async () => {
  const paid = open(returned, { confirmPayment: () => answer('paid') });
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  await paid.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To Dashboard' })).toBeTruthy();
  paid.close();

  const message = 'Your bank could not confirm the payment.';
  const failed = open(returned, { confirmPayment: () => answer('declined', { message }) });
  await screen.findByRole('dialog', { name: 'Payment Failed' });
  await failed.user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay another way' })).toBeTruthy();
});

test('[A17] [M01] the provider’s secret is gone from the address before anything is answered', async () => {
  const secret = 'payment_intent_client_secret=pi_1_secret_2';
  const paid = Promise.withResolvers<OrderAnswer>();
  const page = open(`/stripe-response?payment_intent=pi_1&${secret}&redirect_status=failed`, {
    confirmPayment: () => paid.promise,
  });
  await waitFor(() => expect(page.sent('confirmPayment')).toEqual([{ payment: 'pi_1' }]));
  expect(page.router.state.location.search).toBe('');
  paid.resolve(answer('paid'));
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(JSON.stringify([page.calls, page.router.state.location])).not.toContain('secret');
  // Back does not lead to it, and a reload finds the payment again.
  expect(page.router.state.historyAction).toBe('REPLACE');
  expect(page.router.state.location.state).toMatchObject({ payment: 'pi_1' });
});

test('[A17] [M01] a card that was saved elsewhere is believed when the server lists it', async () => {
  const at = '/stripe-response?setup_intent=seti_1&redirect_status=succeeded';
  const page = open(at, {});
  await screen.findByText('The cards');
  expect(page.router.state.location.search).toBe('');
  page.close();
  // A page that is under way: the server is asked for it there.
  addCardMarkers.write('cs_1');
  const second = open(at, {});
  await screen.findByText('The cards');
  expect(second.router.state.location.search).toBe('?success=true');
  expect(second.calls).toEqual([]);
});

test('[A17] whoever is logged out on the way logs in and comes back with the payment', async () => {
  const page = open(returned, {}, freshToken(-10));
  await screen.findByText('The login');
  expect(page.router.state.location.state).toEqual({
    back: '/stripe-response?payment_intent=pi_1',
  });
});

test('[A17] a server that does not answer is asked again by a button', async () => {
  let answers = false;
  const page = open(returned, {
    confirmPayment() {
      if (!answers) throw lost();
      return answer('paid');
    },
  });
  await screen.findByText('Network Error');
  answers = true;
  await page.user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByRole('dialog', { name: 'Payment Successful' });
});

test('[A17] without a payment, or with another person’s, the page says so and leads on', async () => {
  const page = open('/stripe-response', {});
  await screen.findByText('There’s no payment to show here');
  expect(screen.getByRole('link', { name: 'To Dashboard' })).toBeTruthy();
  page.close();
  open(returned, {
    confirmPayment() {
      throw no(404, { message: 'We couldn’t find what you asked for.' });
    },
  });
  await screen.findByText('We can’t find this payment');
});

test('[K02] the payment of a line’s next 30 days leads back to the line and leaves the cart alone', async () => {
  const page = open(returned, {
    confirmPayment: () => answer('paid'),
    viewOrder: () => ({
      orderId: 'ord_1',
      status: 'paid',
      payment: answer('paid'),
      line: { ...line, id: 'lin_1' },
      transaction: { kind: 'renewal' },
    }),
  });
  await screen.findByText('The line');
  expect(page.router.state.location.state).toEqual({ paid: true });
  expect(cart.get()?.id).toBe(page.held.id);
});

test('[K10] the payment of an add-on leads back to the line, which says how it went', async () => {
  const order = {
    orderId: 'ord_1',
    line: { ...line, id: 'lin_1' },
    transaction: { kind: 'add_on' },
  };
  const paid = open(returned, {
    confirmPayment: () => answer('paid'),
    viewOrder: () => ({ ...order, status: 'paid', payment: answer('paid') }),
  });
  await screen.findByText('The line’s add-ons');
  expect(paid.router.state.location.state).toEqual({ added: true });
  cleanup();
  const message = 'Your bank could not confirm the payment.';
  const declined = { ...answer('declined'), message };
  const refused = open(returned, {
    confirmPayment: () => declined,
    viewOrder: () => ({ ...order, status: 'declined', payment: declined }),
  });
  await screen.findByText('The line’s add-ons');
  expect(refused.router.state.location.state).toEqual({ notAdded: message });
});

const renewal = { ...newLine, line: { ...line, id: 'lin_1' }, transaction: { kind: 'renewal' } };

test.each([
  ['paid', 'The line'],
  ['declined', 'The line’s payment'],
] as const)(
  '[K02] while nobody says what a %s payment was for, the cart stays and nothing leads to it',
  async (status, shown) => {
    let answers = false;
    const page = open(returned, {
      confirmPayment: () => answer(status),
      viewOrder() {
        if (!answers) throw lost();
        return { ...renewal, status, payment: answer(status) };
      },
    });
    const again = await screen.findByRole('button', { name: 'Check again' });
    expect(cart.get()?.id).toBe(page.held.id);
    expect(screen.queryByRole('link', { name: 'Pay another way' })).toBeNull();
    answers = true;
    await page.user.click(again);
    await screen.findByText(shown);
    expect(cart.get()?.id).toBe(page.held.id);
  },
);

test('[K02] one lost answer about what was paid for is asked for again by itself', async () => {
  let asked = 0;
  open(returned, {
    confirmPayment: () => answer('paid'),
    viewOrder() {
      asked += 1;
      if (asked === 1) throw lost();
      return renewal;
    },
  });
  await screen.findByText('The line');
});

test.each(['before', 'after'])(
  '[A17] [E12] a cart that another tab filled %s the answer about a payment is left alone by it',
  async (when) => {
    const paid = Promise.withResolvers<OrderAnswer>();
    const page = open(returned, { confirmPayment: () => paid.promise });
    const next = when === 'before' ? fillInAnotherTab() : undefined;
    await act(async () => paid.resolve(answer('paid')));
    await screen.findByRole('dialog', { name: 'Payment Successful' });
    expect(cart.get()?.id).toBe(next);
    const held = next ?? fillInAnotherTab();
    await page.user.click(screen.getByRole('button', { name: 'To Dashboard' }));
    await screen.findByText('The dashboard');
    expect(cart.get()?.id).toBe(held);
    expect(localStorage.getItem('cart')).toContain(held);
  },
);

test('[A17] an order whose money went back empties its own cart and no other one', async () => {
  const message = 'We couldn’t set up this line and refunded your money.';
  const closed = { confirmPayment: () => answer('refunded', { message }) };
  const seePlans = async ({ user }: ReturnType<typeof open>) => {
    await screen.findByRole('dialog', { name: 'This order is closed' });
    await user.click(screen.getByRole('button', { name: 'See the plans' }));
    await screen.findByText('The shop');
  };
  await seePlans(open(returned, closed));
  expect(cart.get()).toBeUndefined();
  close();
  const page = open(returned, closed);
  const next = fillInAnotherTab();
  await seePlans(page);
  expect(cart.get()?.id).toBe(next);
});

test('[E12] Back to a payment that was shown leaves the cart of the next purchase alone', async () => {
  const page = open(returned, { confirmPayment: () => answer('paid') });
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(cart.get()).toBeUndefined();
  await act(() => page.router.navigate('/shop'));
  const next = cart.add(plan);
  await act(() => page.router.navigate(-1));
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('confirmPayment')).toHaveLength(2);
  expect(cart.get()?.id).toBe(next.id);
});
