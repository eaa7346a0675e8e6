import type { DatabaseParts } from './database-parts.ts';
import type { Part } from './part.ts';
import type { PostgresPair } from './postgres-pair.ts';
import type { ProductParts, Version } from './product-parts.ts';
import type { Proxy } from './proxy.ts';
import { until } from './waiting.ts';

/** One thing that goes wrong, or is done, while customers shop. */
export interface Fault {
  readonly name: string;
  /** What was killed is back when this ends. */
  run(): Promise<void>;
  /** Nobody should notice. */
  readonly bar: 'unnoticed' | 'seconds';
}

export interface World {
  readonly database: DatabaseParts;
  readonly pair: PostgresPair;
  readonly product: ProductParts;
  readonly proxy: Proxy;
}

const RESTART_MS = 1000;
/** How long a machine takes to come back. */
const REBOOT_MS = 5000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The version before is replaced process by process; the first new one migrates the database. */
export function upgrade({ product, proxy }: World, to: Version): Fault[] {
  const { webs, workers } = product;
  const worker = (part: Part): Fault => ({
    name: `${part.name} upgraded`,
    bar: 'unnoticed',
    async run() {
      await part.stop();
      await product.start(part, to);
    },
  });
  const web = (part: Part): Fault => ({
    name: `${part.name} upgraded`,
    bar: 'unnoticed',
    async run() {
      await proxy.drain(part);
      await part.stop();
      await product.start(part, to);
      await proxy.admit(part);
    },
  });
  return [...workers.map(worker), ...webs.map(web)];
}

export function kills(world: World, version: Version): Fault[] {
  const { database, pair, product } = world;
  const restarted = (name: string, part: Part, back: () => Promise<unknown>): Fault => ({
    name: `${name} killed`,
    bar: 'seconds',
    async run() {
      await part.kill(RESTART_MS);
      await sleep(RESTART_MS);
      await until(`${name} is back`, 60, async () => back().then(() => true));
    },
  });
  return [
    ...product.webs.map((part) => restarted(part.name, part, () => product.ready(part))),
    ...product.workers.map((part) => restarted(part.name, part, () => product.ready(part))),
    restarted('PgBouncer', database.pgbouncer, () => product.ready(product.webs[0])),
    restarted('HAProxy', database.haproxy, () => world.proxy.ready()),
    restarted('etcd', database.etcd, () => pair.ready()),
    {
      name: 'standby killed, its machine back after 5 s',
      bar: 'seconds',
      async run() {
        const { standby } = await pair.roles();
        await pair.killMachine(standby);
        await sleep(REBOOT_MS);
        standby.start();
        await pair.ready();
      },
    },
    {
      name: 'PostgreSQL of the primary killed',
      bar: 'seconds',
      async run() {
        const { primary, standby } = await pair.roles();
        pair.killServer(primary);
        await pair.isPrimary(standby);
        await pair.ready();
      },
    },
    {
      name: 'machine of the primary killed, back once the other one leads',
      bar: 'seconds',
      async run() {
        const { primary, standby } = await pair.roles();
        await pair.killMachine(primary);
        await pair.isPrimary(standby);
        primary.start();
        await pair.ready();
      },
    },
    {
      name: 'machine of the primary frozen, awake again once the other one leads',
      bar: 'seconds',
      async run() {
        const { primary, standby } = await pair.roles();
        pair.signalMachine(primary, 'SIGSTOP');
        await pair.isPrimary(standby);
        // It still takes itself for the primary.
        pair.signalMachine(primary, 'SIGCONT');
        await pair.ready();
      },
    },
    {
      name: 'web-one stopped by SIGTERM and started again',
      bar: 'unnoticed',
      async run() {
        await product.webs[0].stop();
        await product.start(product.webs[0], version);
      },
    },
  ];
}
