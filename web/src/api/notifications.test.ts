import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeNotification, notify, shownNotifications } from './notifications.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
  vi.useRealTimers();
});

test('[E16] [J02] a notification closes by itself after five seconds', () => {
  notify({ error: true, message: 'No.' });
  vi.advanceTimersByTime(4999);
  expect(shownNotifications()).toMatchObject([{ error: true, message: 'No.' }]);
  vi.advanceTimersByTime(1);
  expect(shownNotifications()).toEqual([]);
});

test('[E16] one that stays open waits for its close button', () => {
  const id = notify({ error: false, message: 'Read me', stayOpen: true });
  vi.advanceTimersByTime(3_600_000);
  expect(shownNotifications()).toHaveLength(1);
  closeNotification(id);
  expect(shownNotifications()).toEqual([]);
});

test('[E16] closing one leaves the others, each with an id of its own', () => {
  const first = notify({ error: false });
  const second = notify({ error: false });
  expect(first).not.toBe(second);
  closeNotification(first);
  expect(shownNotifications().map(({ id }) => id)).toEqual([second]);
  vi.advanceTimersByTime(5000);
  expect(shownNotifications()).toEqual([]);
});
