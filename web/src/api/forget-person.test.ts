// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';
import { freshToken } from '../testing/stage.tsx';
import { atForgetting, forgetPerson } from './forget-person.ts';
import { notify, shownNotifications } from './notifications.ts';
import { session, startSession } from './session.ts';
import { readTab, writeTab } from './storage.ts';

test('[F03] who leaves for good is logged out, this tab’s storage is empty, what stays open closes, and who keeps more is told', () => {
  onTestFinished(startSession(() => Promise.reject(new Error('not asked here'))));
  session.signIn(freshToken());
  let told = 0;
  atForgetting(() => (told += 1));
  writeTab('checkout', 'Maya');
  sessionStorage.setItem('of somebody else', '1');
  notify({ error: true, message: 'Maya’s card was declined.', stayOpen: true });
  forgetPerson();
  expect(readTab('checkout')).toBeNull();
  expect(sessionStorage.getItem('of somebody else')).toBe('1');
  expect(shownNotifications()).toEqual([]);
  expect(told).toBe(1);
  expect([session.get().isLoggedIn, localStorage.getItem('token')]).toEqual([false, null]);
});
