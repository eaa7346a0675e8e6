import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const server = process.env['TEST_DATABASE_URL'];

/**
 * For what never comes; what comes late has all the time that a busy machine takes. The longest
 * tests take half a minute on two cores.
 */
const testTimeout = 180_000;
const hookTimeout = 300_000;

/**
 * One project for each kind of code. A file of `web` that needs a page asks for one in its first
 * line: `// @vitest-environment jsdom`. What `npm run conformance` reads is written by `npm test`
 * only (scripts/test.ts), so that running one file does not forget the others.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // More than the cores of a small machine: much of a test's time is waiting.
    maxWorkers: 3,
    maxConcurrency: 3,
    testTimeout,
    hookTimeout,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/testing/migrated-database.ts',
          exclude: [
            // What only a server can do: locks between connections, and losing them.
            ...(server ? [] : ['server/src/**/*.postgres.test.ts']),
            ...(server && existsSync('/usr/sbin/pgbouncer')
              ? []
              : ['server/src/**/*.pgbouncer.test.ts']),
            // What needs servers of its own: a primary and its copies.
            ...(server && existsSync('/usr/lib/postgresql')
              ? []
              : ['server/src/**/*.own-server.test.ts']),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: 'web/src/testing/patience.ts',
        },
      },
      {
        extends: true,
        // What the journeys left behind: a step of its own in scripts/test.ts, after them.
        test: { name: 'after-e2e', include: ['e2e/*.after.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['{scripts,bench}/**/*.test.ts'],
          // What is read from /proc.
          exclude: process.platform === 'linux' ? [] : ['bench/**/*.linux.test.ts'],
        },
      },
    ],
  },
});
