import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt } from '../testing/caller.ts';
import { type Product, runFragile } from '../testing/fragile-product.ts';
import { copyDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { passDays, passHours } from '../testing/line-life.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  paymentToken,
  type Shop,
} from '../testing/shopping.ts';

type Moment = readonly [at: string, hit: number];

const usual: readonly Moment[] = [
  ['payment.charge:after', 3],
  ['carrier.changePlan:before', 2],
  ['carrier.changePlan:after', 3],
  ['transaction:after', 12],
];
/** In the longer form only, with CRASH_ROUNDS set to how often each is tried. */
const more: readonly Moment[] = [
  ['payment.charge:before', 2],
  ['payment.refund:after', 1],
  ['transaction:before', 9],
  ['transaction:before', 30],
  ['transaction:after', 34],
];

const LINES = Number(process.env['CRASH_ORDERS'] ?? 6);
const LONGER = process.env['CRASH_ROUNDS'];
const ROUNDS = Number(LONGER ?? 1);
const moments = LONGER ? [...usual, ...more] : usual;

interface Owner {
  token: string;
  id: string;
  quoteId: string;
  paymentToken: string;
}

let folder: string;
let prepared: { settings: DatabaseSettings; drop(): Promise<void> };
let owners: Owner[];

const shopAt = (address: string): Shop => ({
  anyone: callerAt(address, undefined),
  with: (token) => callerAt(address, token),
  fetch: (path, init) => fetch(`${address}${path}`, init),
});

/** Lines ten days old, each at the button that changes its plan; the carrier refuses the first two. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-crash-'));
  prepared = await freshDatabase(join(folder, 'prepared'));
  const product = await runFragile(prepared.settings);
  const shop = shopAt(product.address);
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
  await product.stop();
  const db = await openDatabase(prepared.settings);
  for (const [at, { id }] of owners.slice(0, 2).entries()) {
    const refused = `2125550${at}86`;
    await sql`update lines set mdn = ${refused} where id = ${id}`.execute(db.query);
  }
  await db.close();
}, 240_000);

afterAll(async () => {
  await prepared.drop();
  await rm(folder, { recursive: true, force: true });
});

for (const [at, hit] of moments) {
  for (let round = 0; round < ROUNDS; round += 1) {
    test(`[K08] after a crash at ${at}, the ${hit + round}th time, each plan is changed and paid once, or neither`, async () => {
      const copy = await copyDatabase(prepared.settings, join(folder, `${at}-${hit}-${round}`));
      const products: Product[] = [];
      const open = async (crash?: { at: string; hit: number }) => {
        const product = await runFragile(copy.settings, crash);
        products.push(product);
        return product;
      };
      try {
        const doomed = await open({ at, hit: hit + round });
        await Promise.allSettled(changes(doomed.address));
        // It may be gone already.
        await passHours(shopAt(doomed.address), 1).catch(() => {});
        expect(await doomed.ended).toBe('SIGKILL');
        const again = await open();
        const retried = await Promise.all(changes(again.address));
        expect(retried.filter(({ status }) => status === 'declined')).toEqual([]);
        await passHours(shopAt(again.address), 2);
        await again.settled();
        await again.stop();
        await expectChangedOnce(copy.settings);
      } finally {
        for (const product of products) product.kill();
        await copy.drop();
      }
    }, 120_000);
  }
}

/** All press the button, with the same key each time. */
const changes = (address: string) =>
  owners.map(({ token, id, quoteId, paymentToken: card }) =>
    callerAt(address, token).call(changePlan, {
      id,
      quoteId,
      paymentToken: card,
      idempotencyKey: `once-${id}`,
    }),
  );

/** Our books, the line, the carrier and the provider's books say the same. */
async function expectChangedOnce(settings: DatabaseSettings): Promise<void> {
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
