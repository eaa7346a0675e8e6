import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveMemoryBackSoon } from './give-back.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('what a start leaves behind is given back once it is over, and what is used stays', async () => {
  const left = new WeakRef({ from: 'the start' });
  const used = { by: 'somebody' };
  const stays = new WeakRef(used);
  giveMemoryBackSoon();
  // A reference counts as used until its turn of the event loop is over.
  await vi.advanceTimersByTimeAsync(400);
  expect(left.deref()).toBeDefined();
  await new Promise((over) => setImmediate(over));
  await vi.advanceTimersByTimeAsync(200);
  expect(left.deref()).toBeUndefined();
  expect(stays.deref()).toBe(used);
  expect(vi.getTimerCount()).toBe(0);
});
