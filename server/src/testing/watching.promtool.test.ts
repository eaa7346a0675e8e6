import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { listPlans } from '@portside/contract/plans';
import { expect, test } from 'vitest';
import { openTestApp } from './test-app.ts';

test('[N09] promtool finds nothing to say about the metrics', async () => {
  const app = await openTestApp();
  try {
    await app.anyone.call(listPlans, {});
    const input = await (await app.fetch('/metrics')).text();
    const told = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect(told.stdout + told.stderr).toBe('');
    expect(told.status).toBe(0);
  } finally {
    await app.close();
  }
});

const folder = path.resolve(import.meta.dirname, '../../../deploy/watching');
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test('[N09] promtool takes the rules, and each alert goes off when it should and on no quiet day', () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
  const tried = promtool('test', 'rules', 'alerts.test.yml');
  expect(tried.status, tried.said).toBe(0);
  const config = promtool('check', 'config', '--syntax-only', 'prometheus.yml');
  expect(config.status, config.said).toBe(0);
});
