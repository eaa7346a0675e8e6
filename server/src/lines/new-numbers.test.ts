import { placeOrder } from '@portside/contract/checkout';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { changeNumber } from '@portside/contract/number-change';
import { setLocks } from '@portside/contract/line-locks';
import { stepUp } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import type { Caller } from '../testing/caller.ts';
import { passHours, withLine } from '../testing/line-life.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function offered(who: Caller, input: { zipCode: string; others?: 'true' }) {
  const { numbers } = await who.call(listNewNumbers, input);
  const [first] = numbers;
  if (!first) throw new Error('Nothing is offered');
  return { first, numbers };
}

async function order(newNumber: string) {
  const cart = await fillCart(app);
  const paying = { paymentToken: await paymentToken(app, cards.visa) };
  return orderOf(cart, { ...paying, newNumber });
}

test('[P02] six numbers near the ZIP Code with town and state, the same for ten minutes, others on request', async () => {
  const noa = await newcomer(app);
  const ask = { zipCode: '94105' };
  const { numbers, heldUntil } = await noa.call(listNewNumbers, ask);
  expect(numbers).toHaveLength(6);
  for (const one of numbers) {
    expect(one).toEqual({
      mdn: expect.stringMatching(/^415\d{7}$/),
      town: 'San Francisco',
      state: 'CA',
    });
  }
  const minutes = (new Date(heldUntil).getTime() - app.clock.now().getTime()) / 60_000;
  expect(Math.round(minutes)).toBe(10);
  expect((await noa.call(listNewNumbers, ask)).numbers).toEqual(numbers);
  const others = await noa.call(listNewNumbers, { ...ask, others: 'true' });
  expect(others.numbers).toHaveLength(6);
  const all = [...numbers, ...others.numbers].map(({ mdn }) => mdn);
  expect(new Set(all).size).toBe(12);
  expect((await noa.refusal(listNewNumbers, { zipCode: '00000' })).problem.reason).toBe(
    'no_coverage',
  );
});

test('[P02] the number that was chosen is the line’s', async () => {
  const noa = await newcomer(app);
  const { first } = await offered(noa, { zipCode: '10038' });
  const { orderId } = await noa.call(placeOrder, await order(first.mdn));
  expect((await orderWhen(app, noa, orderId, 'active')).line?.mdn).toBe(first.mdn);
});

test('[P02] one that is gone is said at its field before anything is paid', async () => {
  const noa = await newcomer(app);
  const ask = { zipCode: '10038' };
  const { first } = await offered(noa, ask);
  await offered(noa, { ...ask, others: 'true' });
  const { problem } = await noa.refusal(placeOrder, await order(first.mdn));
  expect(problem).toMatchObject({ reason: 'number_gone', errors: [{ field: 'newNumber' }] });
  const eve = await newcomer(app);
  const { first: hers } = await offered(eve, ask);
  const taken = await noa.refusal(placeOrder, await order(hers.mdn));
  expect(taken.problem.reason).toBe('number_gone');
});

test('[P02][K18] the new number of a line can be chosen, and one that is gone changes nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  const zipCode = '94105';
  const { numbers } = await noa.call(listNewNumbers, { zipCode });
  const [first] = (await noa.call(listNewNumbers, { zipCode, others: 'true' })).numbers;
  if (!first) throw new Error('Nothing is offered');
  const gone = await noa.refusal(changeNumber, { id, zipCode, newNumber: numbers[0]?.mdn ?? '' });
  expect(gone.problem.reason).toBe('number_gone');
  const { mdn } = await noa.call(changeNumber, { id, zipCode, newNumber: first.mdn });
  expect(mdn).toBe(first.mdn);
});

test('[P02] where the carrier offers none, nobody is asked, and an order goes on without', async () => {
  const other = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: withoutCapabilities(opened.carrier, 'chooseNumber'),
      }),
    },
  });
  try {
    const noa = await newcomer(other);
    const { problem } = await noa.refusal(listNewNumbers, { zipCode: '94105' });
    expect(problem.reason).toBe('not_offered');
    const cart = await fillCart(other);
    const paid = { paymentToken: await paymentToken(other, cards.visa), newNumber: '4155550123' };
    const { orderId } = await noa.call(placeOrder, orderOf(cart, paid));
    expect((await orderWhen(other, noa, orderId, 'active')).line?.mdn).toMatch(/^\d{10}$/);
  } finally {
    await other.close();
  }
});
