import { placeOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { listLines } from '@portside/contract/lines';
import { stepUp } from '@portside/contract/sign-in';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt } from '../testing/caller.ts';
import { crashTests, crowd, type Moment, shopAt } from '../testing/crash-tests.ts';
import type { Product } from '../testing/fragile-product.ts';
import { passHours } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';

const usual: readonly Moment[] = [['carrier.changeSim:after', 2]];
/** In the longer form only. */
const more: readonly Moment[] = [
  ['carrier.changeSim:before', 3],
  ['carrier.changeSim:after', 5],
  ['carrier.findSimChange:after', 3],
  ['transaction:before', 14],
  ['transaction:after', 14],
  ['mail.send:after', 3],
];

const LINES = crowd(6);

interface Owner {
  token: string;
  id: string;
  mdn: string;
  iccid: string;
}

let owners: Owner[];

/** Lines whose SIM lock is off. */
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
    await noa.call(setLocks, { id: line.id, sim: false });
    owners.push({ token, id: line.id, mdn: line.mdn, iccid: line.iccid });
  }
  await product.settled();
  await passHours(shop, 1);
  await product.settled();
}

/** Whoever sees no change of the SIM on the line's page presses the button. */
async function presses({ address }: Product): Promise<void> {
  await Promise.allSettled(
    owners.map(async ({ token, id }) => {
      const noa = callerAt(address, token);
      if ((await noa.call(viewLine, { id })).sim) return;
      await noa.call(stepUp, { password: 'Anchor7!' });
      await noa.call(replaceSim, { id, simType: 'esim' });
    }),
  );
}

/** Each line has one new SIM, here and at the carrier, and kept its number. */
async function expectReplacedOnce(settings: DatabaseSettings): Promise<void> {
  const db = await openDatabase(settings);
  try {
    for (const { id, mdn, iccid } of owners) {
      const { rows } = await sql`
        select status, mdn, iccid <> ${iccid} as "isNew",
          (select count(*) from line_work where line_id = lines.id) as "underWay",
          (select string_agg(state, ' ') from sim_replacements where line_id = lines.id) as changes,
          (select count(*) from sandbox_carrier_sim_changes where msisdn = ${mdn}) as asked,
          (select count(*) from sandbox_carrier_sim_changes
            where msisdn = ${mdn} and iccid = lines.iccid and status = 'active') as "atCarrier",
          (select count(*) from lines others where others.iccid = lines.iccid) as "linesOfSim"
        from lines where id = ${id}`.execute(db.query);
      expect(rows[0], id).toEqual({
        status: 'active',
        mdn,
        isNew: true,
        underWay: 0,
        changes: 'done',
        asked: 1,
        atCarrier: 1,
        linesOfSim: 1,
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
    `[K14] after a crash at ${at}, the ${hit}th time, each SIM is replaced once, here and at the carrier`,
  prepare,
  async before(doomed) {
    await presses(doomed);
    // It may be gone already. The delay runs from the moment the email was taken.
    await doomed.settled().catch(() => {});
    await passHours(shopAt(doomed), 1).catch(() => {});
  },
  async after(again) {
    await presses(again);
    await again.settled();
    await passHours(shopAt(again), 1);
    await passHours(shopAt(again), 1);
  },
  holds: expectReplacedOnce,
});
