// @vitest-environment jsdom
import type { UserInfo } from '@portside/contract/account';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberedEmail, session, startSession } from './session.ts';

const maya = { id: '1', firstName: 'Maya', lastName: 'Alvarez' } as UserInfo;
const token = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.x`;

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  session.end();
  stop();
});

/** Another tab changes the storage; browsers tell all tabs but the one that did it. */
function inAnotherTab(value: string | null) {
  if (value === null) localStorage.removeItem('token');
  else localStorage.setItem('token', value);
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: value }));
}

test('[F01] [F04] a stored token logs in at load and fetches the user’s view', async () => {
  localStorage.setItem('token', token);
  let arrived = (_user: UserInfo) => {};
  const user = new Promise<UserInfo>((resolve) => (arrived = resolve));
  stop = startSession(() => user);
  expect(session.get()).toEqual({ known: true, isLoggedIn: true, userInfo: undefined });
  expect(session.opensProtectedPages()).toBe(true);
  arrived(maya);
  await user;
  await Promise.resolve();
  expect(session.get().userInfo).toBe(maya);
});

test('[F04] of two views that are asked for, the older answer does not take the newer one away', async () => {
  localStorage.setItem('token', token);
  const answers: ((user: UserInfo) => void)[] = [];
  stop = startSession(() => new Promise((resolve) => answers.push(resolve)));
  const changed = session.refresh();
  const renamed = { ...maya, firstName: 'Zoe' };
  answers[1]?.(renamed);
  await changed;
  answers[0]?.(maya);
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.get().userInfo).toBe(renamed);
});

test('[F05] without a token nobody is logged in and nothing is fetched', () => {
  let asked = 0;
  stop = startSession(async () => ((asked += 1), maya));
  expect(session.get()).toEqual({ known: true, isLoggedIn: false, userInfo: undefined });
  expect(asked).toBe(0);
});

test('[F03] the end of a session removes the token and clears login and user info', async () => {
  stop = startSession(async () => maya);
  session.signIn(token);
  await session.refresh();
  expect(localStorage.getItem('token')).toBe(token);
  expect(session.get().userInfo).toBe(maya);
  session.end();
  expect(localStorage.getItem('token')).toBeNull();
  expect(session.get()).toEqual({ known: true, isLoggedIn: false, userInfo: undefined });
  expect(session.opensProtectedPages()).toBe(false);
});

test('[F01] an answer about a session that is over fills nobody’s user info', async () => {
  let arrived = (_user: UserInfo) => {};
  const user = new Promise<UserInfo>((resolve) => (arrived = resolve));
  stop = startSession(() => user);
  session.signIn(token);
  session.end();
  arrived(maya);
  await user;
  await Promise.resolve();
  expect(session.get()).toEqual({ known: true, isLoggedIn: false, userInfo: undefined });
});

test('[F01] when the view cannot be fetched the visitor stays logged in', async () => {
  stop = startSession(() => Promise.reject(new Error('down')));
  session.signIn(token);
  await session.refresh();
  expect(session.get()).toEqual({ known: true, isLoggedIn: true, userInfo: undefined });
});

test('[F03] logging in and out in another tab is seen in this one', () => {
  stop = startSession(async () => maya);
  inAnotherTab(token);
  expect(session.get().isLoggedIn).toBe(true);
  expect(session.token()).toBe(token);
  inAnotherTab(null);
  expect(session.get().isLoggedIn).toBe(false);
});

test('[F03] a page that comes back from the browser’s memory knows that the session is over', () => {
  stop = startSession(async () => maya);
  session.signIn(token);
  // In another document of the tab, while this one was kept as it was: it is told of no change.
  localStorage.removeItem('token');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(session.token()).toBe(token);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(session.token()).toBeUndefined();
  expect(session.get().isLoggedIn).toBe(false);
});

test('[F04] the address of the last login is kept under its key', () => {
  rememberedEmail.write('maya@example.com');
  expect(localStorage.getItem('email')).toBe('maya@example.com');
  expect(rememberedEmail.read()).toBe('maya@example.com');
});

test('[F03] a refused token ends no login that another tab has made since', () => {
  const next = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: 'usr_2' }))}.x`;
  stop = startSession(async () => maya);
  session.signIn(token);
  // Written by another tab; this one has not been told yet.
  localStorage.setItem('token', next);
  session.end();
  expect(localStorage.getItem('token')).toBe(next);
  expect(session.token()).toBe(next);
});
