import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A server process. */
export interface Measured {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');
const KEY = Buffer.alloc(32, 7).toString('base64');

/** A program of ours, once it says where it listens. */
export async function run(
  file: string,
  { env = {}, flags = [] }: { env?: NodeJS.ProcessEnv; flags?: readonly string[] } = {},
): Promise<Measured> {
  // As a carrier starts it (`deploy`): compiled at its first start only, and two pools of memory.
  const compiledOnce = ['-r', path.join(root, 'server/src/process/compile-once.cjs')];
  const child = spawn(process.execPath, [...compiledOnce, ...flags, path.join(root, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...env },
  });
  // A measurement that breaks off leaves nothing running.
  const end = () => child.kill();
  process.once('exit', end);
  const address = await listensAt(child, file);
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', end);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function listensAt(child: ChildProcess, file: string): Promise<string> {
  return new Promise((found, lost) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const at = / is open at (\S+)/.exec(line)?.[1];
        if (at) found(at);
      });
    child.once('exit', (code) => lost(new Error(`${file} ended at its start: ${code}`)));
  });
}

/** The built product, all roles in one process, on a database of a server or an embedded one. */
export async function runProduct({
  database,
  port = 0,
  env = {},
}: {
  database?: string;
  port?: number;
  env?: NodeJS.ProcessEnv;
} = {}): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portside-bench-'));
  const product = await run('server/src/main.ts', {
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PORTSIDE_ENV: 'trial',
      PORTSIDE_SEED: 'demo',
      PORTSIDE_DATA: folder,
      PORTSIDE_LOG: 'fatal',
      PORTSIDE_TRUST_PROXY: 'true',
      PORTSIDE_MASTER_KEYS: KEY,
      DATABASE_URL: database ?? '',
      ...env,
    },
  });
  return {
    ...product,
    async stop() {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
