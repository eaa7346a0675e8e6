import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { usualConnections, usualLimits } from '../settings/core-settings.ts';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { demoPassword } from '@portside/contract/demo-people';
import { signInCost } from '../app.ts';
import { hashPassword } from '../sign-in/password.ts';
import { bareTables } from './bare-tables.ts';
import { bigTables, sizeOf, type BigSize } from './big-rows.ts';
import { copyIn } from './copy-in.ts';

/** As many cores as a building of indexes may take. */
const AT_ONCE = 3;

export interface BigDatabase {
  readonly settings: Extract<DatabaseSettings, { kind: 'postgres' }>;
  readonly size: BigSize;
  readonly bytes: number;
  /** How long it took to make; nothing where it was there already. */
  readonly seconds: number | undefined;
}

/**
 * A database with so many orders (a multiple of 10,000), a tenth as many customers and a fifth as
 * many lines (see big-rows.ts). It stays on the server and is used again while its rows are made the
 * same way: leave in it what you found, or copy it. Its tables are brought up to date each time.
 */
export async function bigDatabase(server: string, orders: number): Promise<BigDatabase> {
  if (orders % 10_000 !== 0) throw new Error('A big database has a multiple of 10,000 orders');
  const name = `portside_big_${orders}`;
  const began = performance.now();
  const made = await onServer(server, 'postgres', async (admin) => {
    // Another run may want the same one: it waits here, and finds it made.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await admin.query<{ made: string | null }>(
      `select shobj_description(oid, 'pg_database') as made from pg_database where datname = $1`,
      [name],
    );
    if (found.rows[0]?.made === fingerprint()) return false;
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name}`);
    await fill(settingsAt(server, name), sizeOf(orders));
    // Written last: one that was broken off has none, and is made again.
    await admin.query(`comment on database ${name} is '${fingerprint()}'`);
    return true;
  });
  const settings = settingsAt(server, name);
  if (!made) await bringUpToDate(settings);
  const bytes = await onServer(server, name, async (client) => {
    const answer = await client.query<{ size: number }>(
      'select pg_database_size(current_database())::float8 as size',
    );
    return answer.rows[0]?.size ?? 0;
  });
  const seconds = made ? (performance.now() - began) / 1000 : undefined;
  return { settings, size: sizeOf(orders), bytes, seconds };
}

async function fill(settings: BigDatabase['settings'], size: BigSize): Promise<void> {
  await bringUpToDate(settings);
  const tables = bigTables(size, new Date(), await hashPassword({ signInCost }, demoPassword));
  const run = runner(settings.url);
  const putBack = await withClient(settings.url, (client) =>
    bareTables(
      client,
      tables.map(({ table }) => table),
    ),
  );
  await inParallel(tables.toReversed(), ({ table, columns, rows }) =>
    withClient(settings.url, async (client) => {
      // Emptied in the same transaction, its rows can be frozen: nobody has to look at them again.
      await client.query(`begin; truncate ${table}`);
      await copyIn(client, `copy ${table} (${columns}) from stdin with (freeze)`, rows);
      await client.query('commit');
    }),
  );
  await putBack(run);
  await run(tables.map(({ table }) => `vacuum analyze ${table}`));
}

/** Runs statements on a few connections at a time. */
const runner = (url: string) => (statements: readonly string[]) =>
  inParallel(statements, (statement) =>
    withClient(url, async (client) => {
      await client.query(`set maintenance_work_mem = '512MB'`);
      await client.query(statement);
    }),
  );

async function inParallel<T>(work: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...work];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function bringUpToDate(settings: BigDatabase['settings']): Promise<void> {
  const db = await openDatabase(settings);
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
}

const settingsAt = (server: string, name: string): BigDatabase['settings'] => ({
  kind: 'postgres',
  url: at(server, name),
  limits: usualLimits,
  connections: usualConnections,
});

function at(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const onServer = <T>(server: string, name: string, work: (client: pg.Client) => Promise<T>) =>
  withClient(at(server, name), work);

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function fingerprint(): string {
  const file = path.join(import.meta.dirname, 'big-rows.ts');
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}
