import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { usualConnections, usualLimits } from '../settings/core-settings.ts';
import type { DatabaseSettings } from '../db/database.ts';
import { findPostgres } from './find-postgres.ts';
import { freePort } from './pgbouncer.ts';

const run = promisify(execFile);

/** A PostgreSQL server of a test's own, or a copy of one that follows it. */
export interface OwnServer {
  readonly settings: Extract<DatabaseSettings, { kind: 'postgres' }>;
  /** A copy of all that is there, taken while it works. */
  copy(options: { follows: boolean }): Promise<OwnServer>;
  /** What `pg_dump` makes of it, put into this database of it. */
  dumpInto(database: string): Promise<void>;
  /** Its copies too. */
  stop(): Promise<void>;
}

/**
 * In memory where there is room: each copy of a database is hundreds of files, whose making and
 * removing on a disk costs a quarter of the server's time.
 */
async function roomyFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = bavail * bsize > 3 * 1024 ** 3;
  const folder = await mkdtemp(join(isRoomy ? memory : tmpdir(), 'portside-postgres-'));
  await chmod(folder, 0o777);
  return folder;
}

/** A fresh server on a free port, with the database `postgres`. */
export async function ownServer(): Promise<OwnServer> {
  const folder = await roomyFolder();
  const data = join(folder, 'data');
  await program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8');
  return started(folder, data, await freePort());
}

/** Each test opens connections of its own: a plan for any argument is made once there, and not five times. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'plan_cache_mode=force_generic_plan',
];

async function started(folder: string, data: string, port: number): Promise<OwnServer> {
  const settings = SETTINGS.map((one) => `-c ${one}`).join(' ');
  const options = `-p ${port} -k ${folder} ${settings}`;
  await program('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start');
  const copies: OwnServer[] = [];
  let isStopped = false;
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  return {
    settings: {
      kind: 'postgres',
      // By its socket: the same statement costs a third less of the system's time than by TCP.
      url: `postgres://postgres@127.0.0.1:${port}/postgres?host=${folder}`,
      limits: usualLimits,
      connections: usualConnections,
    },
    async copy({ follows }) {
      const beside = await roomyFolder();
      const copied = join(beside, 'data');
      await program('pg_basebackup', ...at, '-D', copied, '-c', 'fast', ...(follows ? ['-R'] : []));
      const made = await started(beside, copied, await freePort());
      copies.push(made);
      return made;
    },
    async dumpInto(database) {
      const file = join(folder, 'dump');
      await program('pg_dump', ...at, '-Fc', '-f', file, 'postgres');
      await program('createdb', ...at, database);
      await program('pg_restore', ...at, '-d', database, '--exit-on-error', file);
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all(copies.map((one) => one.stop()));
      await program('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** They refuse to be root. */
async function program(name: string, ...args: string[]): Promise<void> {
  const path = join(findPostgres() ?? '', name);
  const isRoot = process.getuid?.() === 0;
  // What is started goes on after its starter: it must not hold its output open.
  if (isRoot) await run('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: tmpdir() });
  else await run(path, args, { cwd: tmpdir() });
}
