import { expect, test } from 'vitest';
import { everyRole, poolOf, type Use } from './pools.ts';

const uses: Use[] = ['calls', 'jobs', 'queue', 'watch'];
const max = (connections: number, roles: ReadonlySet<string>, use: Use) =>
  poolOf({ connections, roles }, use).max;

test('a process opens no more connections than it may, and has some for all that it does', () => {
  for (const roles of [
    everyRole,
    new Set(['web', 'api']),
    new Set(['worker']),
    new Set<string>(),
  ]) {
    for (let all = 8; all <= 100; all += 1) {
      const parts = uses.map((use) => max(all, roles, use));
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(all);
      expect(Math.min(...parts)).toBeGreaterThan(0);
    }
  }
});

test('a process that only answers calls, or only works jobs off, has nearly all connections for it', () => {
  expect(max(24, everyRole, 'calls')).toBe(12);
  expect(max(24, new Set(['web', 'api']), 'calls')).toBe(20);
  expect(max(24, new Set(['worker']), 'jobs')).toBe(16);
});

test('a connection says what its process does, and what it is for', () => {
  const name = (roles: string[], use: Use) =>
    poolOf({ connections: 24, roles: new Set(roles) }, use).application_name;
  expect(name(['web', 'api'], 'calls')).toBe('portside web+api calls');
  expect(name(['worker'], 'jobs')).toBe('portside worker jobs');
  expect(name([], 'maintenance')).toBe('portside command maintenance');
});
