import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseSettings } from '../db/database.ts';

const server = resolve(import.meta.dirname, '..');

/** What Node is given to run a file of the server: compiled at its first start only. */
export const nodeFor = (file: string): string[] => [
  '-r',
  resolve(server, 'process/compile-once.cjs'),
  resolve(server, file),
];

/** The product as `npm start` runs it, in a process of its own. */
export interface ProductProcess {
  readonly address: string;
  /** Its exit code or signal, once it has ended. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

export async function startProcess(
  database: DatabaseSettings,
  env: Record<string, string> = {},
): Promise<ProductProcess> {
  const child = spawn(process.execPath, nodeFor('main.ts'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      PORTSIDE_ENV: 'trial',
      PORTSIDE_ROLES: 'api,worker',
      PORTSIDE_SEED: 'demo',
      PORTSIDE_LOG: 'fatal',
      PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
      ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
      ...(database.kind === 'pglite' && { PORTSIDE_DATA: database.folder }),
      ...env,
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  const address = await new Promise<string>((found, lost) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const at = / is open at (\S+)/.exec(line)?.[1];
      if (at) found(at);
    });
    void ended.then((how) => lost(new Error(`The product ended at its start: ${how}`)));
  });
  return {
    address,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
