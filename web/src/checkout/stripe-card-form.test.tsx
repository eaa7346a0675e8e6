// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answer,
  heading,
  openCheckout,
  type Opened,
  press,
  quote,
  said,
  toPay,
} from '../testing/checkout-stage.tsx';
import { fill, lost } from '../testing/stage.tsx';
import { StripeStage } from '../testing/stripe-stage.ts';

let stripe: StripeStage;
beforeEach(() => {
  stripe = new StripeStage();
  document.documentElement.style.cssText =
    '--ink: #0e2233; --surface: #fffdf9; --action: #1d5bb8; --stroke: 1.5px; --radius-control-size: 6px;' +
    "--font-text-family: 'Figtree', Arial; --strong-weight: 600; --step-body: 17px; --step-fine: 14px;" +
    '--fail: #c2311c; --ink-soft: #4a5b69; --edge: #6c7a85; --focus: #f2b01e; --focus-edge: #0e2233; --action-soft: #e4ecf7';
});
afterEach(() => {
  vi.useRealTimers();
  stripe.close();
  document.documentElement.style.cssText = '';
});

const open = (answers: Parameters<typeof openCheckout>[0] = {}) =>
  openCheckout(answers, { payment: stripe.payment });

async function toForm(page: Opened) {
  await toPay(page);
  await page.user.click(await screen.findByRole('radio', { name: 'New card' }));
  return screen.findByLabelText<HTMLInputElement>('Card number');
}

async function pay(page: Opened) {
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
}

test('[M01] [I22] a new card is typed in the provider’s form, and its token alone is sent', async () => {
  const page = open();
  await fill(page.user, await toForm(page), '5555555555554444');
  await pay(page);
  expect(page.sent('placeOrder')[0]).toMatchObject({ paymentToken: 'ctoken_1', saveCard: false });
  expect(stripe.tokens).toEqual([{ holder: 'Maya Alvarez', setupFutureUsage: undefined }]);
  expect(JSON.stringify(page.calls)).not.toContain('55555555');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ctoken_1');
  // Our own form for the simulated provider asks nobody.
  expect(page.given).toEqual([]);
});

test('[M01] the provider is told the price, the language and cards with their wallets only', async () => {
  const page = open();
  await toForm(page);
  expect(stripe.told?.publishableKey).toBe(stripe.payment.publishableKey);
  expect(stripe.told?.group).toMatchObject({
    mode: 'payment',
    amount: 2849,
    currency: 'usd',
    setupFutureUsage: null,
    allowedPaymentMethodTypes: ['card'],
    locale: 'en',
  });
  expect(stripe.told?.element).toMatchObject({
    business: { name: 'Harbor Mobile' },
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
    defaultValues: { billingDetails: { address: { country: 'US', postal_code: '10038' } } },
  });
});

test('[M01] the provider’s form has the brand’s look, and changes with day and night', async () => {
  const page = open();
  await toForm(page);
  const look = () => stripe.told?.group.appearance;
  expect(look()).toMatchObject({
    variables: {
      colorText: 'rgb(14, 34, 51)',
      colorBackground: 'rgb(255, 253, 249)',
      fontFamily: "'Figtree', Arial",
      borderRadius: '6px',
    },
    rules: { '.Input': { border: '1.5px solid rgb(108, 122, 133)' } },
  });
  document.documentElement.style.setProperty('--ink', '#f5f0e6');
  act(() => stripe.nightfall());
  expect(look()?.variables?.colorText).toBe('rgb(245, 240, 230)');
});

test('[M01] a card to save is announced to the provider as one for later payments', async () => {
  const page = open();
  const number = await toForm(page);
  await page.user.click(screen.getByLabelText('Save this card'));
  await waitFor(() => expect(stripe.told?.group.setupFutureUsage).toBe('off_session'));
  await fill(page.user, number, '5555555555554444');
  await pay(page);
  await waitFor(() => expect(page.sent('placeOrder')[0]).toMatchObject({ saveCard: true }));
  expect(stripe.tokens[0]?.setupFutureUsage).toBe('off_session');
  // One form all the while: what was typed stays.
  expect(stripe.frames).toBe(1);
});

test('[M01] a wallet needs no name on card, and pays with its own', async () => {
  const page = open();
  await fill(page.user, await toForm(page), '5555555555554444');
  await page.user.clear(screen.getByLabelText('Name on card'));
  await page.user.click(screen.getByRole('button', { name: 'Google Pay' }));
  await waitFor(() => expect(screen.queryByLabelText('Name on card')).toBeNull());
  await pay(page);
  expect(stripe.tokens).toEqual([{ holder: undefined, setupFutureUsage: undefined }]);
});

test('[M01] the name on card is asked for before the provider is', async () => {
  const page = open();
  await toForm(page);
  await page.user.clear(screen.getByLabelText('Name on card'));
  await press(page, 'Pay $28.49');
  expect(said('Name on card')).toBe('Please enter card holder name');
  expect(stripe.tokens).toEqual([]);
});

test('[M01] an unfinished card leads back into the provider’s form', async () => {
  const page = open();
  const number = await toForm(page);
  await press(page, 'Pay $28.49');
  await screen.findByText('Please complete the card details.');
  await waitFor(() => expect(document.activeElement).toBe(number));
  const form = screen.getByRole('group', { name: 'Card details' });
  const described = document.getElementById(form.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Please complete the card details.');
  expect(stripe.tokens).toEqual([]);
});

test.each([
  [{ type: 'card_error', code: 'incorrect_cvc' }, 'Please enter a valid cvv'],
  [{ type: 'card_error', code: 'expired_card' }, 'Your card has expired. Please use another one.'],
  [
    { type: 'card_error', code: 'card_declined' },
    'This card can’t be used here. You haven’t paid anything. Please use another one.',
  ],
  [
    { type: 'api_error', message: 'req_1 went wrong at pod 7' },
    'The payment provider isn’t responding right now. Please try again.',
  ],
] as const)('[M01] what the provider refuses is said in our words: %o', async (error, sentence) => {
  stripe.error = error;
  const page = open();
  await fill(page.user, await toForm(page), '5555555555554444');
  await press(page, 'Pay $28.49');
  expect((await screen.findByText(sentence)).closest('[role="alert"]')).not.toBeNull();
  expect(document.body.textContent).not.toContain('pod 7');
  stripe.error = undefined;
  await pay(page);
});

test('[M01] [I22] saved cards load no script of the provider', async () => {
  const page = open();
  await toPay(page);
  await screen.findByRole('radio', { name: /Visa •••• 4242/ });
  await pay(page);
  await waitFor(() => expect(page.sent('placeOrder')[0]).toMatchObject({ cardId: 'card_visa' }));
  expect(stripe.scripts).toBe(0);
});

test.each(['script blocked', 'frame blocked'] as const)(
  '[M01] with its %s the form says so, and another try shows it',
  async (behave) => {
    stripe.behave = behave;
    const page = open();
    await toPay(page);
    await page.user.click(await screen.findByRole('radio', { name: 'New card' }));
    const sentence =
      'The card form didn’t load. Check your connection and any content blocker, then try again.';
    expect((await screen.findByText(sentence)).closest('[role="alert"]')).not.toBeNull();
    stripe.behave = 'well';
    await press(page, 'Try again');
    await fill(page.user, await screen.findByLabelText('Card number'), '5555555555554444');
    expect(screen.queryByText(sentence)).toBeNull();
    expect(stripe.frames).toBe(behave === 'frame blocked' ? 2 : 1);
    await pay(page);
  },
);

test.each(['script silent', 'frame silent'] as const)(
  '[M01] a %s for ten seconds is told, and may be tried again or waited for',
  async (behave) => {
    stripe.behave = behave;
    const page = open();
    await toPay(page);
    const newCard = await screen.findByRole('radio', { name: 'New card' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => newCard.click());
    await act(() => vi.dynamicImportSettled());
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.queryByText('The card form is taking longer than usual.')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('The card form is taking longer than usual.').role).toBe('status');
    vi.useRealTimers();
    stripe.behave = 'well';
    await press(page, 'Try again');
    await waitFor(() => expect(screen.queryByText(/longer than usual/)).toBeNull());
    expect(stripe.scripts).toBe(2);
  },
);

test('[M01] a press before the provider’s form is ready waits for it', async () => {
  stripe.behave = 'frame silent';
  const page = open();
  const number = await toForm(page);
  await fill(page.user, number, '5555555555554444');
  await press(page, 'Pay $28.49');
  const pressed = screen.getByRole('button', { name: 'Pay $28.49' });
  expect(pressed.getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText(/isn’t responding/)).toBeNull();
  act(() => stripe.speak());
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(stripe.tokens).toHaveLength(1);
});

test('[M01] after a decline the token is gone, and another card is asked for', async () => {
  const page = open({ placeOrder: () => answer('declined', { message: 'Not enough money.' }) });
  await fill(page.user, await toForm(page), '5555555555554444');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Failed' });
  await press(page, 'Try again');
  await heading('Check and pay');
  await screen.findByRole('radio', { name: 'New card' });
  expect(screen.queryByRole('radio', { name: /expires 03\/31/ })).toBeNull();
});

test('[M01] a price that is lost after a reload is asked for before the form, whose wallets show it', async () => {
  const before = open();
  await toPay(before);
  before.close();
  let isAway = true;
  const askQuote = () => {
    if (isAway) throw lost();
    return quote();
  };
  const page = openCheckout({ askQuote }, { payment: stripe.payment, sameCart: true });
  await screen.findByRole('heading', { name: 'The price didn’t load' });
  isAway = false;
  await press(page, 'Try again');
  await page.user.click(await screen.findByRole('radio', { name: 'New card' }));
  await screen.findByLabelText('Card number');
  expect(stripe.told?.group).toMatchObject({ amount: 2849 });
});

test('[I02] who leaves the step while the provider is asked pays nothing', async () => {
  const slow = Promise.withResolvers<void>();
  stripe.tokenAfter = slow.promise;
  const page = open();
  await fill(page.user, await toForm(page), '5555555555554444');
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(stripe.tokens).toHaveLength(1));
  await press(page, 'Edit Contact and service address');
  await heading('Contact and service address');
  await act(async () => slow.resolve());
  expect(page.sent('placeOrder')).toEqual([]);
});
