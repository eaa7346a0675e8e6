import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { giveMemoryBackWhenQuiet } from './give-back.ts';

const MB = 1024 * 1024;

test('what a start leaves behind is given back once, and only when nobody waits', async () => {
  const forced: number[] = [];
  const watching = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail, startTime } = entry as typeof entry & { detail?: { flags?: number } };
      if ((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced.push(startTime);
    }
  });
  watching.observe({ entryTypes: ['gc'] });
  const stop = giveMemoryBackWhenQuiet();
  const isOver = performance.now() + 1300;
  while (performance.now() < isOver) {
    for (const spell = performance.now() + 60; performance.now() < spell;);
    await wait(1);
  }
  // Looking often is work, too.
  await expect.poll(() => forced.length, { timeout: 150_000, interval: 1000 }).toBe(1);
  await wait(1200);
  stop();
  watching.disconnect();
  expect(forced).toHaveLength(1);
  expect(forced[0]).toBeGreaterThan(isOver);
});

describe('a process that was looked at for a while', () => {
  let stop = () => {};
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  /** @returns passes so many seconds, and tells at which of all seconds memory was given back */
  function watched(heap: { busy: number; bytes: number }) {
    vi.useFakeTimers();
    const given: number[] = [];
    const began = Date.now();
    stop = giveMemoryBackWhenQuiet({
      busy: () => heap.busy,
      bytes: () => heap.bytes,
      collect() {
        given.push((Date.now() - began) / 1000);
        setTimeout(() => (heap.bytes = 60 * MB), 8000);
      },
    });
    return (seconds: number) => {
      vi.advanceTimersByTime(seconds * 1000);
      return given;
    };
  }

  test('has not ended its start when it only waits for a moment', () => {
    const heap = { busy: 0.9, bytes: 120 * MB };
    const pass = watched(heap);
    pass(1);
    heap.busy = 0.01;
    pass(1.5);
    heap.busy = 0.9;
    expect(pass(1)).toEqual([]);
    heap.busy = 0.01;
    expect(pass(5)).toEqual([5.5]);
  });

  test('gives back after work what the work has taken, once a minute at most', () => {
    const heap = { busy: 0.01, bytes: 120 * MB };
    const pass = watched(heap);
    expect(pass(100)).toEqual([2]);
    heap.bytes = 90 * MB;
    heap.busy = 0.5;
    expect(pass(100)).toEqual([2]);
    heap.busy = 0.01;
    expect(pass(10)).toEqual([2, 202]);
    heap.bytes = 90 * MB;
    expect(pass(100)).toEqual([2, 202, 262]);
    heap.bytes = 67 * MB;
    expect(pass(300)).toEqual([2, 202, 262]);
  });
});
