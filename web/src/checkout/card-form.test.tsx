// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  fillCard,
  heading,
  openCheckout,
  press,
  quote,
  said,
  toCardForm,
  toPay,
} from '../testing/checkout-stage.tsx';
import { fill } from '../testing/stage.tsx';

test('[H10] [I23] the card number goes to the provider and into no call of ours', async () => {
  const page = openCheckout();
  await fillCard(page);
  await page.user.click(screen.getByLabelText('Save this card'));
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.given).toEqual([
    {
      number: '4242424242424242',
      expiry: '12/88',
      cvv: '123',
      cardholderName: 'Maya Alvarez',
      billing: {
        address: '120 W Fulton Street',
        city: 'New York',
        zipCode: '10038',
        country: 'US',
      },
    },
  ]);
  const sent = JSON.stringify(page.calls).replaceAll(/\D/g, '');
  expect(sent).not.toContain('4242424242424242');
  expect(JSON.stringify(page.calls)).not.toMatch(/cvv|"number"|expiry/);
  expect(page.sent('placeOrder')[0]).toMatchObject({ paymentToken: 'tok_1', saveCard: true });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('tok_1');
});

test('[H10] each wrong card number gets its own sentence', async () => {
  const page = openCheckout();
  const number = await toCardForm(page);
  const wrong = async (typed: string, sentence: string) => {
    await page.user.clear(number);
    if (typed) await page.user.type(number, typed);
    await press(page, 'Pay $28.49');
    expect(said('Card number')).toBe(sentence);
  };
  await wrong('', 'Please enter card number');
  await wrong('42424242', 'Card number must be atleast 12 digits');
  await wrong('4242424242424241', 'Please enter a valid card number');
  await waitFor(() => expect(document.activeElement).toBe(number));
  expect(page.given).toEqual([]);
});

test('[H11] the expiry date is asked for, and must not be past', async () => {
  const page = openCheckout();
  await toCardForm(page);
  await press(page, 'Pay $28.49');
  expect(said('Expiry date')).toBe('Please enter expiry date');
  await fill(page.user, screen.getByLabelText('Expiry date'), '0120');
  await press(page, 'Pay $28.49');
  expect(said('Expiry date')).toBe('Please enter a valid expiry date');
});

test('[H12] the code has as many digits as the card’s brand prints', async () => {
  const page = openCheckout();
  const number = await toCardForm(page);
  const cvv = screen.getByLabelText<HTMLInputElement>('CVV');
  await press(page, 'Pay $28.49');
  expect(said('CVV')).toBe('Please enter cvv');
  await page.user.type(number, '378282246310005');
  await page.user.type(cvv, '123');
  await press(page, 'Pay $28.49');
  expect(said('CVV')).toBe('Please enter a valid cvv');
  await page.user.clear(number);
  await page.user.type(number, '4242424242424242');
  await page.user.clear(cvv);
  await page.user.type(cvv, '12345');
  expect(cvv.value).toBe('123');
});

test('[H33] card digits are grouped as printed, and the slash of the expiry comes by itself', async () => {
  const page = openCheckout();
  const number = await toCardForm(page);
  await page.user.type(number, '55x55 555555554444 99');
  expect(number.value).toBe('5555 5555 5555 4444');
  expect(screen.getByRole('img', { name: 'Mastercard' })).toBeTruthy();
  await page.user.clear(number);
  await page.user.type(number, '378282246310005');
  expect(number.value).toBe('3782 822463 10005');
  const expiry = screen.getByLabelText<HTMLInputElement>('Expiry date');
  await page.user.type(expiry, '1228');
  expect(expiry.value).toBe('12/28');
});

test('[H10] what the provider says of a card stands above the form', async () => {
  const page = openCheckout();
  const number = await toCardForm(page);
  await fill(page.user, number, '4000000000000069');
  await fill(page.user, screen.getByLabelText('Expiry date'), '1288');
  await fill(page.user, screen.getByLabelText('CVV'), '123');
  await press(page, 'Pay $28.49');
  await screen.findByText('Your card has expired.');
  expect(number.value).toBe('4000 0000 0000 0069');
});

test('[H14] [H15] [H16] another billing address is asked for in the same words', async () => {
  const page = openCheckout();
  await toCardForm(page);
  await page.user.click(screen.getByLabelText('Same as the service address'));
  await press(page, 'Pay $28.49');
  expect(said('Address')).toBe('Please enter your address');
  expect(said('City')).toBe('Please enter city');
  expect(said('ZIP Code')).toBe('Please enter 5 digit ZIP Code');
});

test('[I22] another billing address goes to the provider with the card, and into no call of ours', async () => {
  const page = openCheckout();
  await fillCard(page);
  await page.user.click(screen.getByLabelText('Same as the service address'));
  await fill(page.user, screen.getByLabelText('Address'), '9 Mast Lane');
  await fill(page.user, screen.getByLabelText('City'), 'Reno');
  await fill(page.user, screen.getByLabelText('ZIP Code'), '89501');
  await fill(page.user, screen.getByLabelText(/^Company/), 'Quay & Sons');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.given[0]?.billing).toEqual({
    address: '9 Mast Lane',
    city: 'Reno',
    zipCode: '89501',
    country: 'US',
    companyName: 'Quay & Sons',
  });
  expect(JSON.stringify(page.calls)).not.toContain('Mast Lane');
});

test('[D19] saved cards are choices with network, masked digits, expiry and the primary one first', async () => {
  const page = openCheckout();
  await toPay(page);
  const [first, second] = await screen.findAllByRole('radio');
  expect((first as HTMLInputElement).checked).toBe(true);
  const tile = first?.closest('label');
  expect(tile?.textContent).toContain('Visa •••• 4242');
  expect(tile?.textContent).toContain('Primary');
  expect(tile?.textContent).toContain('Maya Alvarez, expires 12/88');
  expect(tile?.querySelector('svg')?.getAttribute('width')).toBe('38');
  await page.user.click(second as HTMLElement);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')[0]).toMatchObject({ cardId: 'card_mc' });
});

test('[H36] a country is chosen by name and flag, the United States before all others', async () => {
  const page = openCheckout();
  await toCardForm(page);
  await page.user.click(screen.getByLabelText('Same as the service address'));
  const country = screen.getByRole('combobox', { name: 'Country' });
  const flagOf = (element: Element) => element.querySelector('img')?.getAttribute('src');
  expect(country.textContent).toBe('United States');
  expect(flagOf(country)).toBe('/country-flags/US.svg');
  await page.user.click(country);
  const choices = screen.getAllByRole('option');
  expect(choices).toHaveLength(250);
  expect(choices.slice(0, 3).map((one) => [one.textContent, flagOf(one)])).toEqual([
    ['United States', '/country-flags/US.svg'],
    ['Afghanistan', '/country-flags/AF.svg'],
    ['Åland Islands', '/country-flags/AX.svg'],
  ]);
  expect(choices.every((one) => flagOf(one) !== undefined)).toBe(true);
  // By its letters: select.test.tsx.
  await page.user.click(screen.getByRole('option', { name: 'Mexico' }));
  expect(country.textContent).toBe('Mexico');
  expect(flagOf(country)).toBe('/country-flags/MX.svg');
});

/** Pay was pressed, and the provider takes its time. */
async function payWithSlowProvider(answers: Parameters<typeof openCheckout>[0] = {}) {
  const slow = Promise.withResolvers<void>();
  const page = openCheckout(answers, { tokenAfter: slow.promise });
  await fillCard(page);
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.given).toHaveLength(1));
  return { ...page, answer: () => act(async () => slow.resolve()) };
}

test('[I02] who leaves the step while the provider is asked pays nothing', async () => {
  const page = await payWithSlowProvider();
  await press(page, 'Edit Contact and service address');
  await heading('Contact and service address');
  await page.answer();
  expect(page.sent('placeOrder')).toEqual([]);
  await heading('Contact and service address');
});

test('[I02] who leaves checkout while the provider is asked pays nothing', async () => {
  const page = await payWithSlowProvider();
  await act(() => page.router.navigate('/shop'));
  await screen.findByText('The shop');
  await page.answer();
  expect(page.sent('placeOrder')).toEqual([]);
});

test('[H10] a price that came while the provider was asked is seen before it is paid', async () => {
  const page = await payWithSlowProvider({
    askQuote: ({ promoCode }) => (promoCode ? quote(20) : quote()),
  });
  await page.user.type(screen.getByLabelText(/^Promo code/), 'SAVE');
  await press(page, 'Apply');
  await waitFor(() => expect(screen.getAllByText('$20.00').length).toBeGreaterThan(0));
  await page.answer();
  expect(page.sent('placeOrder')).toEqual([]);
  await press(page, 'Pay $20.00');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')).toMatchObject([{ quoteId: 'quo_20' }]);
});
