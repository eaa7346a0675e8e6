import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../server/src/testing/pgbouncer.ts';

/** The PostgreSQL that the measurements run on, on this machine. */
export interface PostgresServer {
  readonly url: string;
  /** Version and what changes its speed, for whoever reads the results. */
  readonly about: string;
  stop(): void;
}

/** Ours stays where it is, big databases and all: they are used again the next time. */
const FOLDER = process.env.BENCH_POSTGRES ?? path.join(tmpdir(), 'portside-bench-postgres');
const SETTINGS = [
  'shared_buffers=1GB',
  'max_connections=200',
  'max_wal_size=8GB',
  'listen_addresses=127.0.0.1',
  // What a commit promises is part of what is measured.
  'fsync=on',
  'synchronous_commit=on',
];

/** The server of TEST_DATABASE_URL, or one of our own in a folder that is kept. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: () => {} } : await startOwn();
  try {
    return { url, about: await aboutServer(url), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function startOwn(): Promise<{ url: string; stop: () => void }> {
  const [found] = globSync('/usr/lib/postgresql/*/bin/pg_ctl').toSorted().toReversed();
  if (!found) throw new Error('Install PostgreSQL, or set TEST_DATABASE_URL to a server on here');
  const data = path.join(FOLDER, 'data');
  const run = (program: string, ...args: string[]) =>
    asPostgres(path.dirname(found), program, args);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    mkdirSync(FOLDER, { recursive: true });
    if (process.getuid?.() === 0) spawnSync('chown', ['postgres', FOLDER]);
    run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--no-locale');
  }
  const lock = path.join(data, 'postmaster.pid');
  const running = existsSync(lock) && readFileSync(lock, 'utf8').split('\n', 1)[0];
  if (running && existsSync(`/proc/${running}`))
    throw new Error(`Another measurement uses ${FOLDER} (process ${running})`);
  const port = await freePort();
  const settings = [`port=${port}`, `unix_socket_directories=${FOLDER}`, ...SETTINGS];
  const options = settings.map((one) => `-c ${one}`).join(' ');
  run('pg_ctl', '-D', data, '-l', path.join(FOLDER, 'log'), '-w', '-o', options, 'start');
  const stop = () => run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/** It refuses to run as root; the distribution's package brings the user `postgres`. */
function asPostgres(bin: string, program: string, args: readonly string[]): void {
  const command = [path.join(bin, program), ...args];
  const isRoot = process.getuid?.() === 0;
  const [first = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const { status, stderr } = spawnSync(first, rest, {
    cwd: FOLDER,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function aboutServer(url: string): Promise<string> {
  const { rows } = await ask<{ about: string }>(
    url,
    `select concat('PostgreSQL ', current_setting('server_version'),
      ', fsync ', current_setting('fsync'), ', synchronous_commit ',
      current_setting('synchronous_commit'), ', shared_buffers ', current_setting('shared_buffers')
    ) as about`,
  );
  return rows[0]?.about ?? '';
}

/** One query on its own connection, which is not counted. */
export async function ask<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<T>> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    return await client.query<T>(text, values);
  } finally {
    await client.end();
  }
}

/** The same server's database of this name. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of a measurement's own: a copy of another one, or an empty one. */
export async function ownDatabase(server: string, template?: string) {
  await dropLeftBehind(server);
  const name = `portside_bench_${process.pid}_${Date.now().toString(36)}`;
  await ask(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  return {
    url: databaseAt(server, name),
    drop: () => ask(server, `drop database if exists ${name} with (force)`),
  };
}

/** A run that was killed drops nothing; the name of its database tells its process. */
async function dropLeftBehind(server: string): Promise<void> {
  const { rows } = await ask<{ datname: string }>(
    server,
    `select datname from pg_database where datname like 'portside\\_bench\\_%'`,
  );
  for (const { datname } of rows) {
    if (existsSync(`/proc/${datname.split('_')[2]}`)) continue;
    await ask(server, `drop database if exists ${datname} with (force)`);
  }
}
