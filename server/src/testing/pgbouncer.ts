import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A real one, as a package of the system brings it; vitest.config.ts looks there too. */
const PROGRAM = '/usr/sbin/pgbouncer';
/** It refuses to be root. */
const NOBODY = 65_534;

export interface Pooler {
  /** The same database, through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PgBouncer in front of a database, lending its few connections by transaction. */
export async function startPooler(
  databaseUrl: string,
  { size, onConnect }: { size: number; onConnect: string },
): Promise<Pooler> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'portside-pgbouncer-'));
  await chmod(folder, 0o777);
  const port = await freePort();
  const settings = [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port || 5432} dbname=${name} user=${server.username || 'postgres'} ${server.password && `password=${server.password} `}connect_query='${onConnect.replaceAll("'", "''")}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${size}`,
    'max_client_conn = 500',
    'server_login_retry = 1',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM, ['-q', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let said = '';
  child.stderr.on('data', (part) => (said += String(part)));
  const ended = once(child, 'exit').then(() => true);
  const url = `postgres://portside@127.0.0.1:${port}/${name}`;
  while (!(await answers(url))) {
    const isOver = await Promise.race([ended, new Promise((go) => setTimeout(go, 50, false))]);
    if (isOver) throw new Error(`PgBouncer ended at its start: ${said}`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
