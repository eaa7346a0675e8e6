import { placeOrder } from '@portside/contract/checkout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const press = (mode: string) =>
  app.fetch('/sandbox/pay/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
const rowOf = async (port: string) => {
  const { text } = await runVerb(app.app, ['services']);
  return text.split('\n').find((row) => row.startsWith(port)) ?? '';
};

test('[L17] each service’s calls, failures and last failure of a day are told', async () => {
  const customer = await newcomer(app);
  const paymentTokenOf = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: paymentTokenOf });
  await press('down');
  await customer.call(placeOrder, order);
  await press('none');
  const told = await rowOf('payment');
  expect(told).toMatch(
    /^payment +\S+ +\d+ calls +\d+\.\d % failed +last \d s ago +failed \d s ago: \S/,
  );
  expect(told).not.toMatch(/ 0\.0 % failed/);
  expect(await rowOf('address')).toMatch(/ 0 calls +not called$/);
  app.clock.move(hours(26));
  expect(await rowOf('payment')).not.toContain('failed ');
});
