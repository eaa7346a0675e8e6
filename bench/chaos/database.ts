import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '../../server/src/testing/find-postgres.ts';
import { freePort } from '../../server/src/testing/pgbouncer.ts';

const run = promisify(execFile);

/** A PostgreSQL server that is stopped, killed and started again, on a small disk where one can be made. */
export interface Database {
  readonly port: number;
  /** Undefined: only root makes a disk. */
  readonly disk: { fill(): Promise<void>; free(): Promise<void> } | undefined;
  start: () => Promise<void>;
  /** `immediate`: as if the power went, and what was promised comes back from its log. */
  stop: (how: 'fast' | 'immediate') => Promise<void>;
  /** Its own connection, past every proxy. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** All that stands in it, as SQL. */
  dump(file: string): Promise<void>;
  remove(): Promise<void>;
}

const DISK_MB = 600;
const STARTS = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function openDatabase(folder: string): Promise<Database> {
  const bin = findPostgres();
  if (!bin) throw new Error('Install PostgreSQL: the processes share a server');
  const disk = join(folder, 'disk');
  await mkdir(disk, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const hasDisk = isRoot && (await mounted(disk));
  await chmod(folder, 0o755);
  await chmod(disk, 0o777);
  const data = join(disk, 'data');
  const filler = join(disk, 'filler');
  // Not on the disk that is filled.
  const logs = join(folder, 'postgres');
  await mkdir(logs);
  await chmod(logs, 0o777);
  const log = join(logs, 'log');
  const port = await freePort();
  const program = async (name: string, ...args: string[]) => {
    const path = join(bin, name);
    if (isRoot) await run('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: '/' });
    else await run(path, args);
  };
  await program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8');
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${disk}`,
    'listen_addresses=127.0.0.1',
    'max_connections=100',
    'max_wal_size=128MB',
    // A killed server loses nothing that the machine was given.
    'fsync=off',
  ];
  const options = settings.map((one) => `-c ${one}`).join(' ');
  // One whose disk was full may have stopped by itself.
  const stop = (how: 'fast' | 'immediate') =>
    program('pg_ctl', '-D', data, '-m', how, '-w', 'stop').catch(() => {});
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
    const at = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
    const client = new pg.Client({ ...at, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
  return {
    port,
    disk: hasDisk
      ? {
          async fill() {
            const { bavail, bsize } = await statfs(disk);
            // PostgreSQL may take the last of it first.
            await writeFile(filler, Buffer.alloc(bavail * bsize, 1)).catch(() => {});
          },
          free: () => rm(filler, { force: true }),
        }
      : undefined,
    async start() {
      // After a full disk or a lost power it may need a second time.
      for (let tries = 1; ; tries += 1) {
        const start = ['-D', data, '-l', log, '-w', '-o', options, 'start'];
        const trouble = await program('pg_ctl', ...start).then(() => undefined, String);
        if (await query('select 1').catch(() => false)) return;
        if (tries === STARTS) {
          const said = (await readFile(log, 'utf8')).slice(-2000);
          throw new Error(`PostgreSQL does not start: ${trouble}\n${said}`);
        }
        await stop('immediate');
        await pause(1000);
      }
    },
    stop,
    query,
    async dump(file) {
      const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      await run(join(bin, 'pg_dump'), [...at, '-f', file, 'postgres']);
    },
    async remove() {
      if (hasDisk) await run('umount', ['-l', disk]);
    },
  };
}

async function mounted(folder: string): Promise<boolean> {
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'portside-chaos', folder];
  return run('mount', options).then(
    () => true,
    () => false,
  );
}
