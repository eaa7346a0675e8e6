// @vitest-environment jsdom
import { carrierCapability } from '@portside/contract/carrier-can';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, openCheckout, press, toPhone } from '../testing/checkout-stage.tsx';

test('[M07] where the carrier has no eSIM, a SIM card is ordered without a word about one', async () => {
  const can = carrierCapability.options.filter((one) => one !== 'esim');
  const page = openCheckout({}, { can });
  await toPhone(page);
  const sims = screen.getByRole('radiogroup', { name: 'How do you want your SIM?' });
  expect(within(sims).getAllByRole('radio')).toHaveLength(1);
  await press(page, 'Continue');
  await heading('Check and pay');
  await screen.findByRole('radio', { name: /^Visa/ });
  await screen.findByText('SIM card, sent to');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(page.sent('placeOrder')).toMatchObject([{ simType: 'physical', shipping: {} }]);
});
