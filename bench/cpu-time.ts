import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pg from 'pg';

/** What the kernel counts in: hundredths of a second, on every Linux that Node runs on. */
const TICKS = 100;
const NANOSECONDS = 1e9;
const EVERY_MS = 200;

/**
 * Seconds of CPU that a process and those it started have used, all threads, user and system. Of
 * threads that live the kernel tells nanoseconds; with those that have ended, hundredths of a second.
 */
export function processSeconds(pid: number): number {
  // The name in parentheses may have spaces; what follows it are numbers.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ever = (Number(fields[11]) + Number(fields[12])) / TICKS;
  const threads = readdirSync(`/proc/${pid}/task`);
  const alive = threads.reduce((sum, one) => sum + (threadSeconds(`${pid}/task/${one}`) ?? 0), 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, child) => sum + processSeconds(Number(child)), Math.max(ever, alive));
}

/** Nothing for one that has ended. */
function threadSeconds(thread: string): number | undefined {
  try {
    const [running] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ');
    return Number(running) / NANOSECONDS;
  } catch {
    return undefined;
  }
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** What PostgreSQL uses for one database: seconds of CPU of its backends, in sum. */
export interface BackendMeter {
  seconds(): Promise<number>;
  /** Holds those that are there, and those that come, to these cores. */
  hold(cores: string): void;
  close(): Promise<void>;
}

/** Counts the backends of a database, those of the bare server or all others; they come and go. */
export async function meterBackends(
  server: string,
  database: string,
  { bare = false }: { bare?: boolean } = {},
): Promise<BackendMeter> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const last = new Map<number, number>();
  let cores: string | undefined;
  let sum = 0;
  const look = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1
        and backend_type in ('client backend', 'parallel worker')
        and case when $2 then application_name = '${BARE_NAME}'
          else application_name not like 'bench%' end`,
      [new URL(database).pathname.slice(1), bare],
    );
    for (const { pid } of rows) {
      // A backend has one thread.
      const now = threadSeconds(String(pid));
      if (now === undefined) continue;
      if (cores && !last.has(pid)) holdIfThere(pid, cores);
      sum += now - (last.get(pid) ?? 0);
      last.set(pid, now);
    }
    return sum;
  };
  let latest = look();
  await latest;
  // One that ends takes its count along: it is read while it lives.
  const timer = setInterval(() => {
    latest = latest.then(look);
    latest.catch(() => clearInterval(timer));
  }, EVERY_MS);
  return {
    seconds: () => (latest = latest.then(look)),
    hold(those) {
      cores = those;
      for (const pid of last.keys()) holdIfThere(pid, those);
    },
    async close() {
      clearInterval(timer);
      await latest;
      await client.end();
    },
  };
}

/** How the bare server calls itself at the database. */
export const BARE_NAME = 'bench bare';

/** Which cores the product and PostgreSQL are held to, and which the driver; none on a small machine. */
export const cores = coresOf(availableParallelism());

function coresOf(count: number): { product: string; driver: string; all: string } | undefined {
  if (count < 4 || spawnSync('taskset', ['--version']).status !== 0) return undefined;
  return { product: '0,1', driver: `2-${count - 1}`, all: `0-${count - 1}` };
}

/** A backend may have ended. */
function holdIfThere(pid: number, cores: string): void {
  try {
    hold(pid, cores);
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error;
  }
}

/** Holds a process with all its threads to these cores. */
export function hold(pid: number, cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', cores, String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Process ${pid} cannot be held to its cores: ${stderr}`);
}
