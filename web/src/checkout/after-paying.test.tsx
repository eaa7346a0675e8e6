// @vitest-environment jsdom
import type { viewOrder } from '@portside/contract/checkout';
import type { OutputOf } from '@portside/contract/endpoint';
import type { Line } from '@portside/contract/lines';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, openCheckout, press, toPay } from '../testing/checkout-stage.tsx';
import { type Answers, lost, line as stageLine } from '../testing/stage.tsx';

type Order = OutputOf<typeof viewOrder>;

const line: Line = {
  ...stageLine,
  id: 'lin_1',
  mdn: '2125550142',
  esim: 'preparing',
  status: 'activating',
};
const paid: Order = {
  orderId: 'ord_1',
  number: 'H-4821-88',
  status: 'activating',
  payment: answer('paid'),
  line,
  transaction: {
    id: 'pay_1',
    item: 'Sloop',
    transactionTime: '2026-11-22T12:00:00Z',
    kind: 'new_line' as const,
    successful: true,
    outcome: 'paid',
    last4DigitCard: '4242',
    paymentDetails: {
      paymentMethod: 'visa',
      last4DigitCard: '4242',
      finalCheckoutAmount: 28.49,
    },
  },
};

async function pay(answers: Answers) {
  const page = openCheckout(answers);
  await toPay(page);
  await press(page, 'Pay $28.49');
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment Successful' }));
  const row = async (name: string) =>
    (await dialog.findByText(name)).closest('div')?.textContent ?? '';
  /** The buttons that are filled with the action's color. */
  const filled = () =>
    dialog
      .getAllByRole('button')
      .filter((button) => button.className.includes('bg-action text-on-action'))
      .map((button) => button.textContent);
  return { page, dialog, row, filled };
}

test('[E12] under the fixed words stand the number, what was paid, the order and the receipt', async () => {
  const { dialog, row } = await pay({ viewOrder: () => paid });
  expect(dialog.getByText('Thank You')).toBeTruthy();
  expect(await row('Number')).toBe('Number(212) 555-0142');
  expect(await row('Paid')).toContain('$28.49');
  expect(await row('Paid')).toContain('4242');
  expect(await row('Order')).toBe('OrderSloopH-4821-88');
  expect(await row('Receipt')).toContain('We’ll email it to you too.');
  expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeTruthy();
});

test('[E12] "Set up eSIM" is the one filled button, leads to the eSIM, and To Dashboard stays', async () => {
  const { page, dialog, filled } = await pay({ viewOrder: () => paid });
  const setUp = await dialog.findByRole('button', { name: 'Set up eSIM' });
  expect(filled()).toEqual(['Set up eSIM']);
  expect(dialog.getByRole('button', { name: 'To Dashboard' })).toBeTruthy();
  await page.user.click(setUp);
  await screen.findByText('The dashboard');
  expect(page.router.state.location.search).toBe('?setup=lin_1');
});

test('[E12] an eSIM’s button has its place before the order is loaded, so that no other one moves under a finger', async () => {
  const loaded = Promise.withResolvers<Order>();
  const { dialog, filled } = await pay({ viewOrder: () => loaded.promise });
  const names = () => dialog.getAllByRole('button').map((one) => one.textContent);
  const places = ['Set up eSIM', 'To Dashboard', 'Not now'];
  expect(names()).toEqual(places);
  expect(filled()).toEqual([]);
  loaded.resolve(paid);
  await dialog.findByRole('button', { name: 'Download PDF' });
  expect(names()).toEqual(['Download PDF', ...places]);
  expect(filled()).toEqual(['Set up eSIM']);
});

test('[E12] a new number appears by itself once the carrier has given it', async () => {
  let known = false;
  const { row } = await pay({
    viewOrder: () => (known ? paid : { ...paid, line: { ...line, mdn: '' } }),
  });
  expect(await row('Number')).toBe('NumberOn its way');
  known = true;
  await waitFor(async () => expect(await row('Number')).toBe('Number(212) 555-0142'));
});

test('[E12] once the line is active, it is no longer said to be set up', async () => {
  let status: Line['status'] = 'activating';
  const { dialog } = await pay({ viewOrder: () => ({ ...paid, line: { ...line, status } }) });
  expect(await dialog.findByText(/^We’re setting up your line/)).toBeTruthy();
  status = 'active';
  await dialog.findByText('This line is active. Set up its eSIM to use it.');
  expect(dialog.queryByText(/^We’re setting up your line/)).toBeNull();
});

test.each([
  [
    'a SIM card',
    { simType: 'physical', esim: undefined, status: 'pending', iccid: '' },
    /when your SIM card is mailed/,
  ],
  [
    'a number whose old carrier’s details are missing',
    { portIn: { id: 'prt_1', msisdn: '2125550100', status: 'details_needed' }, status: 'pending' },
    /asks for your old carrier’s details/,
  ],
] as const)('[E12] with %s there is no eSIM to set up yet', async (_, more, sentence) => {
  const { dialog, filled } = await pay({
    viewOrder: () => ({ ...paid, line: { ...line, ...more } }),
  });
  await dialog.findByText(sentence);
  expect(dialog.queryByRole('button', { name: 'Set up eSIM' })).toBeNull();
  expect(filled()).toEqual(['To Dashboard']);
});

test('[E12] an order that cannot be looked at is paid all the same, and leads to the dashboard', async () => {
  const { page, dialog, row, filled } = await pay({
    viewOrder: () => {
      throw lost();
    },
  });
  expect(await row('Order')).toContain('ord_1');
  expect(filled()).toEqual(['To Dashboard']);
  await page.user.click(dialog.getByRole('button', { name: 'To Dashboard' }));
  await screen.findByText('The dashboard');
});

test('[E12] closed, the same stands on the page', async () => {
  const { page } = await pay({ viewOrder: () => paid });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('(212) 555-0142')).toBeTruthy();
  const setUp = screen.getByRole('link', { name: 'Set up eSIM' });
  expect(setUp.getAttribute('href')).toBe('/dashboard?setup=lin_1');
  expect(screen.getByRole('link', { name: 'To Dashboard' })).toBeTruthy();
});
