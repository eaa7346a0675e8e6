import { askQuote, placeOrder } from '@portside/contract/checkout';
import { listNewNumbers } from '@portside/contract/new-numbers';
import type { Problem } from '@portside/contract/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { draftOf } from '../testing/porting.ts';
import {
  anEsim,
  fillSeveral,
  type FurtherLine,
  orderSeveral,
  severalPlans,
} from '../testing/buying-lines.ts';
import { fillCart, newcomer, somePlan } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const zipCode = '10038';
const iccid = '8901410000000007111';
const about = ({ reason, errors }: Problem) => ({
  reason,
  errors: errors?.map(({ field, line }) => ({ field, line })),
});

/** What is said to an order of three lines of which the further ones are these. */
async function refusedWith(
  more: FurtherLine[],
  change: Parameters<typeof orderSeveral>[2] = {},
  customer?: Awaited<ReturnType<typeof newcomer>>,
) {
  const noa = customer ?? (await newcomer(app));
  const order = await orderSeveral(app, await fillSeveral(app), { ...change, more });
  return (await noa.refusal(placeOrder, order)).problem;
}

test('[P03] what is wrong with a further line is said of it: its SIM, phone, number', async () => {
  const physical = (change: Partial<FurtherLine> = {}): FurtherLine => ({
    simType: 'physical',
    iccid,
    ...change,
  });
  expect(about(await refusedWith([physical(), physical()]))).toEqual({
    reason: 'same_sim',
    errors: [{ field: 'iccid', line: 3 }],
  });
  expect(about(await refusedWith([anEsim, physical()], { simType: 'physical', iccid }))).toEqual({
    reason: 'same_sim',
    errors: [{ field: 'iccid', line: 3 }],
  });
  const used = physical({ iccid: '8901410000000000039' });
  expect(about(await refusedWith([anEsim, used]))).toEqual({
    reason: 'sim_in_use',
    errors: [{ field: 'iccid', line: 3 }],
  });
  // Of the first line it is said as ever.
  expect(
    about(await refusedWith([anEsim, anEsim], { simType: 'physical', iccid: used.iccid })),
  ).toEqual({ reason: 'sim_in_use', errors: [{ field: 'iccid', line: undefined }] });
});

test('[P03] one number is brought once, and chosen once', async () => {
  const noa = await newcomer(app);
  const msisdn = '9055550721';
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const portIn = { tempSubscriptionId, msisdn, zipCode };
  const same = await refusedWith([anEsim, { ...anEsim, portIn }], { portIn }, noa);
  expect(about(same)).toEqual({
    reason: 'same_number',
    errors: [{ field: 'yourNumber', line: 3 }],
  });
  const other = { ...portIn, msisdn: '9055550722' };
  expect(about(await refusedWith([{ ...anEsim, portIn: other }, anEsim], {}, noa))).toEqual({
    reason: 'other_number',
    errors: [{ field: 'yourNumber', line: 2 }],
  });
  const { numbers } = await noa.call(listNewNumbers, { zipCode });
  const newNumber = numbers[0]?.mdn;
  const chosen = { ...anEsim, newNumber };
  expect(about(await refusedWith([chosen, chosen], {}, noa))).toEqual({
    reason: 'number_gone',
    errors: [{ field: 'newNumber', line: 3 }],
  });
  const gone = { ...anEsim, newNumber: '2125550100' };
  expect(about(await refusedWith([gone, anEsim], {}, noa))).toEqual({
    reason: 'number_gone',
    errors: [{ field: 'newNumber', line: 2 }],
  });
});

test('[P03] a field that is wrong in a further line is said of that line, and of each', async () => {
  const problem = await refusedWith([
    { simType: 'physical', iccid: '12' },
    { simType: 'esim', imei: '1' },
  ]);
  expect(problem).toMatchObject({
    code: 'invalid',
    errors: [
      { field: 'iccid', line: 2 },
      { field: 'imei', line: 3 },
    ],
  });
  const first = await refusedWith([{ simType: 'esim', imei: '1' }, anEsim], { imei: '1' });
  expect(about(first).errors).toEqual([
    { field: 'imei', line: undefined },
    { field: 'imei', line: 2 },
  ]);
});

test('[P03] at most as many lines as the brand allows: five at one, one at another', async () => {
  const planId = await somePlan(app);
  const further = (length: number) => Array.from({ length }, () => ({ planId }));
  const six = { planId, zipCode, cartId: 'cart-of-six-lines', more: further(5) };
  expect((await app.anyone.refusal(askQuote, six)).problem).toMatchObject({
    code: 'invalid',
    errors: [{ field: 'more' }],
  });
  const five = await app.anyone.call(askQuote, { ...six, more: further(4) });
  expect(five.parts).toHaveLength(5);
  const { lines } = app.app.brands.first.cart;
  expect(lines).toBe(5);
  const mesa = async (more: { planId: string }[]) => {
    const answer = await app.fetch('/app/checkout/quote', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'mesa-demo-key',
        'company-code': 'WEB-7',
        mvnoid: '7',
      },
      body: JSON.stringify({ planId, zipCode: '87501', cartId: 'cart-of-mesa', more }),
    });
    return (await answer.json()) as Problem;
  };
  expect(await mesa([{ planId }])).toMatchObject({ reason: 'too_many_lines' });
  expect((await mesa([])).reason).not.toBe('too_many_lines');
});

test('[P03] an order has as many lines as its price, and the first one’s price names them all', async () => {
  const noa = await newcomer(app);
  const cart = await fillSeveral(app);
  const order = await orderSeveral(app, cart);
  const reasonOf = async (change: object) =>
    (await noa.refusal(placeOrder, { ...order, ...change })).problem.reason;
  expect(await reasonOf({ more: [anEsim] })).toBe('unknown_quote');
  expect(await reasonOf({ more: undefined })).toBe('unknown_quote');
  expect(await reasonOf({ more: Array(4).fill(anEsim) })).toBe('unknown_quote');
  const alone = await fillCart(app);
  expect(await reasonOf({ cartId: alone.cartId, quoteId: alone.quote.quoteId })).toBe(
    'unknown_quote',
  );
  const { status } = await noa.refusal(placeOrder, { ...order, cartId: `${cart.cartId} 2` });
  expect(status).toBe(400);
});

test('[P03] a further plan that is not sold, or not for so long, is said of its line', async () => {
  const [planId] = severalPlans;
  const asked = { planId, zipCode, cartId: 'cart-of-unknown-plans' };
  const problemOf = async (more: object[]) =>
    about((await app.anyone.refusal(askQuote, { ...asked, more })).problem);
  expect(await problemOf([{ planId }, { planId: 'no-such-plan' }])).toEqual({
    reason: 'unknown_plan',
    errors: [{ field: 'line', line: 3 }],
  });
  expect(await problemOf([{ planId: 'cutter-25', months: 12 }])).toEqual({
    reason: 'unknown_term',
    errors: [{ field: 'months', line: 2 }],
  });
});

test('[P03] an expired price, or another address, asks for consent to a new price of all lines', async () => {
  const noa = await newcomer(app);
  const cart = await fillSeveral(app);
  const order = await orderSeveral(app, cart);
  const moved = { ...order, city: 'Boston', state: 'MA', zipCode: '02110' };
  const stale = (await noa.refusal(placeOrder, moved)).problem;
  expect(stale).toMatchObject({ reason: 'quote_stale' });
  const plansOf = (problem: Problem) =>
    (problem['quote'] as typeof cart.quote).parts?.map(({ planId }) => planId);
  expect(plansOf(stale)).toEqual(severalPlans);
  app.clock.move(minutes(31));
  const expired = (await noa.refusal(placeOrder, order)).problem;
  expect(expired.reason).toBe('quote_expired');
  expect(plansOf(expired)).toEqual(severalPlans);
  const { quoteId } = expired['quote'] as typeof cart.quote;
  const paid = await noa.call(placeOrder, await orderSeveral(app, cart, { quoteId }));
  expect(paid.status).toBe('paid');
});
