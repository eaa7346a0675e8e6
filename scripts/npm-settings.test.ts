import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './running.ts';

const run = promisify(execFile);

test('`npm run` asks no registry whether there is a newer npm: nobody waits for that answer', async () => {
  const asked: string[] = [];
  const registry = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
  const { port } = registry.address() as AddressInfo;
  const cache = await mkdtemp(path.join(tmpdir(), 'portside-npm-'));
  const list = async (...options: string[]) => {
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: cache, npm_config_cache: cache };
    const words = ['run', `--registry=http://127.0.0.1:${port}`, ...options];
    const { stdout } = await run('npm', words, { cwd: root, env });
    expect(stdout).toContain('portside');
    return asked.splice(0).length;
  };
  // Otherwise it does, so that this would be noticed.
  expect(await list('--update-notifier')).toBeGreaterThan(0);
  await rm(path.join(cache, '_update-notifier-last-checked'), { force: true });
  expect(await list()).toBe(0);
  registry.close();
  await rm(cache, { recursive: true });
});
