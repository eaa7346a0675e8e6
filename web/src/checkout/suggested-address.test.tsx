// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, openCheckout, press } from '../testing/checkout-stage.tsx';

test('[M10] a suggested address is priced, looked at and ordered in place of the typed one', async () => {
  const suggestion = {
    streetNumber: '120',
    streetDirection: 'W',
    streetName: 'Fulton Street',
    streetUnit: '',
    city: 'New York',
    state: 'NY',
    zipCode: '10007',
  };
  const page = openCheckout({
    checkAddress: ({ zipCode }) => (zipCode === '10038' ? { suggestion } : {}),
  });
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await heading('Contact and service address');
  await press(page, 'Continue');
  await screen.findByRole('group', { name: 'Did you mean this address?' });
  await press(page, 'Use this');
  await heading('Phone and number');
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(page.sent('askQuote').at(-1)).toMatchObject({ zipCode: '10007' });
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toMatchObject([{ zipCode: '10007' }]);
});
