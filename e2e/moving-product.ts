import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeFor } from '../server/src/testing/product-process.ts';

/** A product of the test's own, whose clock can be moved. */
export interface MovingProduct {
  readonly address: string;
  /** What it was started with, for the command line beside it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  move(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** So many workers at most, each with ports of its own. */
const WORKERS = 8;

/** Tests that run at once have different ports; so have the products of one worker, by their number. */
function portBeside(baseURL: string, product: number): string {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  return String(Number(new URL(baseURL).port) + product * WORKERS + worker);
}

export async function openMovingProduct(
  baseURL: string,
  nr: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<MovingProduct> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portside-moving-'));
  const port = portBeside(baseURL, nr);
  const [flag = '', preload = '', file = ''] = nodeFor('testing/moving-product.ts');
  const own = { NODE_ENV: 'production', PORT: port, PORTSIDE_DATA: folder };
  const env = { ...process.env, ...own, ...settings };
  const child = fork(file, {
    env,
    execArgv: [flag, preload],
  });
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
  if (said !== 'open') throw new Error(`The product did not open: ${String(said)}`);
  return {
    address: `http://localhost:${port}`,
    env,
    async move(milliseconds) {
      const moved = once(child, 'message');
      child.send(milliseconds);
      await moved;
    },
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
