import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './server/src/testing/find-postgres.ts';

const server = process.env['TEST_DATABASE_URL'];

/**
 * For what never comes; what comes late has all the time that a busy machine takes. The longest
 * tests take half a minute on two cores.
 */
const testTimeout = 180_000;
const hookTimeout = 300_000;

/** Start and end, jobs, the guard of transactions, export, the command line; crashes in a long run. */
const differentWhenEmbedded = [
  ...(process.env['CRASH_ROUNDS'] ? ['server/src/**/crash.test.ts'] : []),
  'server/src/db/{database,folder-lock,pglite,prepared,transactions}.test.ts',
  'server/src/jobs/jobs.test.ts',
  'server/src/operator/{export,verbs}.test.ts',
  'server/src/testing/closing.test.ts',
];

/** What only the embedded database has: beside a server in the step `long`. */
const onlyEmbedded = ['server/src/db/pglite-prepared.test.ts'];

/** What looks at its own process: at what it has asked, prepared, started or freed. */
const alone = [
  'server/src/db/{prepared,transactions}.test.ts',
  // With a server in the step `long`, where it belongs.
  ...(server ? [] : ['server/src/db/pglite.test.ts']),
  'server/src/process/give-back.test.ts',
  'server/src/sign-in/password.test.ts',
];
const aloneOnServer = [
  'server/src/checkout/{asked-once,many-orders}.postgres.test.ts',
  'server/src/db/{prepared,query-plans}.postgres.test.ts',
  'server/src/jobs/moved-month.postgres.test.ts',
];

/**
 * What only a server can show (locks between connections, and losing them; plans; several processes), a pooler,
 * copies that follow, or Prometheus: the step `long`.
 */
const onServer = [
  ...(server ? ['server/src/**/*.postgres.test.ts'] : []),
  ...(server && existsSync('/usr/sbin/pgbouncer') ? ['server/src/**/*.pgbouncer.test.ts'] : []),
  // What needs servers of its own: a primary and its copies.
  ...(server && findPostgres() ? ['server/src/**/*.own-server.test.ts'] : []),
  ...(existsSync('/usr/bin/promtool') ? ['server/src/**/*.promtool.test.ts'] : []),
  // What is read from /proc.
  ...(process.platform === 'linux' ? ['bench/**/*.linux.test.ts'] : []),
];

/** Long runs of what a few examples show among the usual tests (testing/how-many.ts). */
const inShortElsewhere = [
  'server/src/checkout/value-model.test.ts',
  'server/src/testing/line-life-model.test.ts',
];

const globalSetup = 'server/src/testing/prepared-databases.ts';
const setupFiles = 'server/src/testing/prepare-sooner.ts';

/** Read by Node itself, as the product is: quicker than through Vite, which the browser's code needs. */
const readByNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['-r', join(import.meta.dirname, 'server/src/process/compile-once.cjs')],
};

/**
 * One project for each kind of code. A file of `web` that needs a page asks for one in its first
 * line: `// @vitest-environment jsdom`. What `npm run conformance` reads is written by `npm test`
 * only (scripts/test.ts), so that running one file does not forget the others.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // More than the cores of a small machine: much of a test's time is waiting.
    maxWorkers: 4,
    maxConcurrency: 3,
    testTimeout,
    hookTimeout,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...readByNode,
          name: 'contract',
          isolate: false,
          include: ['contract/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...readByNode,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup,
          setupFiles,
          // The product's modules keep caches only: they are read once a worker, not once a file.
          isolate: false,
          exclude: [
            ...alone,
            ...(server ? onlyEmbedded : []),
            'server/src/db/pglite.test.ts',
            'server/src/**/*.long.*',
            // Minutes of power cuts: the step `crash`.
            ...(process.env['CRASH_ROUNDS'] ? [] : ['server/src/**/crash.test.ts']),
            'server/src/**/*.{postgres,pgbouncer,own-server,promtool}.test.ts',
            // Needs files that are not ours to hand on.
            ...(process.env['WYCHEPROOF'] ? [] : ['server/src/**/*.wycheproof.test.ts']),
          ],
        },
      },
      {
        extends: true,
        test: { ...readByNode, name: 'alone', include: alone, globalSetup },
      },
      {
        extends: true,
        // The step `long`, after the usual ones.
        test: {
          ...readByNode,
          name: 'long',
          isolate: false,
          include: [
            'server/src/**/*.long.test.ts',
            ...onServer,
            ...(process.env['LONG'] === '1' ? inShortElsewhere : []),
          ],
          exclude: aloneOnServer,
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          ...readByNode,
          name: 'long-alone',
          include: server ? aloneOnServer : [],
          globalSetup,
        },
      },
      {
        extends: true,
        // Beside a server: what is another thing on the embedded database.
        test: {
          ...readByNode,
          name: 'embedded',
          include: server ? [...differentWhenEmbedded, ...onlyEmbedded] : [],
          globalSetup,
          env: { TEST_DATABASE_URL: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: 'web/src/testing/patience.ts',
        },
      },
      {
        extends: true,
        // What the journeys left behind: a step of its own in scripts/test.ts, after them. One at a
        // time: the embedded database is opened by one process.
        test: {
          ...readByNode,
          name: 'after-e2e',
          include: ['e2e/*.after.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...readByNode,
          name: 'scripts',
          isolate: false,
          include: ['{scripts,bench}/**/*.test.ts'],
          exclude: ['bench/**/*.linux.test.ts'],
        },
      },
    ],
  },
});
