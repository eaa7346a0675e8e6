import { type BigDatabase, bigDatabase } from '../server/src/testing/big-database.ts';
import { customerId, FLEET } from '../server/src/testing/big-rows.ts';
import { meterBackends } from './cpu-time.ts';
import type { Finding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import { logIn, type Person } from './people.ts';
import { ask, ownDatabase } from './postgres-server.ts';
import { runProduct } from './product.ts';
import type { Metered } from './setting.ts';
import { type Comparison, sideBySide, total } from './side-by-side.ts';

const SMALL = 10_000;
const BIG = 10_000_000;
const MOST = 1.3;
const PEOPLE = 200;
const HISTORY = '/app/payments/transactions';

/** What the first look at the dashboard asks for. */
const dashboard = [
  '/app/users/view',
  '/app/lines',
  '/app/checkout/orders',
  '/app/portins',
  `${HISTORY}?limit=5`,
];

/** One of the two sizes, with people who look at what is theirs. */
interface Side {
  readonly server: Metered;
  readonly people: readonly Person[];
  /** The customer with a tenth of all orders. */
  readonly fleet: Person;
  close(): Promise<void>;
}

/** The same looks in a database of 10 million orders and in one of 10 thousand. */
export const growth: Measurement = {
  name: 'growth',
  title: '10 million orders, 1 million customers, 2 million lines, beside 10 thousand orders',
  async run({ server, rounds }) {
    const big = await bigDatabase(server.url, BIG);
    if (big.seconds !== undefined) console.log(`   made in ${big.seconds.toFixed(0)} s`);
    const small = await bigDatabase(server.url, SMALL);
    const copy = await ownDatabase(server.url, new URL(small.settings.url).pathname.slice(1));
    const sides: Side[] = [];
    try {
      const [many, few] = [
        await openSide(server.url, { ...big, url: big.settings.url }),
        await openSide(server.url, { ...small, url: copy.url }),
      ];
      sides.push(many, few);
      const compare = (paths: readonly string[], askersOf: (side: Side) => readonly Person[]) => {
        const target = (side: Side) => ({
          target: {
            url: side.server.address,
            paths,
            askers: askersOf(side).map(({ headers }) => headers),
          },
          server: side.server,
        });
        return sideBySide(target(many), target(few), rounds);
      };
      const everybody = (side: Side) => side.people;
      const fleet = (side: Side) => [side.fleet];
      const size = `${(big.bytes / 2 ** 30).toFixed(1)} GB`;
      return [
        grown(
          'growth.dashboard',
          `dashboard, five calls; ${size}`,
          await compare(dashboard, everybody),
        ),
        grown('growth.history', 'order history, first page', await compare([HISTORY], everybody)),
        grown(
          'growth.search',
          'order history, search',
          await compare([`${HISTORY}?q=sloop`], everybody),
        ),
        grown(
          'growth.fleet',
          'order history of a customer with a million orders, to one with a thousand',
          await compare([HISTORY, `${HISTORY}?year=2025`], fleet),
        ),
        grown(
          'growth.fleet-search',
          'their searches: an item, a rare one, an amount',
          await compare([`${HISTORY}?q=sloop`, `${HISTORY}?q=travel`, `${HISTORY}?q=28.49`], fleet),
        ),
      ];
    } finally {
      for (const side of sides) await side.close();
      await clearAway(big.settings.url);
      await copy.drop();
    }
  },
};

async function openSide(
  server: string,
  { url, size }: Pick<BigDatabase, 'size'> & { url: string },
): Promise<Side> {
  // Nobody works on its jobs: it is left as it was found.
  const product = await runProduct({ database: url, env: { PORTSIDE_ROLES: 'web,api' } });
  const backends = await meterBackends(server, url);
  const step = Math.floor(size.customers / PEOPLE);
  // Half of them have many orders: every tenth customer (big-rows.ts).
  const customers = Array.from({ length: PEOPLE }, (_, at) => {
    const customer = at * step + 1;
    return at % 2 === 0 ? Math.floor(customer / 10) * 10 : customer;
  });
  const people = await logIn(product.address, customers.slice(1));
  const [fleet] = await logIn(product.address, [FLEET]);
  if (!fleet) throw new Error(`${customerId(FLEET)} is not there`);
  return {
    server: { ...product, backends },
    people,
    fleet,
    async close() {
      await backends.close();
      await product.stop();
    },
  };
}

/** What the logins left in a database that is kept. */
async function clearAway(database: string): Promise<void> {
  const today = `now() - interval '1 hour'`;
  await ask(database, `delete from sessions where created_at > ${today}`);
  await ask(database, `delete from activity where at > ${today}`);
  await ask(database, `delete from pgboss.job where created_on > ${today}`);
}

/** How many times as much CPU a look costs. */
function grown(id: string, what: string, { ours, theirs, ratios, ratio }: Comparison): Finding {
  const cost = (of: typeof ours) =>
    `${total(of).toFixed(2)} ms (PostgreSQL ${of.database.toFixed(2)})`;
  const rate = (of: typeof ours) => `${Math.round(of.perSecond)}/s`;
  return {
    id,
    what,
    value: 1 / ratio,
    unit: 'times',
    most: MOST,
    rounds: ratios.map((one) => 1 / one),
    note: `${cost(ours)} beside ${cost(theirs)}; ${rate(ours)} beside ${rate(theirs)}`,
  };
}
