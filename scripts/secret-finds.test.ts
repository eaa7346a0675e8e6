import { expect, test } from 'vitest';
import { findsIn, judged } from './secret-finds.ts';

/** Put together here, or this file would be found. */
const secrets = [
  ['a private key', ['-----BEGIN RSA ', 'PRIVATE KEY-----']],
  ['a live Stripe key', ['sk_', 'live_51Abcdefgh']],
  ['an AWS key', ['AKIA', 'IOSFODNN7EXAMPLE']],
  ['a GitHub token', ['ghp', `_${'a1'.repeat(18)}`]],
  ['a password in an address', ['postgres://', 'me:hush', '@database/portside']],
] as const;

test.each(secrets)('[N08] %s in a file is found, with its line', (kind, parts) => {
  const text = `first\nconst key = '${parts.join('')}';\n`;
  expect(findsIn('a.ts', text)).toEqual([{ file: 'a.ts', line: 2, kind }]);
});

test('[N08] what is no secret is not found: test keys, names of settings, addresses', () => {
  const text =
    'sk_test_51Abcdefgh STRIPE_SECRET_KEY https://example.com/a:b@c http://localhost:3000';
  expect(findsIn('a.ts', text)).toEqual([]);
});

test('[N08] an accepted one is one, in its file; a second one and one that is gone are told', () => {
  const find = (file: string, line: number) => ({ file, line, kind: 'a private key' });
  const accepted = [
    { file: 'a.ts', kind: 'a private key', count: 1, on: '2026-11-26', why: 'a test' },
  ];
  expect(judged([find('a.ts', 1)], accepted)).toEqual({ unknown: [], gone: [] });
  expect(judged([find('b.ts', 1)], accepted)).toEqual({
    unknown: [find('b.ts', 1)],
    gone: accepted,
  });
  expect(judged([find('a.ts', 1), find('a.ts', 2)], accepted).unknown).toHaveLength(2);
});
