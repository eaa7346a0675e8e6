// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openCheckout, press, quote, toPay } from '../testing/checkout-stage.tsx';
import { no } from '../testing/stage.tsx';

test('[I23] a price that expired and is the same is not called another one', async () => {
  const page = openCheckout({
    placeOrder: () => {
      throw no(422, { message: 'Expired.', reason: 'quote_stale', quote: quote(28.49) });
    },
  });
  await toPay(page);
  await press(page, 'Pay $28.49');
  await screen.findByText('The old price expired. The new one is the same: $28.49.');
  expect(screen.getByText('The price is the same')).toBeTruthy();
  expect(screen.queryByText('The price has changed')).toBeNull();
});
