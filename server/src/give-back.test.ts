import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { giveMemoryBackWhenQuiet } from './give-back.ts';

test('what a start leaves behind is given back once, and only when nobody waits', async () => {
  const forced: number[] = [];
  const watching = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail, startTime } = entry as typeof entry & { detail?: { flags?: number } };
      if ((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced.push(startTime);
    }
  });
  watching.observe({ entryTypes: ['gc'] });
  giveMemoryBackWhenQuiet();
  const isOver = performance.now() + 1300;
  while (performance.now() < isOver) {
    for (const spell = performance.now() + 60; performance.now() < spell;);
    await wait(1);
  }
  await expect.poll(() => forced.length, { timeout: 10_000 }).toBe(1);
  await wait(1200);
  watching.disconnect();
  expect(forced).toHaveLength(1);
  expect(forced[0]).toBeGreaterThan(isOver);
});
