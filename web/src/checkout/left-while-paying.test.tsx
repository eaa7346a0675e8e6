// @vitest-environment jsdom
import type { OrderAnswer } from '@portside/contract/checkout';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { cart } from '../cart/cart.ts';
import { RenewPage } from '../renewals/renew-page.tsx';
import { answer, heading, openCheckout, press, quote, toPay } from '../testing/checkout-stage.tsx';
import { freshToken, lineDetail, lost, no, openPage, plan } from '../testing/stage.tsx';

afterEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
});

const bank = 'https://bank.example/3ds';
const toConfirm = answer('confirm', {
  redirectUrl: bank,
  message: 'Please confirm the payment with your bank.',
});
const told = () => shownNotifications().map(({ message }) => message);

/** Pay was pressed, and its answer is awaited. */
async function paying() {
  const answers: PromiseWithResolvers<OrderAnswer>[] = [];
  const page = openCheckout({
    placeOrder() {
      const next = Promise.withResolvers<OrderAnswer>();
      answers.push(next);
      return next.promise;
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(answers).toHaveLength(1));
  const settle = (to: OrderAnswer) => act(async () => answers.at(-1)?.resolve(to));
  const fail = (error: Error) => act(async () => answers.at(-1)?.reject(error));
  return { page, answers, settle, fail };
}

test('[I23] who left while the payment was asked for is not taken to the bank, and reads where to go on', async () => {
  const { page, settle } = await paying();
  await act(() => page.router.navigate('/shop'));
  await settle(toConfirm);
  expect([page.left, page.router.state.location.pathname]).toEqual([[], '/shop']);
  expect(shownNotifications()).toMatchObject([
    { message: toConfirm.message, warns: true, stayOpen: true, link: { to: '/dashboard' } },
  ]);
  expect(cart.get()?.id).toBe(page.held.id);
});

test('[I23] who went a step back meanwhile stays there, and Pay is another attempt', async () => {
  const { page, answers, settle } = await paying();
  await act(() => page.router.navigate(-1));
  await heading('Phone and number');
  await settle(toConfirm);
  expect(page.left).toEqual([]);
  expect(told()).toEqual([toConfirm.message]);
  await press(page, 'Continue');
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(answers).toHaveLength(2));
  const keys = page.sent('placeOrder').map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  await settle(toConfirm);
  expect(page.left).toEqual([bank]);
});

test('[E12] an order that is paid after its page was left empties its cart and says so', async () => {
  const { page, settle } = await paying();
  await act(() => page.router.navigate('/shop'));
  await settle(answer('paid', { message: 'Thank you.' }));
  expect(page.router.state.location.pathname).toBe('/shop');
  expect(cart.get()).toBeUndefined();
  expect(sessionStorage.getItem('portside:checkout')).toBeNull();
  expect(told()).toEqual(['Thank you.']);
});

test('[E12] and leaves the next cart alone', async () => {
  const { page, settle } = await paying();
  await act(() => page.router.navigate('/shop'));
  act(() => void cart.add(plan));
  const next = cart.get();
  await settle(answer('paid', { message: 'Thank you.' }));
  expect(cart.get()?.id).toBe(next?.id);
});

test('[E13] a decline, a refusal and a lost answer are told and pull nobody back', async () => {
  const message = 'Please enter your address';
  const ends: [(one: Awaited<ReturnType<typeof paying>>) => Promise<void>, string][] = [
    [
      ({ settle }) => settle(answer('declined', { message: 'Your bank said no.' })),
      'Your bank said no.',
    ],
    [({ fail }) => fail(no(400, { message, errors: [{ field: 'addressOne', message }] })), message],
    [({ fail }) => fail(no(422, { message, reason: 'quote_stale', quote: quote(30) })), message],
    [
      ({ fail }) => fail(lost()),
      'We don’t know if your payment went through. Try again: you won’t be charged twice.',
    ],
  ];
  for (const [end, said] of ends) {
    for (const { id } of shownNotifications()) closeNotification(id);
    const one = await paying();
    await act(() => one.page.router.navigate('/shop'));
    await end(one);
    expect(shownNotifications()).toMatchObject([{ error: true, message: said, stayOpen: true }]);
    expect(one.page.router.state.location.pathname).toBe('/shop');
    expect(cart.get()?.id).toBe(one.page.held.id);
    one.page.close();
  }
});

test('[F03] after a logout nothing is told of the payment of the person before', async () => {
  const { page, settle } = await paying();
  await act(() => page.router.navigate('/shop'));
  act(() => session.end());
  await settle(toConfirm);
  expect(told()).toEqual([]);
});

test.each([
  ['paid', answer('paid', { message: 'Your line is paid.' })],
  ['to be confirmed', toConfirm],
  ['declined', answer('declined', { message: 'Your bank said no.' })],
])('[K02] a line’s payment that is %s after its page was left pulls nobody back', async (_, to) => {
  const renewed = Promise.withResolvers<OrderAnswer>();
  const left: string[] = [];
  const card = { id: 'card_visa', primaryCard: true, cardholderName: 'Maya', last4Digits: '4242' };
  const page = openPage({
    at: '/renew',
    token: freshToken(),
    answers: {
      viewLine: () => lineDetail,
      quoteRenewal: () => ({ ...quote(), period: lineDetail.period, creditUsed: 0 }),
      listCards: () => ({ cards: [{ ...card, expiry: '12/88', network: 'visa' }] }),
      renewLine: () => renewed.promise,
    },
    routes: [
      {
        path: '/renew',
        element: (
          <RenewPage
            id="l1"
            leave={(url) => left.push(url)}
            loadProvider={() => Promise.reject(new Error('not asked here'))}
          />
        ),
      },
      { path: '/dashboard', element: <p>The dashboard</p> },
    ],
  });
  const pay = await screen.findByRole('button', { name: 'Pay $28.49' });
  await act(async () => pay.click());
  await act(() => page.router.navigate('/dashboard'));
  await act(async () => renewed.resolve(to));
  await waitFor(() => expect(told()).toEqual([to.message]));
  expect([left, page.router.state.location.pathname]).toEqual([[], '/dashboard']);
  page.close();
});
