import { listCards, listTransactions, viewTransaction } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { dollars } from '../money.ts';
import { runVerb } from '../operator/socket.ts';
import { chargeOwners } from '../slices.ts';
import {
  type PaymentDesk,
  refundByJob,
  type Requested,
  requestTogether,
  sandboxDesk,
  settleTogether,
  stripeDesk,
  twoPlans,
} from '../testing/several-lines.ts';
import { cards } from '../testing/shopping.ts';
import { readBooks } from './books.ts';
import {
  askProvider,
  giveUpCharge,
  listCharges,
  ownersPaidWith,
  recordCharge,
  viewCharge,
} from './charges.ts';
import { routeRefund } from './news.ts';
import type { Attempt } from './payments.ts';
import {
  askRefund,
  listRefunds,
  moneyOf,
  recordRefund,
  requestPart,
  requestRefund,
} from './refunds.ts';

const desks = { sandbox: sandboxDesk, Stripe: stripeDesk } as const;

describe.each(Object.entries(desks))('several lines at the %s', (_, open) => {
  let desk: PaymentDesk;
  /** Of different prices, the dearer one behind. */
  let [cheap, dear]: Awaited<ReturnType<typeof twoPlans>> = [{ planId: '' }, { planId: '' }];
  beforeAll(async () => {
    desk = await open();
    [cheap, dear] = await twoPlans(desk);
  });
  afterAll(() => desk.close());
  const app = () => desk.app.app;
  const db = () => app().db.query;

  const statuses = ({ parts }: Requested) =>
    Promise.all(parts.map(async (one) => (await viewCharge(db(), one)).status));
  const orderStatuses = async ({ parts }: Requested) => {
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from orders where id = any(${parts.map(({ id }) => id)}::text[])`.execute(
      db(),
    );
    return parts.map((part) => rows.find(({ id }) => id === part.id)?.status);
  };
  const backs = ({ parts }: Requested) =>
    Promise.all(parts.map(async (one) => (await moneyOf(db(), one)).back));
  /** Beside those of each order's first try, which was declined. */
  const entries = async ({ customer, parts }: Requested) => {
    const { transactions } = await customer.call(listTransactions, {});
    return transactions.slice(0, transactions.length - parts.length);
  };
  const paymentRef = async ({ first }: Requested) =>
    (await listCharges(db(), first)).at(-1)?.paymentRef ?? '';
  const sum = (parts: readonly { cents: number }[]) =>
    parts.reduce((total, { cents }) => total + cents, 0);
  const books = async () => {
    desk.app.clock.move(minutes(20));
    return (await runVerb(app(), ['reconcile'])).text;
  };
  const route = (purchase: Requested, refundRef: string) =>
    routeRefund(app(), chargeOwners, { refundRef, tenant: purchase.tenant });

  const settle = (purchase: Requested) => settleTogether(app(), purchase);

  async function bought(wanted: Parameters<typeof requestTogether>[1] = {}) {
    const purchase = await requestTogether(desk, wanted);
    await settle(purchase);
    return purchase;
  }

  async function refund(one: Attempt) {
    await app().db.transaction((tx) => requestRefund(app(), tx, one));
    const news = await askRefund(app(), one);
    if (!news) throw new Error('Nothing goes back');
    return app().db.transaction((tx) => recordRefund(app(), tx, one, news));
  }

  test('[P03] one charge of the sum pays for all, with one entry in the history and one card saved', async () => {
    const purchase = await requestTogether(desk, { lines: [cheap, dear, cheap] });
    const { parts, first, customer } = purchase;
    const last = parts[2] as Attempt;
    expect(await askProvider(app(), last)).toBeUndefined();
    expect((await settle(purchase)).status).toBe('paid');
    const item = `${parts[0]?.item} ×2, ${parts[1]?.item}`;
    expect(await desk.taken(`order:${first.id}:attempt:2`)).toEqual([
      { cents: sum(parts), description: item },
    ]);
    for (const one of parts.slice(1)) {
      expect(await desk.taken(`order:${one.id}:attempt:2`)).toEqual([]);
    }
    expect(await statuses(purchase)).toEqual(['paid', 'paid', 'paid']);
    const [entry, ...more] = await entries(purchase);
    expect(more).toEqual([]);
    expect(entry?.item).toBe(item);
    expect(entry?.paymentDetails.finalCheckoutAmount).toBe(dollars(sum(parts)));
    expect(entry?.parts).toMatchObject(
      parts.map((part) => ({ item: part.item, amount: dollars(part.cents), outcome: 'paid' })),
    );
    expect(new Set(entry?.parts?.map(({ orderNumber }) => orderNumber)).size).toBe(3);
    expect((await customer.call(listCards, {})).cards).toHaveLength(1);
    expect((await listCharges(db(), last)).at(-1)?.paymentRef).toBe(await paymentRef(purchase));
    // Late, again, or by a further line: nothing more.
    expect(await askProvider(app(), first)).toBeUndefined();
    expect(await customer.call(viewTransaction, { id: entry?.id ?? '' })).toEqual(entry);
    expect(await books()).toContain('no difference');
  });

  test('[P03] a line that costs nothing is paid with the others; where none costs, nothing is asked', async () => {
    const purchase = await bought({ lines: [{ free: true }, {}] });
    expect(purchase.parts[0]?.cents).toBe(0);
    expect(await statuses(purchase)).toEqual(['paid', 'paid']);
    expect(await desk.taken(`order:${purchase.first.id}:attempt:2`)).toMatchObject([
      { cents: purchase.parts[1]?.cents },
    ]);
    const none = await bought({ lines: [{ free: true }, { free: true }] });
    expect(await statuses(none)).toEqual(['paid', 'paid']);
    expect(await desk.taken(`order:${none.first.id}:attempt:2`)).toEqual([]);
    // All that cost something is back: so is the payment.
    await refund(purchase.parts[1] as Attempt);
    expect(await statuses(purchase)).toEqual(['paid', 'refunded']);
    expect(await entries(purchase)).toMatchObject([{ outcome: 'refunded' }]);
    expect(await books()).toContain('no difference');
  });

  test('[P03] a clock that is set back while it is written down changes nothing: the first line’s charge pays for all', async () => {
    const { random } = app();
    const makes = random.id.bind(random);
    let made = 0;
    random.id = (prefix) => {
      made += prefix === 'chg' ? 1 : 0;
      const one = makes(prefix);
      return prefix === 'chg' ? `chg_${String(900 - made).padStart(10, '0')}${one.slice(14)}` : one;
    };
    const purchase = await requestTogether(desk, { lines: [dear, cheap, cheap] });
    random.id = makes;
    expect((await settle(purchase)).status).toBe('paid');
    expect(await statuses(purchase)).toEqual(['paid', 'paid', 'paid']);
    const owners = await ownersPaidWith(db(), purchase.parts[1] as Attempt);
    expect(owners[0]).toBe(purchase.first.id);
    const [entry] = await entries(purchase);
    expect(entry?.parts).toMatchObject(
      purchase.parts.map(({ item, cents }) => ({ item, amount: dollars(cents) })),
    );
    expect(await books()).toContain('no difference');
  });

  test('[P03] a bank that declines declines all of them, once; what it says is each one’s', async () => {
    const purchase = await requestTogether(desk, { card: cards.poor });
    expect(await settle(purchase)).toMatchObject({ status: 'declined' });
    for (const part of purchase.parts) {
      expect(await viewCharge(db(), part)).toMatchObject({
        status: 'declined',
        reason: 'insufficient_funds',
      });
    }
    expect(await entries(purchase)).toMatchObject([
      { outcome: 'failed', parts: [{ outcome: 'failed' }, { outcome: 'failed' }] },
    ]);
  });

  test('[P03] a bank that asks is asked for all; given up, all are', async () => {
    const purchase = await requestTogether(desk, { card: cards.confirms });
    const settled = await settle(purchase);
    expect(settled).toMatchObject({
      status: 'confirm',
      redirectUrl: expect.stringMatching(/^http/),
    });
    const [first, second] = purchase.parts as readonly Attempt[] as [Attempt, Attempt];
    expect(await viewCharge(db(), second)).toEqual(settled);
    expect(await giveUpCharge(app(), second)).toBeUndefined();
    const news = await giveUpCharge(app(), first);
    if (!news) throw new Error('Nothing was given up');
    const late = await app().db.transaction((tx) => recordCharge(app(), tx, second, news));
    expect(late).toEqual({ changed: false, settled });
    const over = await app().db.transaction((tx) => recordCharge(app(), tx, first, news));
    expect(over.changed).toBe(true);
    expect(await statuses(purchase)).toEqual(['cancelled', 'cancelled']);
  });

  test('[P03] one line is paid back alone, for its part at most; then the other one', async () => {
    const purchase = await bought({ lines: [cheap, dear] });
    const [first, second] = purchase.parts as unknown as [
      Requested['parts'][number],
      Requested['parts'][number],
    ];
    const part = (cents: number) =>
      app().db.transaction((tx) => requestPart(app(), tx, first, { cents, operator: 'Dana' }));
    expect(await part(first.cents + 1)).toBeUndefined();
    expect(await refund(second)).toMatchObject({ returned: 'refunded' });
    expect(await statuses(purchase)).toEqual(['paid', 'refunded']);
    expect(await entries(purchase)).toMatchObject([
      {
        outcome: 'paid',
        refunded: dollars(second.cents),
        parts: [{ outcome: 'paid' }, { outcome: 'refunded' }],
      },
    ]);
    expect(await moneyOf(db(), first)).toMatchObject({ charged: first.cents, back: 0 });
    expect(await books()).toContain('no difference');
    expect(await refund(first)).toMatchObject({ returned: 'refunded' });
    const [entry] = await entries(purchase);
    expect(entry).toMatchObject({ outcome: 'refunded' });
    expect(entry?.refunded).toBeUndefined();
    expect(await books()).toContain('no difference');
  });

  test('[P03] what the provider’s people give back is of the line with exactly so much left', async () => {
    const purchase = await bought({ lines: [dear, cheap] });
    const second = purchase.parts[1] as Requested['parts'][number];
    const ref = await desk.giveBack(await paymentRef(purchase), second.cents);
    await route(purchase, ref);
    await route(purchase, ref);
    expect(await backs(purchase)).toEqual([0, second.cents]);
    expect(await orderStatuses(purchase)).toEqual(['paid', 'refunded']);
    expect(await listRefunds(db(), second)).toMatchObject([{ origin: 'provider' }]);
    expect(await books()).toContain('no difference');
  });

  test('[P03] less than a line’s is of the first that has as much; more than one’s is of several', async () => {
    const purchase = await bought({ lines: [cheap, dear] });
    const [first, second] = purchase.parts.map(({ cents }) => cents) as [number, number];
    const payment = await paymentRef(purchase);
    const little = await desk.giveBack(payment, 100);
    await route(purchase, little);
    expect(await backs(purchase)).toEqual([100, 0]);
    expect(await orderStatuses(purchase)).toEqual(['paid', 'paid']);
    const more = await desk.giveBack(payment, second + 50);
    // Twice at once, and again: one at the provider stays one.
    await Promise.all([route(purchase, more), route(purchase, more)]);
    await route(purchase, little);
    await route(purchase, more);
    expect(await backs(purchase)).toEqual([first, second + 150 - first]);
    expect(await entries(purchase)).toMatchObject([
      { outcome: 'paid', refunded: dollars(second + 150) },
    ]);
    expect(await books()).toContain('no difference');
    // By its name alone, also where it was long ago.
    const none = { from: desk.app.clock.now(), before: desk.app.clock.now() };
    const known = await readBooks(db(), none, { charges: [payment], refunds: [more] });
    expect(known.charges).toMatchObject([{ ref: payment, amountCents: first + second }]);
    expect(known.refunds).toMatchObject([{ ref: more, amountCents: second + 50 }]);
    // The bank returns it: both lines' shares are not back.
    await desk.returnRefund(more);
    await route(purchase, more);
    expect(await backs(purchase)).toEqual([100, 0]);
    expect(await books()).toContain('no difference');
  });

  test('[P03] all of it, and then news of before: each line is paid back', async () => {
    const purchase = await bought();
    const payment = await paymentRef(purchase);
    const [early, rest] = [
      await desk.giveBack(payment, 10),
      await desk.giveBack(payment, sum(purchase.parts) - 10),
    ];
    await route(purchase, rest);
    await route(purchase, early);
    await route(purchase, rest);
    expect(await backs(purchase)).toEqual(purchase.parts.map(({ cents }) => cents));
    expect(await orderStatuses(purchase)).toEqual(['refunded', 'refunded']);
    expect(await entries(purchase)).toMatchObject([{ outcome: 'refunded' }]);
    expect(await books()).toContain('no difference');
  });

  test('[P03] news of our own refund finds the line that it is of', async () => {
    const purchase = await bought();
    const second = purchase.parts[1] as Requested['parts'][number];
    await app().db.transaction((tx) => requestRefund(app(), tx, second));
    await sql`update orders set status = 'refunding' where id = ${second.id}`.execute(db());
    const news = await askRefund(app(), second);
    await route(purchase, news?.refundRef ?? '');
    expect(await orderStatuses(purchase)).toEqual(['paid', 'refunded']);
    expect(await listRefunds(db(), second)).toMatchObject([{ origin: 'ours', status: 'refunded' }]);
  });

  test('[P03] all of it by the provider’s people while one line’s is asked for: each line is back once, none is owed', async () => {
    for (const at of [0, 1]) {
      const purchase = await bought({ lines: [cheap, dear] });
      const ours = purchase.parts[at] as Requested['parts'][number];
      await app().db.transaction((tx) => requestRefund(app(), tx, ours));
      await sql`update orders set status = 'refunding' where id = ${ours.id}`.execute(db());
      const all = await desk.giveBack(await paymentRef(purchase), sum(purchase.parts));
      await route(purchase, all);
      expect(await backs(purchase)).toEqual(purchase.parts.map(({ cents }) => cents));
      expect(await orderStatuses(purchase)).toEqual(['refunded', 'refunded']);
      // The provider has no money left for ours, and nothing is on its way for ever.
      await refundByJob(app(), ours);
      expect(await listRefunds(db(), ours)).toMatchObject([
        { origin: 'ours', status: 'failed' },
        { origin: 'provider', status: 'refunded' },
      ]);
      expect(await backs(purchase)).toEqual(purchase.parts.map(({ cents }) => cents));
      expect(await orderStatuses(purchase)).toEqual(['refunded', 'refunded']);
      expect(await books()).toContain('no difference');
    }
  });

  test('[P03] what the provider’s people give back is of the line whose own refund has no money left then', async () => {
    const purchase = await bought({ lines: [cheap, dear] });
    const ours = purchase.parts[1] as Requested['parts'][number];
    await app().db.transaction((tx) => requestRefund(app(), tx, ours));
    await sql`update orders set status = 'refunding' where id = ${ours.id}`.execute(db());
    await route(purchase, await desk.giveBack(await paymentRef(purchase), ours.cents));
    await refundByJob(app(), ours);
    expect(await backs(purchase)).toEqual([0, ours.cents]);
    expect(await orderStatuses(purchase)).toEqual(['paid', 'refunded']);
    expect(await books()).toContain('no difference');
  });
});
