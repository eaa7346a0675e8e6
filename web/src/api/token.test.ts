import { expect, test } from 'vitest';
import { expiryOf, isFresh } from './token.ts';

const now = Date.UTC(2026, 0, 1);

function tokenUntil(exp: unknown): string {
  return `e30.${Buffer.from(JSON.stringify({ exp, name: 'José ÿ' })).toString('base64url')}.sig`;
}

test('[F02] a token whose decoded expiry is still to come opens protected pages', () => {
  expect(isFresh(tokenUntil(now / 1000 + 1), now)).toBe(true);
  expect(expiryOf(tokenUntil(now / 1000))).toBe(now);
});

test.each([
  ['expired', tokenUntil(now / 1000)],
  ['without expiry', tokenUntil(undefined)],
  ['with a word for an expiry', tokenUntil('tomorrow')],
  ['that is not a token', 'hello'],
  ['with a broken middle', 'a.%%%.c'],
  ['that is empty', ''],
])('[F02] a token %s opens none', (_what, token) => {
  expect(isFresh(token, now)).toBe(false);
});

test('[F02] no token opens none', () => {
  expect(isFresh(undefined, now)).toBe(false);
});
