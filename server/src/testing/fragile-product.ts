import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DatabaseSettings } from '../db/database.ts';
import { nodeFor } from './product-process.ts';
import { testMasterKeys } from './test-app.ts';

/** The product in a process of its own, which may end itself (crashing-product.ts). */
export interface Product {
  address: string;
  ended: Promise<NodeJS.Signals | number | null>;
  /** Waits until no order, line or email is under way any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

export async function runFragile(
  settings: DatabaseSettings,
  crash?: { at: string; hit: number },
): Promise<Product> {
  // It lives for seconds: to make its embedded database quicker takes longer than that gains.
  const flags = settings.kind === 'postgres' ? [] : ['--liftoff-only'];
  const file = nodeFor('testing/crashing-product.ts');
  const child: ChildProcess = spawn(process.execPath, [...flags, ...file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      PORTSIDE_ROLES: 'api,worker',
      PORTSIDE_ENV: 'trial',
      PORTSIDE_SEED: 'demo',
      PORTSIDE_LOG: 'fatal',
      // Of the seeded database that it begins with.
      PORTSIDE_MASTER_KEYS: testMasterKeys.join(','),
      ...(settings.kind === 'postgres' && { DATABASE_URL: settings.url }),
      ...(settings.kind === 'pglite' && { PORTSIDE_DATA: settings.folder }),
      ...(crash && { CRASH_AT: crash.at, CRASH_HIT: String(crash.hit) }),
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then((how) => {
      throw new Error(`The product ended at its start: ${how}`);
    }),
  ]);
  const address = first.replace('listening ', '');
  return {
    address,
    ended,
    settled: () => whenQuiet(address),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

const QUIET = [
  'settle-order',
  'activate-line',
  'check-activation',
  'activation-noticed',
  'send-letter',
  'send-urgent-letter',
  'payment-changed',
  'refund-order',
  'refund-part',
  'change-number',
  'move-sim',
  'line-refused',
  'sync-carrier',
  'tell-plan',
];

/** Looks at the metrics until no job that belongs to an order waits or runs. */
async function whenQuiet(address: string): Promise<void> {
  let under: string[] = [];
  for (let i = 0; i < 600; i += 1) {
    const text = await (await fetch(`${address}/metrics`)).text();
    under = [...text.matchAll(/portside_jobs\{name="([^"]+)",state="(waiting|running)"\} (\d+)/g)]
      .filter(([, name, , count]) => QUIET.includes(name ?? '') && Number(count) > 0)
      .map(([line]) => line);
    if (under.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Still under way after a minute: ${under.join(' ')}`);
}
