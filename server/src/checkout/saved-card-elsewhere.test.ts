import { placeOrder } from '@portside/contract/checkout';
import { listCards } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { withLine } from '../testing/line-life.ts';
import { proving } from '../testing/proving.ts';
import { fillCart, orderOf } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test.each([
  ['in another name', { firstName: 'Somebody', lastName: 'Else' }],
  ['at another address', { streetNumber: '14', streetName: 'Pier Street' }],
  [
    'mailed elsewhere',
    {
      simType: 'physical' as const,
      shipping: { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' },
    },
  ],
])('[K15] a line %s is not bought with a saved card without a fresh proof', async (_, change) => {
  const { noa } = await withLine(app);
  const [card] = (await noa.call(listCards, {})).cards;
  const order = orderOf(await fillCart(app), { cardId: card?.id ?? '', ...change });
  app.clock.move(minutes(11));
  expect((await noa.refusal(placeOrder, order)).problem.reason).toBe('proof_required');
  await proving(noa);
  const { orderId } = await noa.call(placeOrder, order);
  app.clock.move(minutes(11));
  expect((await noa.call(placeOrder, order)).orderId).toBe(orderId);
});

test('a line of one’s own is bought with a saved card without one', async () => {
  const { noa } = await withLine(app);
  const [card] = (await noa.call(listCards, {})).cards;
  app.clock.move(minutes(11));
  const order = orderOf(await fillCart(app), { cardId: card?.id ?? '' });
  expect((await noa.call(placeOrder, order)).orderId).toMatch(/^ord_/);
});
