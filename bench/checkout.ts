import { randomUUID } from 'node:crypto';
import { type Calls, openCalls, timed } from './calls.ts';
import { cores, hold } from './cpu-time.ts';
import type { Finding } from './finding.ts';
import type { Bench, Measurement } from './measurement.ts';
import { harbor, logIn, type Person } from './people.ts';
import { ask } from './postgres-server.ts';
import type { Metered, Setting } from './setting.ts';
import { middle, quantile, startCounting, untilQuiet } from './side-by-side.ts';

const AT_ONCE = 8;
/** The limit is 40 orders of a customer in a quarter of an hour. */
const ORDERS_EACH = 30;
const IDLE_MS = 3000;
const PATIENCE_MS = 60_000;

interface Round {
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  /** Milliseconds of CPU for an order, with all that is done for it later. */
  readonly process: number;
  readonly database: number;
  /** Seconds from the last answer until every line was active. */
  readonly after: number;
}

/** Quote, order and settling, against three inserts in one transaction. */
export const checkout: Measurement = {
  name: 'checkout',
  title: 'Whole checkout, simulated provider in the same process',
  async run(bench) {
    const setting = await bench.setting();
    if (!cores) return measure(bench, setting);
    hold(process.pid, cores.driver);
    setting.hold(cores.product);
    try {
      return await measure(bench, setting);
    } finally {
      hold(process.pid, cores.all);
      setting.hold(cores.all);
    }
  },
};

async function measure(bench: Bench, setting: Setting): Promise<Finding[]> {
  const { product, bare, database } = setting;
  const [count, orders] = bench.quick ? [2, 150] : [5, 600];
  const buyers = await logIn(product.address, customersFor((count + 1) * orders));
  await ask(
    database,
    `create table bench_orders (id text, part text, content jsonb, at timestamptz,
      primary key (id, part))`,
  );
  const plan = await popularPlan(product.address);
  const shop: Shop = { buyers, plan, bought: 0 };
  await ourRound(setting, shop, orders / 3);
  await bareRound(bare, orders / 3);
  const idle = await idleCost(product);
  const ours: Round[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < count; round += 1) {
    ours.push(await ourRound(setting, shop, orders, idle));
    theirs.push(await bareRound(bare, orders));
  }
  const all = (part: keyof Round) => ours.map((round) => round[part]);
  const mid = (part: keyof Round) => middle(all(part));
  const ratios = ours.map((round, at) => (theirs[at] ?? 0) / (round.process + round.database));
  const where = cores
    ? 'product and PostgreSQL on two cores, driver on the others'
    : 'the driver on the same cores';
  return [
    {
      id: 'checkout.rate',
      what: `orders a second, ${AT_ONCE} at a time`,
      value: mid('perSecond'),
      rounds: all('perSecond'),
      unit: '/s',
      least: 150,
      note: `${where}; every line active ${mid('after').toFixed(1)} s after the last answer`,
    },
    {
      id: 'checkout.p50',
      what: 'one checkout, median',
      unit: 'ms',
      most: 60,
      value: mid('median'),
      rounds: all('median'),
    },
    {
      id: 'checkout.p99',
      what: 'one checkout, 99 of 100',
      unit: 'ms',
      most: 250,
      value: mid('p99'),
      rounds: all('p99'),
    },
    {
      id: 'checkout.cost',
      what: 'one checkout, to three inserts',
      unit: 'of bare',
      value: middle(ratios),
      rounds: ratios,
      ratio: middle(ratios),
      note: [
        `${mid('process').toFixed(1)} ms of CPU and ${mid('database').toFixed(1)} in PostgreSQL`,
        `for an order with its emails, notices and activation; bare ${middle(theirs).toFixed(2)}`,
      ].join(' '),
    },
  ];
}

const customersFor = (orders: number) =>
  Array.from({ length: Math.ceil(orders / ORDERS_EACH) + AT_ONCE }, (_, at) => at + 1);

/** Seconds of CPU a second while nobody buys: it polls for what is due. */
async function idleCost(product: Metered) {
  await untilQuiet(product.pid);
  const spent = await startCounting(product);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const { process, database } = await spent();
  return { process: (process * 1000) / IDLE_MS, database: (database * 1000) / IDLE_MS };
}

/** Customers who are not buying right now; a buyer returns to the end. */
interface Shop {
  readonly buyers: Person[];
  readonly plan: string;
  /** Bought so far: each hundred come from a network of their own. */
  bought: number;
}

async function ourRound(
  { product, database }: Setting,
  shop: Shop,
  count: number,
  idle = { process: 0, database: 0 },
): Promise<Round> {
  const calls = openCalls(product.address, AT_ONCE);
  try {
    // What the browser gets of the provider is the provider's work.
    const tokens: string[] = [];
    await timed(Array.from({ length: count }), AT_ONCE, async () => {
      tokens.push(await paymentToken(calls));
    });
    const paidBefore = await paidOrders(database);
    const spent = await startCounting(product);
    const began = performance.now();
    const times = await timed(tokens, AT_ONCE, (token) => buy(calls, shop, token));
    const seconds = (performance.now() - began) / 1000;
    const after = await untilActive(database);
    await untilQuiet(product.pid);
    const all = (performance.now() - began) / 1000;
    const used = await spent();
    const paid = (await paidOrders(database)) - paidBefore;
    if (paid !== count) throw new Error(`${count} orders were answered, ${paid} are paid`);
    const each = (part: keyof typeof used) => ((used[part] - idle[part] * all) * 1000) / count;
    return {
      perSecond: count / seconds,
      median: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      process: each('process'),
      database: each('database'),
      after,
    };
  } finally {
    calls.close();
  }
}

async function bareRound(bare: Metered, count: number): Promise<number> {
  const calls = openCalls(bare.address, AT_ONCE);
  const spent = await startCounting(bare);
  await timed(
    Array.from({ length: count }, () => randomUUID()),
    AT_ONCE,
    async (id) => {
      const { status } = await calls.post('/order', {}, { id });
      if (status !== 200) throw new Error(`The bare order was answered with ${status}`);
    },
  );
  const { process, database } = await spent();
  calls.close();
  return ((process + database) * 1000) / count;
}

async function buy(calls: Calls, shop: Shop, token: string): Promise<void> {
  const person = shop.buyers.shift();
  if (!person) throw new Error('There are no buyers');
  const { plan, bought } = shop;
  const cartId = `cart-${randomUUID()}`;
  const hundred = Math.floor(bought / 100);
  const from = { 'x-forwarded-for': `10.200.${hundred >> 8}.${hundred & 255}` };
  shop.bought += 1;
  const { status, body } = await calls.post(
    '/app/checkout/quote',
    { ...harbor, ...from },
    { planId: plan, cartId, zipCode: '10038' },
  );
  if (status !== 200) throw new Error(`No quote: ${JSON.stringify(body)}`);
  const headers = { ...person.headers, ...from };
  const once = { ...headers, 'idempotency-key': `${cartId}:1` };
  const placed = await calls.post('/app/checkout/orders', once, {
    quoteId: (
      body as {
        quoteId: string;
      }
    ).quoteId,
    cartId,
    simType: 'esim',
    firstName: 'Casey',
    lastName: 'Morgan',
    streetNumber: '120',
    streetName: 'Fulton Street',
    city: 'New York',
    state: 'NY',
    zipCode: '10038',
    paymentToken: token,
  });
  let order = placed.body as { id?: string; orderId?: string; status: string };
  const until = Date.now() + PATIENCE_MS;
  while (order.status !== 'paid') {
    if (placed.status >= 400 || Date.now() > until)
      throw new Error(`No order: ${JSON.stringify(order)}`);
    const id = order.orderId ?? order.id ?? '';
    order = (await calls.get(`/app/checkout/orders/${id}`, headers)).body as typeof order;
  }
  shop.buyers.push(person);
}

async function paymentToken(calls: Calls): Promise<string> {
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123' };
  const { status, body } = await calls.post(
    '/sandbox/pay/tokens',
    {},
    { ...card, cardholderName: 'Casey Morgan' },
  );
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`);
  return (body as { paymentToken: string }).paymentToken;
}

async function popularPlan(address: string): Promise<string> {
  const answer = await fetch(`${address}/app/plans`, { headers: harbor });
  const { plans } = (await answer.json()) as { plans: { id: string; popular: boolean }[] };
  const plan = plans.find(({ popular }) => popular) ?? plans[0];
  if (!plan) throw new Error('No plan is on sale');
  return plan.id;
}

async function paidOrders(database: string): Promise<number> {
  const { rows } = await ask<{ n: number }>(
    database,
    `select count(*)::int as n from orders where status = 'paid'`,
  );
  return rows[0]?.n ?? 0;
}

/** @returns after how many seconds */
async function untilActive(database: string): Promise<number> {
  const began = Date.now();
  for (;;) {
    const { rows } = await ask<{ n: number }>(
      database,
      `select count(*)::int as n from lines where status in ('pending', 'activating')
        and order_id is not null`,
    );
    if (rows[0]?.n === 0) return (Date.now() - began) / 1000;
    if (Date.now() > began + PATIENCE_MS) throw new Error('Lines do not become active');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
