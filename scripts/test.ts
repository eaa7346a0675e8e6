import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium, installChromium } from './chromium.ts';
import { root, show } from './running.ts';
import { openTestDatabase } from './test-database.ts';
import {
  failuresOf,
  readResults,
  resultFiles,
  summaryOf,
  type TestResult,
} from './test-results.ts';
import { chosenSteps, longerSteps, namedSteps, type StepName, usualSteps } from './test-steps.ts';
import { buildIfChanged } from './web-build.ts';

/**
 * `npm test`: what a contributor must know. `npm run test:all`: what takes longer as well.
 * `--only=check,build,unit` runs a part; `--only=conformance` judges the last results.
 */
interface Step {
  readonly run: (database: Environment) => boolean;
  readonly results?: string;
}

/** With TEST_DATABASE_URL, or without. */
type Environment = Record<string, string>;

const runVitest = (output: string, environment: Environment, ...args: string[]): boolean =>
  show(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=./scripts/vitest-results.ts',
    ],
    { ...environment, TEST_RESULTS: output },
  ).ok;

/** Each kind of fault comes once; another seed tries another order. */
const chaosInShort = ['--minutes', '1.3', '--every', '1.9', '--seed', '7'];

const readmeResults = path.join(root, '.test-results/vitest-readme.json');

const steps: Readonly<Record<StepName, Step>> = {
  check: { run: () => show(['scripts/check.ts']).ok },
  build: { run: () => buildIfChanged() },
  unit: {
    run: (database) => {
      const later = ['after-e2e', 'embedded', 'long', 'long-alone'].map(
        (name) => `--project=!${name}`,
      );
      return runVitest(resultFiles.unit, database, ...later);
    },
    results: resultFiles.unit,
  },
  e2e: { run: () => runJourneys({}, resultFiles.e2e), results: resultFiles.e2e },
  // Nothing on disk holds a card number, an old carrier's secret or an eSIM code.
  secrets: {
    run: () => runVitest(resultFiles.afterE2e, {}, '--project=after-e2e'),
    results: resultFiles.afterE2e,
  },
  conformance: { run: () => show(['scripts/conformance.ts', '--open']).ok },
  // Whole lives, a year, a backup under load; and what differs on the embedded database, there.
  long: {
    run: (database) =>
      runVitest(
        resultFiles.long,
        // Power cuts are a step of their own.
        { ...database, LONG: '1', CRASH_ROUNDS: '' },
        '--project=long',
        '--project=long-alone',
        '--project=embedded',
      ),
    results: resultFiles.long,
  },
  // Journeys whose like is walked by the usual ones, and what these look at in part.
  later: {
    run: () => runJourneys({ LATER: '1' }, resultFiles.later),
    results: resultFiles.later,
  },
  // All brands, languages, themes and widths; CI looks at some of them (`SCREENS=pairs`).
  screens: {
    run: () =>
      runJourneys(
        { SCREENS: process.env.SCREENS ?? 'all' },
        resultFiles.screens,
        'e2e/every-screen.spec.ts',
      ),
    results: resultFiles.screens,
  },
  // Each journey on both sizes, and those that take long.
  sizes: {
    run: () => runJourneys({ LONG: '1' }, resultFiles.sizes),
    results: resultFiles.sizes,
  },
  // A power cut at every moment of orders, renewals and changes; CI takes the usual ones.
  crash: {
    run: (database) =>
      runVitest(
        resultFiles.crash,
        { ...database, CRASH_ROUNDS: process.env.CRASH_ROUNDS ?? '1' },
        '--project=server',
        '--project=embedded',
        'crash.test',
      ),
    results: resultFiles.crash,
  },
  // Everything goes wrong once, under load, in two minutes; needs a PostgreSQL of its own.
  chaos: {
    run: () =>
      show(['npm', 'run', '--silent', 'chaos', '--', ...chaosInShort], {
        TEST_RESULTS: resultFiles.chaos,
      }).ok,
    results: resultFiles.chaos,
  },
  // Broken calls at every endpoint; the seed is in what it prints.
  fuzz: { run: () => show(['npm', 'run', '--silent', 'fuzz']).ok },
  bench: {
    run: (database) => show(['npm', 'run', '--silent', 'bench', '--', '--quick'], database).ok,
    results: resultFiles.bench,
  },
  // The server's tests, all of them, on PGlite.
  embedded: {
    run: () => runVitest(resultFiles.embedded, { TEST_DATABASE_URL: '' }, '--project=server'),
    results: resultFiles.embedded,
  },
  // README and guide word for word in an empty folder, by a fresh npm ci: some five minutes.
  readme: {
    run: () => runVitest(readmeResults, {}, '--config=scripts/readme.config.ts'),
    results: readmeResults,
  },
};

function runJourneys(environment: Environment, output: string, ...files: string[]): boolean {
  const browser = findChromium() ?? installChromium();
  if (!browser) {
    console.error(
      'No Chromium found: run "npx playwright install --with-deps chromium", or set CHROMIUM_PATH.',
    );
    return false;
  }
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', ...files];
  return show(playwright, { ...environment, CHROMIUM_PATH: browser, TEST_RESULTS: output }).ok;
}

const chosen = chosenSteps(process.argv.slice(2));
if (!chosen) {
  const names = [...usualSteps, ...longerSteps, ...namedSteps].join(',');
  console.error(`Usage: npm test [-- --all | --only=${names}]`);
  process.exit(2);
}
mkdirSync(path.join(root, '.test-results'), { recursive: true });
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => (interrupted = true));
}
const needsDatabase = chosen.some((name) => ['unit', 'long', 'crash', 'bench'].includes(name));
const database = needsDatabase ? await openTestDatabase() : undefined;
const results: TestResult[] = [];
const times: string[] = [];
let good = true;
try {
  for (const name of chosen) await runStep(name);
} finally {
  await database?.stop();
}

async function runStep(name: StepName): Promise<void> {
  // Whoever interrupts a step is heard only between two of them.
  await new Promise((resolve) => setImmediate(resolve));
  if (interrupted) return;
  const { run, results: file } = steps[name];
  console.log(`\n── ${name}`);
  if (file) rmSync(file, { force: true });
  const started = performance.now();
  const ok = run(database?.url === undefined ? {} : { TEST_DATABASE_URL: database.url });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  times.push(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  good &&= ok;
  if (file) results.push(...readResults(file));
}

console.log(`\n${failuresOf(results)}${times.join('\n')}`);
console.log(summaryOf(results));
process.exitCode = good && !interrupted ? 0 : 1;
