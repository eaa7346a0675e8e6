import { bigDatabase } from '../server/src/testing/big-database.ts';
import type { BareSettings } from './bare-server.ts';
import { type BackendMeter, hold, meterBackends } from './cpu-time.ts';
import { ask, ownDatabase } from './postgres-server.ts';
import { type Measured, run, runProduct } from './product.ts';

/** A server, and what PostgreSQL does for it. */
export interface Metered extends Measured {
  readonly backends: BackendMeter;
}

/** The product and a bare server on one database of 10,000 orders. */
export interface Setting {
  readonly database: string;
  readonly product: Metered;
  readonly bare: Metered & { know(settings: BareSettings): Promise<void> };
  /** Holds both and their part of PostgreSQL to these cores. */
  hold(cores: string): void;
  close(): Promise<void>;
}

const ORDERS = 10_000;

export async function openSetting(server: string): Promise<Setting> {
  const stops: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0)) await stop();
  };
  try {
    const { settings } = await bigDatabase(server, ORDERS);
    const database = await ownDatabase(server, new URL(settings.url).pathname.slice(1));
    stops.unshift(() => database.drop());
    await introduceCustomers(database.url);
    const product = await runProduct({ database: database.url });
    stops.unshift(() => product.stop());
    const bare = await run('bench/bare-server.ts', { env: { BARE_DATABASE: database.url } });
    stops.unshift(() => bare.stop());
    const ours = await meterBackends(server, database.url);
    stops.unshift(() => ours.close());
    const theirs = await meterBackends(server, database.url, { bare: true });
    stops.unshift(() => theirs.close());
    return {
      database: database.url,
      product: { ...product, backends: ours },
      bare: { ...bare, backends: theirs, know: (more) => know(bare.address, more) },
      hold(cores) {
        for (const { pid } of [product, bare]) hold(pid, cores);
        for (const backends of [ours, theirs]) backends.hold(cores);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The customers were copied in; the simulated provider is to know them, too. */
export async function introduceCustomers(database: string): Promise<void> {
  await ask(
    database,
    `insert into sandbox_pay_customers (ref, key, email, name, created_at)
      select ref, ref, email, first_name, now() from payment_customers
      join customers on customers.id = customer_id
      on conflict do nothing`,
  );
}

async function know(address: string, settings: BareSettings): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(settings);
  const answer = await fetch(`${address}/settings`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The bare server was not told: ${await answer.text()}`);
}
