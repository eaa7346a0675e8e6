// @vitest-environment jsdom
import type { OpenOrder, OrderAnswer } from '@portside/contract/checkout';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cart } from '../cart/cart.ts';
import {
  answer,
  heading,
  openOrder,
  openCheckout,
  press,
  quote,
  said,
  toPay,
  toPhone,
} from '../testing/checkout-stage.tsx';
import { fill, lost, maya, no, plan } from '../testing/stage.tsx';

test('[I23] the steps end in one order of this cart at the price on the button', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toEqual([
    {
      idempotencyKey: expect.stringContaining(`${page.held.id}:`),
      quoteId: 'quo_28.49',
      cartId: page.held.id,
      cardId: 'card_visa',
      simType: 'esim',
      firstName: 'Maya',
      lastName: 'Alvarez',
      contactNumber: '+12125550101',
      streetNumber: '120',
      streetDirection: 'W',
      streetName: 'Fulton Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10038',
    },
  ]);
});

test('[E12] a paid order says so, empties the cart and leads to the dashboard', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Pay $28.49');
  const dialog = await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(dialog.textContent).toContain('Thank You');
  expect(localStorage.getItem('cart')).toBeNull();
  await press(page, 'To Dashboard');
  await screen.findByText('The dashboard');
});

test('[E12] To Dashboard leaves a cart alone that another tab filled since the payment', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(cart.get()).toBeUndefined();
  act(() => void cart.add(plan));
  const next = cart.get()?.id;
  await press(page, 'To Dashboard');
  await screen.findByText('The dashboard');
  expect(cart.get()?.id).toBe(next);
});

test('[E13] a declined payment says why and leads back to the cards, with nothing lost', async () => {
  const page = openCheckout({
    placeOrder: () => answer('declined', { message: 'There is not enough money on this card.' }),
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  const dialog = await screen.findByRole('dialog', { name: 'Payment Failed' });
  expect(dialog.textContent).toContain('Please try again!');
  expect(dialog.textContent).toContain('There is not enough money on this card.');
  expect(within(dialog).getByRole('img', { name: 'Failed' })).toBeTruthy();
  await press(page, 'Try again');
  const payment = await heading('Check and pay');
  await waitFor(() => expect(document.activeElement).toBe(payment));
  expect(payment.closest('section')?.textContent).toContain('Fulton Street');
  expect(cart.get()?.id).toBe(page.held.id);
});

test('[E12] Escape on a paid order stays there, where the payment and the way on are said', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await heading('Payment Successful');
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  await page.user.click(screen.getByRole('link', { name: 'To Dashboard' }));
  await screen.findByText('The dashboard');
});

test('[E13] Escape on a declined payment leaves the review as it was', async () => {
  const page = openCheckout({
    placeOrder: () => answer('declined', { message: 'Your bank said no.' }),
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Failed' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await heading('Check and pay');
  expect(screen.getByRole('button', { name: 'Pay $28.49' })).toBeTruthy();
});

test('an order whose money went back says so, and leads to the plans with an empty cart', async () => {
  const message = 'We couldn’t set up this line and refunded your money.';
  const page = openCheckout({ placeOrder: () => answer('refunded', { message }) });
  await toPay(page);
  await press(page, 'Pay $28.49');
  const dialog = await screen.findByRole('dialog', { name: 'This order is closed' });
  expect(dialog.textContent).toContain(message);
  await press(page, 'See the plans');
  await screen.findByText('The shop');
  expect(localStorage.getItem('cart')).toBeNull();
});

test('an order whose money went back leaves a cart alone that another tab filled since', async () => {
  const page = openCheckout({ placeOrder: () => answer('refunded', { message: 'Refunded.' }) });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'This order is closed' });
  act(() => void cart.add(plan));
  const next = cart.get()?.id;
  await press(page, 'See the plans');
  await screen.findByText('The shop');
  expect(cart.get()?.id).toBe(next);
});

test('where there is nothing to pay no card is asked for or sent', async () => {
  const page = openCheckout({ askQuote: () => quote(0, { discountAmount: 28.49 }) });
  await toPay(page);
  await screen.findByText('There’s nothing to pay today, so we don’t need a card.');
  expect(screen.queryByRole('radio')).toBeNull();
  await press(page, 'Place order');
  await screen.findByRole('dialog');
  const [order] = page.sent('placeOrder');
  expect(order).not.toHaveProperty('cardId');
  expect(order).not.toHaveProperty('paymentToken');
});

test('a payment that is still being checked is told from the first step, and a second one is a choice', async () => {
  const page = openCheckout({ listOpenOrders: () => ({ orders: [openOrder] }) });
  await screen.findByText('We’re checking your payment');
  expect(screen.getByText('Ferry 5 GB, $18.20')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Wait on the dashboard' })).toBeTruthy();
  await toPay(page);
  expect(screen.getByText('If you pay for this order too, you may pay for both.')).toBeTruthy();
  await press(page, 'Pay $28.49 as well');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder').map((order) => order.besides)).toEqual([['ord_open']]);
});

test('an open payment that the page did not know of stops the second one until it was seen', async () => {
  let orders: OpenOrder[] = [];
  const page = openCheckout({
    listOpenOrders: () => ({ orders }),
    placeOrder({ besides }) {
      if (besides) return answer('paid');
      orders = [openOrder];
      throw no(422, { message: 'We’re checking your payment.', reason: 'payment_open', orders });
    },
  });
  await toPay(page);
  expect(screen.queryByText('We’re checking your payment')).toBeNull();
  await press(page, 'Pay $28.49');
  await within(screen.getByRole('alert')).findByText('We’re checking your payment');
  await press(page, 'Pay $28.49 as well');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  const [first, second] = page.sent('placeOrder');
  expect([first?.besides, second?.besides]).toEqual([undefined, ['ord_open']]);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('the open order of this very cart is not in its own way', async () => {
  const page = openCheckout({
    listOpenOrders: () => ({ orders: [{ ...openOrder, cartId: page.held.id }] }),
  });
  await toPay(page);
  await screen.findByRole('button', { name: 'Pay $28.49' });
});

test('[I23] a second press while the answer is on its way orders once', async () => {
  let settle = (_: OrderAnswer) => {};
  const page = openCheckout({ placeOrder: () => new Promise((resolve) => (settle = resolve)) });
  await toPay(page);
  await page.user.dblClick(screen.getByRole('button', { name: 'Pay $28.49' }));
  expect(page.sent('placeOrder')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Pay $28.49' }).getAttribute('aria-busy')).toBe('true');
  settle(answer('paid'));
  await screen.findByRole('dialog');
});

test('[I23] after a lost answer the same key is sent again, after a decline another one', async () => {
  const answers = [lost, () => answer('declined'), () => answer('paid')];
  const page = openCheckout({
    placeOrder() {
      const next = answers.shift()?.();
      if (next instanceof Error) throw next;
      return next;
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  expect((await screen.findByRole('alert')).textContent).toContain('won’t be charged twice');
  await press(page, 'Try again to pay $28.49');
  await press(page, 'Try again');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  const [first, again, other] = page.sent('placeOrder').map((order) => order.idempotencyKey);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('[I23] a partner that is down keeps everything and offers another try', async () => {
  let down = true;
  const page = openCheckout({
    placeOrder() {
      if (down) throw no(503, { message: 'One of our partners isn’t responding right now.' });
      return answer('paid');
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByText('One of our partners isn’t responding right now.');
  down = false;
  await press(page, 'Try again to pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
});

test('[I23] a price that changed is shown, and nothing is paid before it was seen', async () => {
  const page = openCheckout({
    placeOrder: ({ quoteId }) => {
      if (quoteId === 'quo_30.1') return answer('paid');
      throw no(422, {
        message: 'The price has changed.',
        reason: 'quote_stale',
        quote: quote(30.1),
      });
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByText('It was $28.49 and is now $30.10. You haven’t paid anything.');
  expect(page.sent('placeOrder')).toHaveLength(1);
  await press(page, 'Pay $30.10');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
});

test('[H28] a field that the server refuses is shown in its own step', async () => {
  const page = openCheckout({
    placeOrder() {
      const errors = [{ field: 'streetName', message: 'Please enter street name' }];
      throw no(400, { message: 'Please check the highlighted fields.', errors });
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await heading('Contact and service address');
  await waitFor(() => expect(said('Street name')).toBe('Please enter street name'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Street name')));
});

test('[H16] [H28] a ZIP Code is priced by itself, or its refusal shows under it', async () => {
  const page = openCheckout({
    viewUser: () => ({ ...maya, zipCode: '' }),
    askQuote: ({ zipCode }) => {
      if (zipCode !== '00000') return quote();
      const message = 'We don’t cover this ZIP Code yet.';
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  await heading('Contact and service address');
  await press(page, 'Continue');
  expect(said('ZIP Code')).toBe('Please enter 5 digit ZIP Code');
  const zip = screen.getByLabelText('ZIP Code');
  await fill(page.user, zip, '00000');
  await waitFor(() => expect(said('ZIP Code')).toBe('We don’t cover this ZIP Code yet.'));
  await page.user.clear(zip);
  await fill(page.user, zip, '10038');
  const summary = screen.getByRole('complementary', { name: 'Order summary' });
  await within(summary).findByText('Taxes and government fees for 10038, estimated');
  expect(summary.textContent).toContain('Regulatory fee (charged by Harbor, not a tax)$1.49');
  expect(summary.textContent).toContain('Activation fee$0.00');
  expect(summary.textContent).toContain('Total today$28.49');
});

test('[I23] [H28] a promo code is applied, and a refused one says why under its field', async () => {
  const page = openCheckout({
    askQuote: ({ promoCode }) => {
      if (promoCode !== 'EXPIRED') return quote(promoCode ? 25.7 : 28.49);
      const message = 'This promo code has expired.';
      throw no(422, {
        message,
        reason: 'promo_expired',
        errors: [{ field: 'promoCode', message }],
      });
    },
  });
  await toPay(page);
  const promo = await screen.findByLabelText(/Promo code/);
  await page.user.type(promo, 'EXPIRED{Enter}');
  await waitFor(() => expect(said('Promo code (optional)')).toBe('This promo code has expired.'));
  await page.user.clear(promo);
  await fill(page.user, promo, 'WELCOME10');
  await press(page, 'Apply');
  await screen.findByText('WELCOME10 is applied.');
  expect(page.sent('askQuote').at(-1)).toMatchObject({ zipCode: '10038', promoCode: 'WELCOME10' });
});

test('[H14] a SIM card by mail asks where to, and going back loses nothing', async () => {
  const page = openCheckout();
  await toPhone(page);
  await page.user.click(screen.getByRole('radio', { name: 'SIM card' }));
  await page.user.click(screen.getByRole('checkbox', { name: /^Same as the service address/ }));
  await page.user.clear(screen.getByLabelText('Address'));
  await press(page, 'Continue');
  expect(said('Address')).toBe('Please enter your address');
  await fill(page.user, screen.getByLabelText('Address'), '7 Pier Road');
  await press(page, 'Back');
  await heading('Contact and service address');
  await press(page, 'Continue');
  expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe('7 Pier Road');
});

test('an apartment or unit is typed with the service address, priced, looked at and ordered with it', async () => {
  const page = openCheckout();
  await press(page, 'Change name or address');
  await fill(page.user, screen.getByLabelText('Apartment or unit (optional)'), 'Apt 4B');
  await press(page, 'Continue');
  await heading('Phone and number');
  await press(page, 'Continue');
  await heading('Check and pay');
  const street = { streetNumber: '120', streetDirection: 'W', streetName: 'Fulton Street' };
  expect(page.sent('askQuote').at(-1)).toMatchObject({
    zipCode: '10038',
    address: { ...street, streetUnit: 'Apt 4B', city: 'New York' },
  });
  await screen.findByRole('radio', { name: /^Visa/ });
  await screen.findByText('120 W Fulton Street, Apt 4B');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toMatchObject([{ ...street, streetUnit: 'Apt 4B' }]);
});

test('a SIM card is sent to the apartment of the account', async () => {
  const page = openCheckout({ viewUser: () => ({ ...maya, streetUnit: 'Apt 4B' }) });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: /^SIM card/ }));
  // What the account knows is where it goes, unless somebody says otherwise.
  await screen.findByText('120 W Fulton Street, Apt 4B');
  await page.user.click(screen.getByRole('checkbox', { name: /^Same as the service address/ }));
  expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe(
    '120 W Fulton Street',
  );
  const second = screen.getByLabelText<HTMLInputElement>('Apartment, suite or unit (optional)');
  expect(second.value).toBe('Apt 4B');
});

test('a SIM card goes to the service address, which is typed once', async () => {
  const page = openCheckout({
    viewUser: () => ({ ...maya, streetNumber: '', streetName: '', streetDirection: '', city: '' }),
  });
  await heading('Contact and service address');
  // As a browser fills it in: the whole line at once.
  await page.user.click(screen.getByLabelText('Street name'));
  await page.user.paste('14 W Pier Street, Apt 3');
  await fill(page.user, screen.getByLabelText('City'), 'New York');
  await press(page, 'Continue');
  await page.user.click(await screen.findByRole('radio', { name: /^SIM card/ }));
  expect(screen.queryByLabelText('Address')).toBeNull();
  screen.getByText('14 W Pier Street, Apt 3');
  await press(page, 'Continue');
  await heading('Check and pay');
  await screen.findByRole('radio', { name: /^Visa/ });
  await screen.findByText('SIM card, sent to');
  expect(screen.getByText('14 W Pier Street')).toBeTruthy();
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  const place = { city: 'New York', state: 'NY', zipCode: '10038' };
  expect(page.sent('placeOrder')).toMatchObject([
    {
      streetNumber: '14',
      streetDirection: 'W',
      streetName: 'Pier Street',
      streetUnit: 'Apt 3',
      ...place,
      shipping: {
        addressOne: '14 W Pier Street',
        addressTwo: 'Apt 3',
        ...place,
      },
    },
  ]);
  expect(JSON.stringify(page.sent('placeOrder'))).not.toContain('sameAddress');
});

test('a service address that no SIM card can be sent to is put right where it is sent', async () => {
  const page = openCheckout({
    placeOrder: () => {
      const message = 'Please enter your address';
      throw no(400, { message, errors: [{ field: 'addressOne', message }] });
    },
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: /^SIM card/ }));
  await press(page, 'Continue');
  await heading('Check and pay');
  await screen.findByRole('radio', { name: /^Visa/ });
  await press(page, 'Pay $28.49');
  await heading('Phone and number');
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('120 W Fulton Street');
  await waitFor(() => expect(said('Address')).toBe('Please enter your address'));
});

test('[H18] [H19] the brand’s calling code is filled in, and the phone number must be one', async () => {
  const page = openCheckout({ viewUser: () => ({ ...maya, contactNumber: '' }) });
  await heading('Contact and service address');
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect([code.value, code.placeholder]).toEqual(['+1', '+44']);
  await page.user.type(screen.getByLabelText('Contact number'), '1234567');
  await page.user.clear(code);
  await press(page, 'Continue');
  expect(said('Code')).toBe('Enter code');
  await page.user.type(code, '+1');
  await press(page, 'Continue');
  expect(said('Contact number')).toBe('Please enter a valid phone number');
});

test('[I23] another service ZIP Code is priced before the payment', async () => {
  const page = openCheckout({
    askQuote: ({ zipCode }) => quote(zipCode === '94105' ? 29.9 : 28.49),
  });
  await press(page, 'Change name or address');
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await fill(page.user, zip, '94105');
  await screen.findByText(/94105 is usually in California/);
  await press(page, 'Continue');
  await waitFor(() =>
    expect(said('State')).toBe(
      'This ZIP Code is in another state. Please check state and ZIP Code.',
    ),
  );
  await page.user.click(screen.getByRole('combobox', { name: 'State' }));
  await page.user.click(screen.getByRole('option', { name: 'California' }));
  await press(page, 'Continue');
  await heading('Phone and number');
  await press(page, 'Continue');
  await screen.findByRole('button', { name: 'Pay $29.90' });
});

test('[E12] an outcome that is not known yet is waited for with the order kept', async () => {
  const views = [answer('placed'), answer('paid')];
  const page = openCheckout({
    placeOrder: () => answer('placed'),
    viewOrder: () => ({ ...views[0], payment: views.shift() }),
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await heading('We’re checking your payment');
  expect(cart.get()?.id).toBe(page.held.id);
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  // Looking is enough: nothing is posted a second time.
  expect(page.sent('placeOrder')).toHaveLength(1);
});

test('[I23] a payment to confirm leads to the bank’s page', async () => {
  const redirectUrl = 'https://bank.example/3ds';
  const page = openCheckout({ placeOrder: () => answer('confirm', { redirectUrl }) });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.left).toEqual([redirectUrl]));
  expect(cart.get()?.id).toBe(page.held.id);
});

test('[A19] checkout with an empty cart leads to the cart', async () => {
  const page = openCheckout();
  await heading('Contact and service address');
  cart.clear();
  await screen.findByText('The cart');
  expect(page.sent('placeOrder')).toEqual([]);
});

test('a paid order stays paid on a page that comes back from the browser’s memory', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  await page.user.keyboard('{Escape}');
  await screen.findByRole('heading', { name: 'Payment Successful' });
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(screen.queryByRole('button', { name: 'Pay $28.49' })).toBeNull();
});
