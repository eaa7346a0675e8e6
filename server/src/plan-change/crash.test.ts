import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt } from '../testing/caller.ts';
import { crashTests, crowd, type Moment, shopAt } from '../testing/crash-tests.ts';
import type { Product } from '../testing/fragile-product.ts';
import { passDays, passHours } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';

const usual: readonly Moment[] = [
  ['payment.charge:after', 3],
  ['carrier.changePlan:after', 3],
];
/** In the longer form only. */
const more: readonly Moment[] = [
  ['carrier.changePlan:before', 2],
  ['transaction:after', 12],
  ['payment.charge:before', 2],
  ['payment.refund:after', 1],
  ['transaction:before', 9],
  ['transaction:before', 30],
  ['transaction:after', 34],
];

const LINES = crowd(6);

interface Owner {
  token: string;
  id: string;
  quoteId: string;
  paymentToken: string;
}

let owners: Owner[];

/** Lines ten days old, each at the button that changes its plan. */
async function prepare(product: Product): Promise<void> {
  const shop = shopAt(product);
  const buyers: string[] = [];
  for (let at = 0; at < LINES; at += 1) {
    const noa = await newcomer(shop);
    const token = await paymentToken(shop, cards.visa);
    await noa.call(placeOrder, orderOf(await fillCart(shop), { paymentToken: token }));
    buyers.push(noa.token ?? '');
  }
  await passDays(shop, 10);
  await product.settled();
  owners = [];
  for (const token of buyers) {
    const noa = shop.with(token);
    const [line] = (await noa.call(listLines, {})).lines;
    const id = line?.id ?? '';
    const sale = { id, planId: 'clipper-unlimited', when: 'now' } as const;
    const { quoteId } = await noa.call(quotePlanChange, sale);
    owners.push({ token, id, quoteId, paymentToken: await paymentToken(shop, cards.visa) });
  }
}

/** The carrier refuses the first two. */
async function change(settings: DatabaseSettings): Promise<void> {
  const db = await openDatabase(settings);
  for (const [at, { id }] of owners.slice(0, 2).entries()) {
    const refused = `2125550${at}86`;
    await sql`update lines set mdn = ${refused} where id = ${id}`.execute(db.query);
  }
  await db.close();
}

/** All press the button, with the same key each time. */
const changes = ({ address }: Product) =>
  owners.map(({ token, id, quoteId, paymentToken: card }) =>
    callerAt(address, token).call(changePlan, {
      id,
      quoteId,
      paymentToken: card,
      idempotencyKey: `once-${id}`,
    }),
  );

/** Our books, the line, the carrier and the provider's books say the same. */
async function expectChangedOnce(settings: DatabaseSettings, declined: unknown[]): Promise<void> {
  expect(declined).toEqual([]);
  const db = await openDatabase(settings);
  try {
    for (const [at, { id }] of owners.entries()) {
      const { rows } = await sql`
        select plan_id as plan,
          (select count(*) from line_work where line_id = lines.id) as "underWay",
          (select count(*) from orders where line_id = lines.id) as orders,
          (select string_agg(status, ' ') from orders where line_id = lines.id) as paid,
          (select count(*) from sandbox_pay_charges theirs join orders on orders.id = owner_id
            where line_id = lines.id and theirs.status = 'paid') as "atProvider",
          exists (select from sandbox_pay_refunds refunds
            join sandbox_pay_charges theirs on theirs.ref = refunds.charge_ref
            join orders on orders.id = owner_id
            where line_id = lines.id) as "givenBack",
          (select count(*) from line_periods where line_id = lines.id and taken_back_at is null)
            as periods
        from lines where id = ${id}`.execute(db.query);
      const isRefused = at < 2;
      expect(rows[0], id).toEqual({
        plan: isRefused ? 'sloop-12' : 'clipper-unlimited',
        underWay: 0,
        orders: 1,
        paid: isRefused ? 'refunded' : 'paid',
        atProvider: 1,
        givenBack: isRefused,
        periods: isRefused ? 1 : 2,
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
    `[K08] after a crash at ${at}, the ${hit}th time, each plan is changed and paid once, or neither`,
  prepare,
  change,
  async before(doomed) {
    await Promise.allSettled(changes(doomed));
    // It may be gone already.
    await passHours(shopAt(doomed), 1).catch(() => {});
  },
  async after(again) {
    const retried = await Promise.all(changes(again));
    await passHours(shopAt(again), 2);
    return retried.filter(({ status }) => status === 'declined');
  },
  holds: expectChangedOnce,
});
