// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answer,
  fillCard,
  openCheckout,
  press,
  quote,
  toPay,
  type Opened,
} from '../testing/checkout-stage.tsx';
import { no } from '../testing/stage.tsx';

const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Turn on autopay' });
const orders = (page: Opened) => page.sent('placeOrder');

test('[K03] autopay is off at checkout, with its text, the price and the day; on, the order says which text', async () => {
  const page = openCheckout();
  await toPay(page);
  expect((await box()).checked).toBe(false);
  expect(screen.getByText('I allow the first text.')).toBeTruthy();
  expect(
    await screen.findByText(
      'The first charge is around Nov 4, 2099. It’s $27.93 at today’s prices.',
    ),
  ).toBeTruthy();
  // Beside the step, and on a phone above the button.
  const once = /Nothing renews automatically, and we don’t charge you/;
  expect(screen.getAllByText(once)).toHaveLength(2);
  await page.user.click(await box());
  expect(screen.queryByText(/Nothing renews automatically/)).toBeNull();
  expect(screen.getAllByText(/Then autopay pays for the next ones/)).toHaveLength(2);
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(orders(page)).toMatchObject([{ autopay: { consent: '1' } }]);
});

test('[K03] an order without the choice asks for no autopay', async () => {
  const page = openCheckout();
  await toPay(page);
  await page.user.click(await box());
  await page.user.click(await box());
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(orders(page)[0]).not.toHaveProperty('autopay');
});

test('[K03] with autopay a new card is saved, and that is said first', async () => {
  const page = openCheckout();
  await fillCard(page);
  const saves = 'Autopay needs a saved card, so we save the one you pay with.';
  expect(screen.queryByText(saves)).toBeNull();
  await page.user.click(await box());
  expect(screen.getByText(saves)).toBeTruthy();
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog');
  expect(orders(page)).toMatchObject([{ paymentToken: 'tok_1', saveCard: true }]);
});

test('[K03] a text that changed since is shown anew, and nothing is agreed to until it is chosen again', async () => {
  let version = 1;
  const page = openCheckout({
    viewAutopayConsent: () => ({ version: String(version), text: `Text ${version}.` }),
    placeOrder({ autopay }) {
      if (!autopay || (autopay as { consent: string }).consent === String(version)) {
        return answer('paid');
      }
      throw no(422, { reason: 'consent_outdated', message: 'The text has changed.' });
    },
  });
  await toPay(page);
  await page.user.click(await box());
  version = 2;
  await press(page, 'Pay $28.49');
  expect(await screen.findByText('The text has changed.')).toBeTruthy();
  expect(await screen.findByText('Text 2.')).toBeTruthy();
  expect((await box()).checked).toBe(false);
  await page.user.click(await box());
  await press(page, 'Try again to pay $28.49');
  await waitFor(() => expect(orders(page)).toHaveLength(2));
  expect(orders(page)[1]).toMatchObject({ autopay: { consent: '2' } });
});

test('[K03] where no card is charged, autopay is not offered; credit stands after the taxes', async () => {
  const lines = quote().lines;
  const credit = { kind: 'credit', label: 'Credit', amount: -28.49 } as const;
  const page = openCheckout({ askQuote: () => quote(0, { lines: [...lines, credit] }) });
  await toPay(page);
  expect(screen.queryByRole('checkbox', { name: 'Turn on autopay' })).toBeNull();
  const amounts = screen.getAllByRole('definition').map((one) => one.textContent);
  expect(amounts.indexOf('−$28.49')).toBeGreaterThan(amounts.indexOf('$2.00'));
});
