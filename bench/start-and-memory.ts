import { bigDatabase } from '../server/src/testing/big-database.ts';
import { freePort } from '../server/src/testing/pgbouncer.ts';
import { processSeconds, residentMegabytes } from './cpu-time.ts';
import { drive } from './drive.ts';
import type { Finding } from './finding.ts';
import type { Bench, Measurement } from './measurement.ts';
import { logIn } from './people.ts';
import { ownDatabase } from './postgres-server.ts';
import { type Measured, run, runProduct } from './product.ts';
import { middle, untilQuiet } from './side-by-side.ts';

/** As an operator sees it: what a start puts off is done, and what it left behind given back. */
const IDLE_MS = 20_000;
const RESTED_MS = 10_000;

interface Start {
  /** From the start of the process to its first page. */
  readonly seconds: number;
  readonly cpu: number;
}

/** A start on a database that is up to date, and what one process of all roles holds in memory. */
export const startAndMemory: Measurement = {
  name: 'start',
  title: 'Start on PostgreSQL to the first page, and memory',
  async run(bench) {
    const { settings } = await bigDatabase(bench.server.url, 10_000);
    const database = await ownDatabase(bench.server.url, new URL(settings.url).pathname.slice(1));
    try {
      const open = (port: number, seed = 'none') =>
        runProduct({ database: database.url, port, env: { PORTSIDE_SEED: seed } });
      const bare = (port: number) =>
        run('bench/bare-server.ts', { env: { PORT: String(port), BARE_DATABASE: database.url } });
      // The first start seeds.
      await (await open(0, 'demo')).stop();
      const ours: Start[] = [];
      const theirs: Start[] = [];
      for (let round = 0; round < (bench.quick ? 3 : 7); round += 1) {
        ours.push(await startOf(open));
        theirs.push(await startOf(bare));
      }
      return [...starts(ours, theirs), ...(await memory(bench, open, bare))];
    } finally {
      await database.drop();
    }
  },
};

async function startOf(open: (port: number) => Promise<Measured>): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const opening = open(port);
  await untilAnswers(`http://127.0.0.1:${port}/`);
  const seconds = (performance.now() - began) / 1000;
  const opened = await opening;
  const cpu = processSeconds(opened.pid);
  await opened.stop();
  return { seconds, cpu };
}

async function untilAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok && (await answer.text()) !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${address} does not answer`);
}

function starts(ours: readonly Start[], theirs: readonly Start[]): Finding[] {
  const seconds = ours.map((one) => one.seconds);
  const of = (all: readonly Start[], part: keyof Start) => middle(all.map((one) => one[part]));
  const ratios = ours.map(({ cpu }, at) => (theirs[at]?.cpu ?? 0) / cpu);
  return [
    {
      id: 'start.time',
      what: 'start to first page',
      unit: 's',
      most: 1,
      value: middle(seconds),
      rounds: seconds,
      note: `bare ${of(theirs, 'seconds').toFixed(2)} s`,
    },
    {
      id: 'start.cpu',
      what: 'CPU time of a start, to a bare one',
      unit: 'of bare',
      value: middle(ratios),
      rounds: ratios,
      ratio: middle(ratios),
      note: `${of(ours, 'cpu').toFixed(2)} s, bare ${of(theirs, 'cpu').toFixed(2)} s`,
    },
  ];
}

type Open = (port: number) => Promise<Measured>;

async function memory({ quick }: Bench, open: Open, bare: Open): Promise<Finding[]> {
  const product = await open(0);
  const other = await bare(0);
  try {
    for (const { address } of [product, other]) await (await fetch(address)).text();
    await untilQuiet(product.pid);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = residentMegabytes(product.pid);
    const bareIdle = residentMegabytes(other.pid);
    const found: Finding = {
      id: 'memory.idle',
      what: 'idle, one process of all roles',
      value: idle,
      unit: 'MB',
      most: 130,
      ratio: bareIdle / idle,
      note: `bare ${bareIdle.toFixed(0)} MB`,
    };
    if (quick) return [found];
    const askers = (await logIn(product.address, [10, 20, 30, 40])).map(({ headers }) => headers);
    const pages = { url: product.address, paths: ['/', '/shop', '/faq'] };
    await drive({ ...pages, askers: [{ 'accept-encoding': 'br, gzip' }] }, { seconds: 5 });
    const calls = ['/app/plans', '/app/lines', '/app/payments/transactions'];
    await drive({ url: product.address, paths: calls, askers }, { seconds: 5 });
    const loaded = residentMegabytes(product.pid);
    await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
    const rested = residentMegabytes(product.pid);
    return [
      found,
      {
        id: 'memory.load',
        what: 'after ten seconds of load',
        value: loaded,
        unit: 'MB',
        note: `${rested.toFixed(0)} MB ten seconds later`,
      },
    ];
  } finally {
    await product.stop();
    await other.stop();
  }
}
