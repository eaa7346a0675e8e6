// @vitest-environment jsdom
import { configure, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { heading, openCheckout, press, said } from '../testing/checkout-stage.tsx';
import { fill, freshToken, maya, no } from '../testing/stage.tsx';

/** An account that begins with the email address alone. */
const newcomer = {
  ...maya,
  hasPassword: false,
  firstName: '',
  lastName: '',
  contactNumber: '',
  streetNumber: '',
  streetDirection: '' as const,
  streetName: '',
  streetUnit: '',
  city: '',
  state: '',
  zipCode: '',
};

type Answers = Parameters<typeof openCheckout>[0];

async function begin(answers: Answers = {}) {
  const page = openCheckout(
    {
      beginPurchase: () => ({ token: freshToken(), message: 'Go on' }),
      viewUser: () => newcomer,
      ...answers,
    },
    { newcomer: true },
  );
  await screen.findByRole('heading', { name: 'Contact and service address' });
  const type = (label: string, text: string) =>
    fill(page.user, screen.getByLabelText(label, { exact: true }), text);
  await type('Email address', 'noor@example.com');
  return { page, type };
}

async function typeAll({ type }: Awaited<ReturnType<typeof begin>>) {
  await type('First name', 'Noor');
  await type('Last name', 'Quay');
  await type('Contact number', '2125550123');
  await type('Number', '14');
  await type('Street name', 'Pier Street');
  await type('City', 'New York');
  await type('ZIP Code', '10005');
}

test('[P01] email, name and address are one screen: the next one is phone and number', async () => {
  const begun = await begin();
  const { page } = begun;
  await typeAll(begun);
  expect(page.calls.filter(({ name }) => name === 'askQuote')).toEqual([]);
  await press(page, 'Continue');
  await heading('Phone and number');
  expect(page.router.state.location.pathname).toBe('/cart/checkout');
  expect(page.sent('beginPurchase')).toEqual([{ email: 'noor@example.com' }]);
  expect(page.sent('askQuote').at(-1)).toMatchObject({
    zipCode: '10005',
    address: { streetNumber: '14', streetName: 'Pier Street', city: 'New York' },
  });
  // Back is the address, filled in; it is not sent again by itself.
  await press(page, 'Back');
  await heading('Contact and service address');
  expect(screen.getByText(/14 Pier Street/)).toBeTruthy();
  await press(page, 'Continue');
  await heading('Phone and number');
});

test('[P01] what was typed before the session is what is ordered', async () => {
  const begun = await begin({ listCards: () => ({ cards: [] }) });
  await typeAll(begun);
  await press(begun.page, 'Continue');
  await heading('Phone and number');
  await press(begun.page, 'Continue');
  await heading('Check and pay');
  const { user } = begun.page;
  await fill(user, await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry date'), '1288');
  await user.type(screen.getByLabelText('CVV'), '123');
  expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Noor Quay');
  await press(begun.page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(begun.page.sent('placeOrder')).toMatchObject([
    { zipCode: '10005', firstName: 'Noor', contactNumber: '+12125550123', city: 'New York' },
  ]);
});

test('[P01] an address that is refused opens the step it was typed in, with the reason at the field', async () => {
  const message = 'We don’t cover this ZIP Code yet.';
  const begun = await begin({
    askQuote() {
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  await typeAll(begun);
  await press(begun.page, 'Continue');
  await waitFor(() => expect(said('ZIP Code')).toBe(message));
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Noor');
});

test('[P01] the email address alone is enough to begin, and the next page asks for the rest', async () => {
  const { page } = await begin();
  await press(page, 'Continue');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/cart/checkout'));
  await screen.findByText(/go to maya@example.com/);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('');
  expect(screen.queryByText('Some fields need a change.')).toBeNull();
});

test('[P01] a refused email address keeps all that was typed, and nothing goes on', async () => {
  const message = 'You’ve used this address here before. Log in below to go on.';
  const begun = await begin({
    beginPurchase() {
      throw no(422, { reason: 'email_taken', message, errors: [{ field: 'email', message }] });
    },
  });
  await typeAll(begun);
  await press(begun.page, 'Continue');
  await waitFor(() => expect(said('Email address')).toBe(message));
  expect(begun.page.router.state.location.pathname).toBe('/login');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('New York');
  expect(begun.page.calls.filter(({ name }) => name === 'askQuote')).toEqual([]);
});

test('[P01] a page whose effects run twice, as while it is developed, goes on all the same', async () => {
  configure({ reactStrictMode: true });
  onTestFinished(() => configure({ reactStrictMode: false }));
  const begun = await begin();
  await typeAll(begun);
  await press(begun.page, 'Continue');
  await heading('Phone and number');
});
