import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopay, setAutopayCards, viewAutopayConsent } from '@portside/contract/autopay';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listCards } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { days } from '../clock.ts';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt } from '../testing/caller.ts';
import { crashTests, crowd, type Moment, shopAt } from '../testing/crash-tests.ts';
import type { Product } from '../testing/fragile-product.ts';
import { passDays } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';

/** The first ones are payments by hand, the later ones autopay's. */
const usual: readonly Moment[] = [
  ['transaction:after', 9],
  ['payment.charge:after', 3],
  ['payment.charge:before', 7],
  ['payment.charge:after', 8],
  ['mail.send:after', 8],
  // The first cards are refused by then: the second ones are next, or were just charged.
  ['payment.charge:before', 11],
  ['payment.charge:after', 11],
];
/** In the longer form only. */
const more: readonly Moment[] = [
  ['transaction:before', 9],
  ['transaction:before', 40],
  ['transaction:after', 60],
  ['payment.charge:before', 4],
  ['mail.send:before', 10],
];

const LINES = crowd(10);

/** Its first payment only. */
const PAYS_ONCE = '4000000000000036';

/** Some of those with autopay have a first card that is refused, and a second one. */
const hasSecond = (at: number) => at % 4 === 1;

interface Owner {
  token: string;
  id: string;
  paidUntil: string;
  /** Of those who pay by hand. */
  payment: { quoteId: string; paymentToken: string } | undefined;
}

let owners: Owner[];

/** Lines four days before their end: half of them at the last button, half told by autopay. */
async function prepare(product: Product): Promise<void> {
  const shop = shopAt(product);
  const { version } = await shop.anyone.call(viewAutopayConsent, {});
  const buyers: string[] = [];
  for (let at = 0; at < LINES; at += 1) {
    const noa = await newcomer(shop);
    const token = await paymentToken(shop, hasSecond(at) ? PAYS_ONCE : cards.visa);
    const order = orderOf(await fillCart(shop), { paymentToken: token, saveCard: true });
    await noa.call(placeOrder, order);
    buyers.push(noa.token ?? '');
  }
  await passDays(shop, 1);
  owners = [];
  for (const [at, token] of buyers.entries()) {
    const noa = shop.with(token);
    const { lines } = await noa.call(listLines, {});
    const [line] = lines;
    if (!line?.paidUntil) throw new Error('A line is not active');
    const { id, paidUntil } = line;
    if (at % 2 === 1) await noa.call(setAutopay, { id, on: true, consent: version });
    if (hasSecond(at)) {
      const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
      await noa.call(buyAddOn, {
        id,
        quoteId,
        idempotencyKey: `second-${id}`,
        paymentToken: await paymentToken(shop, cards.mastercard),
        saveCard: true,
      });
      const second = (await noa.call(listCards, {})).cards.find((card) => !card.primaryCard);
      await noa.call(setAutopayCards, { id, secondCardId: second?.id });
    }
    owners.push({ token, id, paidUntil, payment: undefined });
  }
  await passDays(shop, 25);
  await product.settled();
  for (const [at, owner] of owners.entries()) {
    if (at % 2 === 1) continue;
    const { quoteId } = await shop.with(owner.token).call(quoteRenewal, { id: owner.id });
    owner.payment = { quoteId, paymentToken: await paymentToken(shop, cards.visa) };
  }
}

/** All who pay by hand press the button, with the same key each time. */
const payments = ({ address }: Product) =>
  owners.flatMap(({ token, id, payment }) =>
    payment
      ? [callerAt(address, token).call(renewLine, { id, idempotencyKey: `once-${id}`, ...payment })]
      : [],
  );

/** Our books, the periods and the provider's books say the same of every line. */
async function expectRenewedOnce(settings: DatabaseSettings, declined: unknown[]): Promise<void> {
  expect(declined).toEqual([]);
  const db = await openDatabase(settings);
  try {
    for (const { id, paidUntil } of owners) {
      const { rows } = await sql`
        select status, paid_until as "paidUntil",
          (select count(*) from line_periods where line_id = lines.id and taken_back_at is null)
            as periods,
          (select count(*) from orders where line_id = lines.id and kind = 'renewal') as orders,
          (select count(*) from orders where line_id = lines.id and kind = 'renewal'
            and status = 'paid') as paid,
          (select count(*) from transactions join orders on orders.id = owner_id
            where line_id = lines.id and orders.kind = 'renewal' and successful) as transactions,
          (select count(*) from sandbox_pay_charges theirs join orders on orders.id = owner_id
            where line_id = lines.id and orders.kind = 'renewal' and theirs.status = 'paid') as "atProvider"
        from lines where id = ${id}`.execute(db.query);
      expect(rows[0], id).toEqual({
        status: 'active',
        paidUntil: new Date(Date.parse(paidUntil) + days(30)),
        periods: 2,
        orders: 1,
        paid: 1,
        transactions: 1,
        atProvider: 1,
      });
    }
  } finally {
    await db.close();
  }
}

crashTests({
  usual,
  more,
  title: (at, hit) =>
    `[K02][K04][P11] after a crash at ${at}, the ${hit}th time, each line is renewed once, by hand and by autopay, with the second card where the first is refused`,
  prepare,
  async before(doomed) {
    await Promise.allSettled(payments(doomed));
    // It may be gone already.
    await passDays(shopAt(doomed), 4).catch(() => {});
  },
  async after(again) {
    const retried = await Promise.all(payments(again));
    await passDays(shopAt(again), 4);
    return retried.filter(({ status }) => status === 'declined');
  },
  holds: expectRenewedOnce,
});
