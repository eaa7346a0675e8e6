import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  closeFailures,
  closeNotification,
  holdNotifications,
  notify,
  shownNotifications,
} from './notifications.ts';

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
  const first = notify({ error: false, message: 'First' });
  const second = notify({ error: false, message: 'Second' });
  expect(first).not.toBe(second);
  closeNotification(first);
  expect(shownNotifications().map(({ id }) => id)).toEqual([second]);
  vi.advanceTimersByTime(5000);
  expect(shownNotifications()).toEqual([]);
});

test('[E16] the same text is shown once: it counts, and its five seconds start again', () => {
  const first = notify({ error: true, message: 'Network Error' });
  vi.advanceTimersByTime(4000);
  expect(notify({ error: true, message: 'Network Error' })).toBe(first);
  expect(shownNotifications()).toMatchObject([{ id: first, message: 'Network Error', times: 2 }]);
  vi.advanceTimersByTime(4000);
  expect(shownNotifications()).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(shownNotifications()).toEqual([]);
  expect(notify({ error: true, message: 'Network Error' })).not.toBe(first);
  expect(shownNotifications()[0]?.times).toBeUndefined();
});

test('[E16] a success is not the failure of the same words', () => {
  notify({ error: true, message: 'Done' });
  notify({ error: false, message: 'Done' });
  expect(shownNotifications()).toHaveLength(2);
});

test('[E16] what stays open once stays, though it is told again in passing', () => {
  notify({ error: true, message: 'Network Error', stayOpen: true });
  notify({ error: true, message: 'Network Error' });
  vi.advanceTimersByTime(60_000);
  expect(shownNotifications()).toMatchObject([{ times: 2, stayOpen: true }]);
});

test('[E16] while they are held none goes; released, each has its five seconds', () => {
  notify({ error: true, message: 'Read me' });
  vi.advanceTimersByTime(4999);
  holdNotifications(true);
  notify({ error: false, message: 'And me' });
  vi.advanceTimersByTime(60_000);
  expect(shownNotifications()).toHaveLength(2);
  holdNotifications(false);
  vi.advanceTimersByTime(4999);
  expect(shownNotifications()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(shownNotifications()).toEqual([]);
});

test('[E16] what failed before a login is no news after it', () => {
  notify({ error: true, message: 'Please log in again.', stayOpen: true });
  notify({ error: false, message: 'Saved' });
  closeFailures();
  expect(shownNotifications().map(({ message }) => message)).toEqual(['Saved']);
});
