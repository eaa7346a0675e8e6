import { askQuote, placeOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import {
  anEsim,
  buySeveral,
  chargedFor,
  fillSeveral,
  orderSeveral,
  paidBackOf,
  purchaseOf,
  purchaseWhen,
  severalPlans,
} from '../testing/buying-lines.ts';
import { inTime } from '../testing/passing-time.ts';
import { cards, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** The carrier answers about a SIM card when it is open. */
let gate: Promise<void> = Promise.resolve();
let asked = 0;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: {
          ...opened.carrier,
          async checkSim(iccid) {
            asked += 1;
            await gate;
            return opened.carrier.checkSim(iccid);
          },
        },
      }),
    },
  });
});
afterAll(() => app.close());

const cents = (dollars: number) => Math.round(dollars * 100);
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const physical = (iccid: string) => ({ simType: 'physical', iccid }) as const;

test('[K21] [P03] two tabs with different lines of one cart: the one that comes late is told what was paid', async () => {
  const noa = await newcomer(app);
  const given = ['credit', 'add', noa.email, '5.00', '--reason', 'A slow day'];
  expect((await runVerb(app.app, given)).fine).toBe(true);
  const cart = await fillSeveral({ anyone: noa });
  const fewer = await fillSeveral({ anyone: noa }, severalPlans.slice(1), { cartId: cart.cartId });
  const quick = await orderSeveral(app, cart, { idempotencyKey: 'tab-one-of-two' });
  const slow = await orderSeveral(app, fewer, {
    idempotencyKey: 'tab-two-of-two',
    ...physical('8901410000000007411'),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = asked;
  const late = noa.call(placeOrder, slow);
  await inTime(app, async () => asked > before || undefined);
  const paid = await noa.call(placeOrder, quick);
  expect(paid.status).toBe('paid');
  resolve();
  expect(await late).toMatchObject({ orderId: paid.orderId, status: 'paid' });
  const orders = await purchaseWhen(app, paid.orderId, 'paid', 'paid', 'paid');
  expect(orders.map(({ quote }) => quote.planId)).toEqual(severalPlans);
  expect(await chargedFor(app, idsOf(orders))).toMatchObject([
    { cents: cents(cart.quote.finalCheckoutAmount) },
  ]);
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});

test('[P03] two purchases name the same two SIM cards the other way round: each card has one line, the other money is back', async () => {
  const [one, two] = ['8901410000000007421', '8901410000000007431'];
  const ways = [
    [one, two],
    [two, one],
  ] as const;
  const placed = await Promise.all(
    ways.map(async ([first, second]) =>
      buySeveral(app, await newcomer(app), severalPlans.slice(0, 2), {
        number: cards.unknown,
        ...physical(first),
        more: [physical(second)],
      }),
    ),
  );
  const ends = await inTime(app, async () => {
    const all = await Promise.all(placed.map(({ orderId }) => purchaseOf(app, orderId)));
    const isOver = all.flat().every(({ status }) => status === 'paid' || status === 'refunded');
    return isOver && all.flat().filter(({ status }) => status === 'paid').length === 2
      ? all
      : undefined;
  });
  const paid = ends.flat().filter(({ status }) => status === 'paid');
  expect(new Set(paid.map(({ line }) => line.iccid))).toEqual(new Set([one, two]));
  const back = ends.flat().filter(({ status }) => status === 'refunded');
  const sums = back.map(({ quote }) => quote.amounts.finalCheckoutAmount);
  const given = await paidBackOf(app, idsOf(ends.flat()));
  expect(given).toHaveLength(sums.length);
  expect(new Set(given)).toEqual(new Set(sums));
});

test('[P03] the brand sells one line at once by now: several are refused truly, one of them is paid, and what is open is settled', async () => {
  const customer = await newcomer(app);
  const declined = await buySeveral(app, customer, severalPlans, { number: cards.declined });
  const other = await newcomer(app);
  const open = await buySeveral(app, other, severalPlans, { number: cards.unknown });
  const asking = await newcomer(app);
  const atBank = await buySeveral(app, asking, severalPlans, { number: cards.confirms });
  const [harbor] = app.app.brands.all;
  if (!harbor) throw new Error('There is no brand');
  const settings = harbor as { cart: { lines: number } };
  const before = settings.cart;
  settings.cart = { lines: 1 };
  try {
    const { cartId } = declined.cart;
    const again = { idempotencyKey: `${cartId}:2` };
    const many = await orderSeveral(app, declined.cart, again);
    const { problem } = await customer.refusal(placeOrder, many);
    expect(problem).toMatchObject({
      reason: 'too_many_lines',
      message: 'That’s more lines than you can buy at once. Please remove one.',
    });
    const priced = { planId: 'sloop-12', zipCode: '10038', cartId };
    const more = [{ planId: 'cutter-25' }];
    const refused = await customer.refusal(askQuote, { ...priced, more });
    expect(refused.problem).toMatchObject({ reason: 'too_many_lines' });
    const alone = await fillSeveral(app, ['cutter-25'], { cartId });
    const paid = await customer.call(placeOrder, await orderSeveral(app, alone, again));
    expect(paid).toMatchObject({ orderId: declined.orderId, status: 'paid' });
    expect(await purchaseOf(app, paid.orderId)).toHaveLength(1);
    await purchaseWhen(app, open.orderId, 'paid', 'paid', 'paid');
    // What waits for the bank is given up, whatever is refused then.
    const anew = { idempotencyKey: `${atBank.cart.cartId}:2` };
    await asking.refusal(placeOrder, await orderSeveral(app, atBank.cart, anew));
    await purchaseWhen(app, atBank.orderId, 'cancelled', 'cancelled', 'cancelled');
    expect(await chargedFor(app, [atBank.orderId])).toMatchObject([{ status: 'cancelled' }]);
  } finally {
    settings.cart = before;
  }
});

test('[P03] a further line’s price is no price of a cart, and nobody pays with one of another cart or of before', async () => {
  const customer = await newcomer(app);
  const old = await fillSeveral(app, severalPlans.slice(0, 2));
  const cart = await fillSeveral(app, severalPlans, { cartId: old.cartId });
  // For as many lines as it has, and for no more.
  const { quoteId } = old.quote;
  const withOld = await orderSeveral(app, cart, { quoteId });
  expect((await customer.refusal(placeOrder, withOld)).problem.reason).toBe('unknown_quote');
  const foreign = await fillSeveral(app);
  const others = await orderSeveral(app, cart, { quoteId: foreign.quote.quoteId });
  expect((await customer.refusal(placeOrder, others)).problem.reason).toBe('unknown_quote');
  const shown = await orderSeveral(app, old, { more: [anEsim] });
  const { orderId } = await customer.call(placeOrder, shown);
  const orders = await purchaseWhen(app, orderId, 'paid', 'paid');
  expect(orders.map(({ quote }) => quote.planId)).toEqual(severalPlans.slice(0, 2));
  expect(await chargedFor(app, idsOf(orders))).toMatchObject([
    { cents: cents(old.quote.finalCheckoutAmount) },
  ]);
});
