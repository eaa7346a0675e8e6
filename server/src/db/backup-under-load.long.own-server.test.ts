import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { Failed } from '../testing/caller.ts';
import { ownServer, type OwnServer } from '../testing/own-server.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import type { DatabaseSettings, Query } from './database.ts';

/** How many orders lie between the backups. Long form: BACKUP_ORDERS=400. */
const ORDERS = Number(process.env['BACKUP_ORDERS'] ?? 12);
const SHOPPERS = 6;

let server: OwnServer;
let app: TestApp;
/** Ids of orders that were answered for, in their order. */
const answered: string[] = [];
/** How many of them when each backup began. */
const begun: number[] = [];
let moved = 0;
let restored: { name: string; settings: DatabaseSettings; drop(): Promise<void> }[];

beforeAll(
  async () => {
    server = await ownServer();
    app = await openTestApp({ config: { database: server.settings } });
    const buying = keepBuying();
    await buying.more();
    begun.push(answered.length);
    const copy = await server.copy({ follows: false });
    await buying.more();
    begun.push(answered.length);
    await server.dumpInto('restored');
    await buying.more();
    await buying.end();
    const url = server.settings.url.replace('/postgres?', '/restored?');
    restored = [
      { name: 'pg_basebackup', settings: copy.settings, drop: () => copy.stop() },
      { name: 'pg_dump', settings: { ...server.settings, url }, drop: async () => {} },
    ];
  },
  120_000 + ORDERS * 2000,
);
afterAll(async () => {
  await app?.close();
  await Promise.all((restored ?? []).map((one) => one.drop()));
  await server?.stop();
});

/** Customers who register, buy with one card or another, and are gone. */
function keepBuying() {
  const stop = new AbortController();
  const kinds = [cards.visa, cards.mastercard, cards.declined, cards.visa, cards.poor];
  const all = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    const person = await newcomer(app);
    for (let round = shopper; !stop.signal.aborted; round += 1) {
      const card = await paymentToken(app, kinds[round % kinds.length] ?? cards.visa);
      const order = orderOf(await fillCart(app), { paymentToken: card, saveCard: round % 2 === 0 });
      try {
        answered.push((await person.call(placeOrder, order)).orderId);
      } catch (error) {
        // All come from one network: in the long form its limit is reached, and a quote may end
        // when time goes on.
        if (!(error instanceof Failed) || ![422, 429].includes(error.status)) throw error;
        app.clock.move(minutes(15));
        moved += minutes(15);
      }
    }
  });
  return {
    more: async () => {
      const enough = answered.length + ORDERS;
      const bought = async () => {
        while (answered.length < enough) await new Promise((go) => setTimeout(go, 20));
      };
      // A shopper who fails fails the test: none ends before they are told to.
      await Promise.race([bought(), ...all]);
    },
    async end() {
      stop.abort();
      await Promise.all(all);
    },
  };
}

interface OrderBooks {
  id: string;
  status: string;
  /** Of ours, paid. */
  charges: number;
  receipts: number;
  lines: number;
  active: number;
  /** Of the provider, paid. */
  provider: number;
}

const booksOf = async (db: Query) =>
  (
    await sql<OrderBooks>`
      select o.id, o.status,
        (select count(*) from charges c where c.owner_id = o.id and c.status = 'paid') as charges,
        (select count(*) from transactions t where t.owner_id = o.id and t.successful) as receipts,
        (select count(*) from lines l where l.order_id = o.id) as lines,
        (select count(*) from lines l where l.order_id = o.id and l.status = 'active') as active,
        (select count(*) from sandbox_pay_charges p
          where p.owner_id = o.id and p.status = 'paid') as provider
      from orders o order by o.id`.execute(db)
  ).rows;

/** What was committed together is there together. */
const torn = (books: readonly OrderBooks[]) =>
  books.filter(({ status, charges, receipts, lines }) => {
    const count = status === 'paid' ? 1 : 0;
    return charges !== count || receipts !== count || lines !== count;
  });

test.each([
  ['pg_basebackup', 0],
  ['pg_dump', 1],
])(
  '[N05] a backup by %s while customers buy is whole, and the restored product brings every order to its end',
  async (name, at) => {
    const one = restored[at];
    expect(one?.name).toBe(name);
    const { masterKeys } = app.app.config;
    const config = {
      database: one?.settings as DatabaseSettings,
      masterKeys,
      seed: 'none' as const,
    };
    // As it was restored: nobody has worked on it yet.
    const still = await openTestApp({ config: { ...config, roles: new Set(['api']) } });
    const books = await booksOf(still.app.db.query);
    await still.close();
    expect(torn(books)).toEqual([]);
    const known = new Set(books.map(({ id }) => id));
    const promised = answered.slice(0, begun[at]);
    expect(promised.length).toBeGreaterThanOrEqual(ORDERS);
    expect(promised.filter((id) => !known.has(id))).toEqual([]);
    // It is of the middle: some were bought after it.
    expect(books.length).toBeLessThan(answered.length);

    const working = await openTestApp({ config });
    working.clock.move(moved);
    const ended = await working.eventually(async () => {
      const now = await booksOf(working.app.db.query);
      const isOver = ({ status, active }: OrderBooks) =>
        status === 'declined' || (status === 'paid' && active === 1);
      return now.every(isOver) ? now : undefined;
    });
    expect(torn(ended)).toEqual([]);
    expect(ended.filter(({ provider, charges }) => provider !== charges)).toEqual([]);
    const paid = ended.filter(({ status }) => status === 'paid').length;
    expect(paid).toBeGreaterThan(5);
    expect(paid).toBeLessThan(ended.length);
    console.info(`${name}: ${books.length} of ${answered.length} orders restored, ${paid} paid`);
    await working.close();
  },
  300_000,
);
