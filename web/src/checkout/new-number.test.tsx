// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heading, openCheckout, press, toPhone } from '../testing/checkout-stage.tsx';
import { no } from '../testing/stage.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const offered = { mdn: '6465550123', town: 'New York', state: 'NY' };
const another = { ...offered, mdn: '6465550188' };
const listNewNumbers = () => ({ numbers: [offered], heldUntil: '2999-01-01T00:00:00Z' });

test('[P02] a number that was chosen is reviewed and ordered, and one that is gone is said where it was chosen', async () => {
  const message = 'This number is gone. Please choose another one.';
  const page = openCheckout({
    listNewNumbers,
    placeOrder() {
      throw no(422, { reason: 'number_gone', message, errors: [{ field: 'newNumber', message }] });
    },
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: '(646) 555-0123' }));
  expect(screen.getByText('New York, NY')).toBeTruthy();
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(screen.getByText('(646) 555-0123')).toBeTruthy();
  await press(page, 'Pay $28.49');
  await heading('Phone and number');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(page.sent('placeOrder')).toMatchObject([{ newNumber: '6465550123' }]);
});

test('[P02] a number that is gone from the list as well is said to be, and not ordered again', async () => {
  const message = 'This number is gone. Please choose another one.';
  let isGone = false;
  const page = openCheckout({
    listNewNumbers: () => ({ ...listNewNumbers(), numbers: [isGone ? another : offered] }),
    placeOrder() {
      if (isGone) return { orderId: 'ord_1', status: 'declined', message: 'Declined' };
      isGone = true;
      vi.setSystemTime(Date.now() + 90_000);
      throw no(422, { reason: 'number_gone', message, errors: [{ field: 'newNumber', message }] });
    },
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: '(646) 555-0123' }));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await screen.findByRole('radio', { name: '(646) 555-0188' });
  expect(screen.getByText(message)).toBeTruthy();
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(2));
  expect(page.sent('placeOrder')[1]).not.toHaveProperty('newNumber');
});

test('[P02] after a declined card the chosen number is kept for its customer, though no longer offered', async () => {
  let isTaken = false;
  const page = openCheckout({
    listNewNumbers: () => ({ ...listNewNumbers(), numbers: [isTaken ? another : offered] }),
    placeOrder() {
      isTaken = true;
      vi.setSystemTime(Date.now() + 90_000);
      return { orderId: 'ord_1', status: 'declined', message: 'Your bank said no.' };
    },
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: '(646) 555-0123' }));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await press(page, 'Try again');
  await press(page, 'Edit Phone and number');
  await screen.findByRole('radio', { name: '(646) 555-0188' });
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: '(646) 555-0123' });
  expect(chosen.checked).toBe(true);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(2));
  expect(page.sent('placeOrder')[1]).toMatchObject({ newNumber: '6465550123' });
});

test('[P02] a number near another ZIP Code is not ordered, however late the list of the new one', async () => {
  const page = openCheckout({
    listNewNumbers: ({ zipCode }) =>
      zipCode === '10007' ? new Promise(() => {}) : listNewNumbers(),
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: '(646) 555-0123' }));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Edit Contact and service address');
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await page.user.type(zip, '10007');
  await press(page, 'Continue');
  await heading('Phone and number');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')[0]).toMatchObject({ zipCode: '10007' });
  expect(page.sent('placeOrder')[0]).not.toHaveProperty('newNumber');
});

test('[P02] whoever wants any number goes on while the list is on its way', async () => {
  const page = openCheckout({ listNewNumbers: () => new Promise(() => {}) });
  await toPhone(page);
  expect(await screen.findByRole<HTMLInputElement>('radio', { name: 'Any number' })).toMatchObject({
    checked: true,
  });
  await press(page, 'Continue');
  await heading('Check and pay');
});

test('[P02] where the carrier offers none, nobody is asked', async () => {
  const page = openCheckout({ listNewNumbers }, { can: ['coverage', 'reserveNumber', 'esim'] });
  await toPhone(page);
  expect(screen.queryByText('Any number')).toBeNull();
  expect(page.sent('listNewNumbers')).toEqual([]);
});
