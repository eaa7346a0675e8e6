// @vitest-environment jsdom
import { carrierCapability } from '@portside/contract/carrier-can';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, openCheckout, press } from '../testing/checkout-stage.tsx';

test('[M07] where the carrier has no eSIM, a SIM card is ordered without a word about one', async () => {
  const can = carrierCapability.options.filter((one) => one !== 'esim');
  const page = openCheckout({}, { can });
  await heading('Choose your number');
  await press(page, 'Continue');
  await heading('Choose your SIM');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await press(page, 'Continue');
  await heading('Contact and service address');
  await press(page, 'Continue');
  await heading('How do you want to pay?');
  await screen.findByRole('radio', { name: /^Visa/ });
  await press(page, 'Review your order');
  await screen.findByText('SIM card, sent to');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toMatchObject([{ simType: 'physical', shipping: {} }]);
});
