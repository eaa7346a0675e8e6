import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Measured {
  address: string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');

export async function run(
  file: string,
  args: string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Measured> {
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  process.once('exit', () => child.kill());
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const up = await fetch(address).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (tries > 1200 || child.exitCode !== null) throw new Error(`${file} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function runProduct(port: number): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portside-bench-'));
  const product = await run('server/src/main.ts', [], port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    PORTSIDE_DATA: folder,
    PORTSIDE_LOG: 'fatal',
    PORTSIDE_TRUST_PROXY: 'true',
  });
  return {
    ...product,
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
