import { spawnSync } from 'node:child_process';
import { listPlans } from '@portside/contract/plans';
import { expect, test } from 'vitest';
import { openTestApp } from '../testing/test-app.ts';

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
