// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { atForgetting, forgetTab } from './forget-tab.ts';
import { notify, shownNotifications } from './notifications.ts';
import { readTab, writeTab } from './storage.ts';

test('[F03] a logout empties this tab’s storage, closes what stays open, and is told to who keeps more', () => {
  let told = 0;
  atForgetting(() => (told += 1));
  writeTab('checkout', 'Maya');
  sessionStorage.setItem('of somebody else', '1');
  notify({ error: true, message: 'Maya’s card was declined.', stayOpen: true });
  forgetTab();
  expect(readTab('checkout')).toBeNull();
  expect(sessionStorage.getItem('of somebody else')).toBe('1');
  expect(shownNotifications()).toEqual([]);
  expect(told).toBe(1);
});
