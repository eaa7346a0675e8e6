// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answer,
  fillCard,
  heading,
  openCheckout,
  press,
  quote,
  said,
  toPay,
  toPhone,
} from '../testing/checkout-stage.tsx';
import { fill, maya, no } from '../testing/stage.tsx';

test('[P01] what the account knows is shown and not asked, and is open in one press', async () => {
  const page = openCheckout();
  await heading('Contact and service address');
  await screen.findByText('120 W Fulton Street');
  expect(screen.getByText('New York, NY 10038')).toBeTruthy();
  expect(screen.getByText(new RegExp(`go to ${maya.email}`))).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await press(page, 'Change name or address');
  const first = screen.getByLabelText<HTMLInputElement>('First name');
  expect([first.value, document.activeElement]).toEqual(['Maya', first]);
});

test('[P01] of an account that knows a part, the fields are open, and stay so while they are filled in', async () => {
  const page = openCheckout({ viewUser: () => ({ ...maya, city: '' }) });
  await fill(page.user, await screen.findByLabelText('City'), 'Albany');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Albany');
});

test('a price that does not come for an address is said at the field, which opens', async () => {
  const message = 'We don’t cover this ZIP Code yet.';
  let asked = 0;
  const page = openCheckout({
    askQuote() {
      asked += 1;
      if (asked === 1) return quote();
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await press(page, 'Continue');
  await waitFor(() => expect(said('ZIP Code')).toBe(message));
  expect(document.activeElement).toBe(screen.getByLabelText('ZIP Code'));
});

test('[P01] Pay is pressed once: the new card goes to the provider and its token into the order', async () => {
  const page = openCheckout();
  await fillCard(page);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.given).toHaveLength(1);
  expect(page.sent('placeOrder')).toMatchObject([{ paymentToken: 'tok_1' }]);
});

test('a payment that failed by our fault leaves the card as it was typed', async () => {
  let isDown = true;
  const page = openCheckout({
    placeOrder() {
      if (isDown) throw no(503, { message: 'One of our partners isn’t responding right now.' });
      return answer('paid');
    },
  });
  await fillCard(page);
  await press(page, 'Pay $28.49');
  await screen.findByText('We kept everything you entered. Please try again.');
  expect(screen.getByLabelText<HTMLInputElement>('CVV').value).toBe('123');
  isDown = false;
  await press(page, 'Try again to pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  const keys = page.sent('placeOrder').map((order) => order.idempotencyKey);
  expect(new Set(keys).size).toBe(1);
});

test('[I23] a promo code that is typed and not applied is priced before anything is paid', async () => {
  const page = openCheckout({ askQuote: ({ promoCode }) => quote(promoCode ? 25.7 : 28.49) });
  await toPay(page);
  await fill(page.user, screen.getByLabelText(/^Promo code/), 'WELCOME10');
  await press(page, 'Pay $28.49');
  await screen.findByText('WELCOME10 is applied.');
  expect(page.sent('placeOrder')).toEqual([]);
  expect(page.sent('askQuote').at(-1)).toMatchObject({ address: { streetName: 'Fulton Street' } });
  await press(page, 'Pay $25.70');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')).toMatchObject([{ quoteId: 'quo_25.7' }]);
});

test('[I23] the whole bill stands above the button that pays', async () => {
  const page = openCheckout();
  await toPay(page);
  const bill = within(screen.getByRole('region', { name: 'Your bill' }));
  expect(bill.getByText('Regulatory fee (charged by Harbor, not a tax)')).toBeTruthy();
  expect(bill.getByText('Total today')).toBeTruthy();
  const pay = screen.getByRole('button', { name: 'Pay $28.49' });
  const total = bill.getByText('Total today');
  expect(total.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('[H23] another ZIP Code for the number is priced, and the address is seen again before paying', async () => {
  const page = openCheckout({
    listPortIns: () => ({ portIns: [] }),
    checkPortIn: () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' }),
    askQuote: ({ zipCode }) => quote(zipCode === '10007' ? 29.9 : 28.49),
  });
  await toPhone(page);
  await page.user.click(screen.getByRole('radio', { name: 'Bring my number' }));
  await fill(page.user, screen.getByLabelText('Your number'), '2125550100');
  const zip = screen.getByLabelText<HTMLInputElement>('ZIP Code');
  expect(zip.value).toBe('10038');
  await page.user.clear(zip);
  await fill(page.user, zip, '10007');
  await press(page, 'Continue');
  await heading('Contact and service address');
  expect(screen.getByLabelText<HTMLInputElement>('ZIP Code').value).toBe('10007');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $29.90');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')).toMatchObject([
    { zipCode: '10007', portIn: { msisdn: '2125550100', zipCode: '10007' } },
  ]);
});

test('[P02] another ZIP Code of the address shows the numbers there before paying', async () => {
  const page = openCheckout();
  await toPay(page);
  await press(page, 'Edit Contact and service address');
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await fill(page.user, zip, '10007');
  await press(page, 'Continue');
  await heading('Phone and number');
  await press(page, 'Continue');
  await heading('Check and pay');
});
