import { placeOrder } from '@portside/contract/checkout';
import { setLocks } from '@portside/contract/line-locks';
import { listLines } from '@portside/contract/lines';
import { changeNumber } from '@portside/contract/number-change';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt } from '../testing/caller.ts';
import { crashTests, crowd, type Moment, shopAt } from '../testing/crash-tests.ts';
import type { Product } from '../testing/fragile-product.ts';
import { passHours } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';

const usual: readonly Moment[] = [['carrier.changeNumber:after', 3]];
/** In the longer form only. */
const more: readonly Moment[] = [
  ['carrier.changeNumber:before', 2],
  ['transaction:before', 12],
  ['transaction:after', 12],
  ['transaction:before', 20],
  ['carrier.changeNumber:after', 5],
  ['mail.send:after', 2],
];

const LINES = crowd(6);

interface Owner {
  token: string;
  id: string;
  mdn: string;
}

let owners: Owner[];

/** Lines whose number lock is off. */
async function prepare(product: Product): Promise<void> {
  const shop = shopAt(product);
  const buyers: string[] = [];
  for (let at = 0; at < LINES; at += 1) {
    const noa = await newcomer(shop);
    const token = await paymentToken(shop, cards.visa);
    await noa.call(placeOrder, orderOf(await fillCart(shop), { paymentToken: token }));
    buyers.push(noa.token ?? '');
  }
  await passHours(shop, 1);
  await product.settled();
  owners = [];
  for (const token of buyers) {
    const noa = shop.with(token);
    const [line] = (await noa.call(listLines, {})).lines;
    if (!line?.mdn) throw new Error('A line is not active');
    await noa.call(stepUp, { password: 'Anchor7!' });
    await noa.call(setLocks, { id: line.id, number: false });
    owners.push({ token, id: line.id, mdn: line.mdn });
  }
  await passHours(shop, 1);
  await product.settled();
}

/** All press the button; once in 30 days it can be pressed. */
async function changes({ address }: Product): Promise<void> {
  await Promise.allSettled(
    owners.map(async ({ token, id }) => {
      const noa = callerAt(address, token);
      await noa.call(stepUp, { password: 'Anchor7!' });
      await noa.call(changeNumber, { id, zipCode: '94105' });
    }),
  );
}

/** Each line has one new number, here and at the carrier, and its owner one email about it. */
async function expectChangedOnce(settings: DatabaseSettings): Promise<void> {
  const db = await openDatabase(settings);
  try {
    for (const { id, mdn } of owners) {
      const { rows } = await sql`
        select status,
          (select count(*) from line_work where line_id = lines.id) as "underWay",
          (select string_agg(state, ' ') from number_changes where line_id = lines.id) as changes,
          mdn = (select new_mdn from number_changes where line_id = lines.id) as "isNew",
          (select count(*) from sandbox_carrier_number_changes
            where msisdn = ${mdn} and new_msisdn = lines.mdn) as "atCarrier",
          (select count(*) from sandbox_carrier_number_changes where msisdn = ${mdn}) as asked,
          (select count(*) from lines others where others.mdn = lines.mdn) as "linesOfNumber",
          (select state from sandbox_carrier_lines where msisdn = ${mdn}) as old
        from lines where id = ${id}`.execute(db.query);
      expect(rows[0], id).toEqual({
        status: 'active',
        underWay: 0,
        changes: 'done',
        isNew: true,
        atCarrier: 1,
        asked: 1,
        linesOfNumber: 1,
        old: 'released',
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
    `[K18] after a crash at ${at}, the ${hit}th time, each number is changed once, here and at the carrier`,
  prepare,
  async before(doomed) {
    await changes(doomed);
    // It may be gone already.
    await passHours(shopAt(doomed), 1).catch(() => {});
  },
  async after(again) {
    await changes(again);
    await passHours(shopAt(again), 1);
  },
  holds: expectChangedOnce,
});
