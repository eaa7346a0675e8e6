import { setTimeout } from 'node:timers/promises';
import { searchConsole } from '@portside/contract/console/search';
import type { Caller } from '../server/src/testing/caller.ts';
import { staffAt } from '../server/src/testing/staff-caller.ts';
import type { Finding } from './finding.ts';
import { addCustomers, someone } from './many-customers.ts';
import type { Measurement } from './measurement.ts';
import { ask, ownDatabase } from './postgres-server.ts';
import { runProduct } from './product.ts';

const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 1_000_000);
const SEARCHES = 200;
const MOST_MS = 100;
/** Far from any factor of the number of customers: each search is for somebody else. */
const STEP = 479_909;

interface Kind {
  readonly name: string;
  readonly typed: (place: number) => string;
  /** Fewest and most results, of twenty that are shown. */
  readonly finds: readonly [number, number];
}

const fullName = (place: number) => Object.values(someone.name(place)).join(' ');

const kinds: readonly Kind[] = [
  { name: 'a whole address', typed: someone.email, finds: [1, 20] },
  { name: 'the beginning of one', typed: (place) => `caller${place}@`, finds: [1, 20] },
  { name: 'first and last name', typed: fullName, finds: [1, 20] },
  { name: 'a last name', typed: (place) => someone.name(place).last, finds: [1, 20] },
  {
    name: 'three letters of one',
    typed: (place) => someone.name(place).last.slice(0, 3),
    finds: [1, 20],
  },
  { name: 'Smith, of whom there are 10,000', typed: () => 'Smith', finds: [1, 20] },
  { name: 'a number', typed: someone.number, finds: [2, 3] },
  { name: 'an ICCID', typed: someone.iccid, finds: [1, 1] },
  { name: 'a card’s last four', typed: someone.lastFour, finds: [1, 20] },
  { name: 'an id of an order', typed: someone.orderId, finds: [1, 1] },
  { name: 'an id of a customer', typed: someone.id, finds: [1, 1] },
  { name: 'nobody', typed: (place) => `Zzyzx ${place}`, finds: [0, 0] },
  { name: 'a percent sign', typed: () => '%', finds: [0, 0] },
];

/** What an agent at the phone types (L03), one after the other, over HTTP and with its audit. */
export const consoleSearch: Measurement = {
  name: 'search',
  title: 'Staff search among a million customers',
  async run({ server }) {
    const database = await ownDatabase(server.url);
    try {
      const product = await runProduct({
        database: database.url,
        env: { PORTSIDE_ROLES: 'web,api' },
      });
      try {
        const began = performance.now();
        await addCustomers(database.url, CUSTOMERS);
        console.log(`   filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
        const agent = await staffAt(product.address, 'agent');
        const numbers = await orderNumbers(agent);
        const all = [
          ...kinds,
          {
            name: 'an order’s number',
            typed: (place: number) => numbers[place % numbers.length] ?? '',
            finds: [1, 1],
          } satisfies Kind,
        ];
        const findings: Finding[] = [];
        const before = await readWhole(database.url);
        for (const kind of all) findings.push(await measure(agent, kind));
        return [...findings, readWholeSince(before, await readWhole(database.url))];
      } finally {
        await product.stop();
      }
    } finally {
      await database.drop();
    }
  },
};

const places = Array.from({ length: SEARCHES }, (_, at) => 1 + ((at * STEP) % CUSTOMERS));

async function measure(
  agent: Caller,
  { name, typed, finds: [least, most] }: Kind,
): Promise<Finding> {
  const times: number[] = [];
  for (const place of places) {
    const q = typed(place);
    const began = performance.now();
    const { results } = await agent.call(searchConsole, { q });
    times.push(performance.now() - began);
    if (results.length < least || results.length > most) {
      throw new Error(`“${q}” found ${results.length}`);
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
  return {
    id: `search.${name}`,
    what: `${name}, 99 of 100`,
    value: at(0.99),
    unit: 'ms',
    most: MOST_MS,
    note: `half within ${at(0.5).toFixed(1)} ms, the slowest ${at(1).toFixed(1)} ms`,
  };
}

/** As a caller reads them out. */
async function orderNumbers(agent: Caller): Promise<string[]> {
  const numbers: string[] = [];
  for (const place of places.slice(0, 50)) {
    const { results } = await agent.call(searchConsole, { q: someone.orderId(place) });
    numbers.push(/^Order (\S+) of /.exec(results[0]?.title ?? '')?.[1] ?? '');
  }
  return numbers;
}

/** How often since the beginning, by table. A backend tells what it did within ten seconds. */
async function readWhole(database: string): Promise<ReadonlyMap<string, number>> {
  await setTimeout(11_000);
  const { rows } = await ask<{ table: string; count: number }>(
    database,
    `select relname as table, seq_scan::int as count from pg_stat_user_tables
      where relname = any(array['customers', 'orders', 'lines', 'cards', 'port_ins'])`,
  );
  return new Map(rows.map(({ table, count }) => [table, count]));
}

function readWholeSince(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Finding {
  const read = [...after].filter(([table, count]) => count > (before.get(table) ?? 0));
  return {
    id: 'search.whole',
    what: 'large tables that a search read from end to end',
    value: read.length,
    unit: 'tables',
    most: 0,
    ...(read.length > 0 && { note: read.map(([table]) => table).join(', ') }),
  };
}
