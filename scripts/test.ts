import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium, installChromium } from './chromium.ts';
import { root, show } from './running.ts';
import {
  failuresOf,
  readResults,
  resultFiles,
  summaryOf,
  type TestResult,
} from './test-results.ts';
import { chosenSteps, type StepName } from './test-steps.ts';
import { buildIfChanged } from './web-build.ts';

/**
 * `npm test`: everything CI checks. `--only=check,build,unit,e2e,secrets` runs a part,
 * `--only=conformance` judges the last results, `--only=slices-postgres` runs the slice tests on
 * TEST_DATABASE_URL, `--only=bench` the quick measurements.
 */
interface Step {
  readonly run: () => boolean;
  readonly results?: string;
}

const runVitest = (output: string, ...args: string[]): boolean =>
  show(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=./scripts/vitest-results.ts',
    ],
    { TEST_RESULTS: output },
  ).ok;

const steps: Readonly<Record<StepName, Step>> = {
  check: { run: () => show(['scripts/check.ts']).ok },
  build: { run: () => buildIfChanged() },
  unit: {
    run: () => runVitest(resultFiles.unit, '--project=!after-e2e'),
    results: resultFiles.unit,
  },
  e2e: { run: runJourneys, results: resultFiles.e2e },
  // Nothing on disk holds a card number, an old carrier's secret or an eSIM code.
  secrets: {
    run: () => runVitest(resultFiles.afterE2e, '--project=after-e2e'),
    results: resultFiles.afterE2e,
  },
  conformance: { run: () => show(['scripts/conformance.ts', '--open']).ok },
  bench: {
    run: () => show(['npm', 'run', '--silent', 'bench', '--', '--quick']).ok,
    results: resultFiles.bench,
  },
  'slices-postgres': { run: runSlicesOnPostgres, results: resultFiles.slicesOnPostgres },
};

function runJourneys(): boolean {
  const browser = findChromium() ?? installChromium();
  if (!browser) {
    console.error(
      'No Chromium found: run "npx playwright install --with-deps chromium", or set CHROMIUM_PATH.',
    );
    return false;
  }
  const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
  return show(playwright, { CHROMIUM_PATH: browser }).ok;
}

function runSlicesOnPostgres(): boolean {
  if (!process.env.TEST_DATABASE_URL) {
    console.error('Set TEST_DATABASE_URL to a PostgreSQL server whose databases may be dropped.');
    return false;
  }
  return runVitest(resultFiles.slicesOnPostgres, '--project=server');
}

const chosen = chosenSteps(process.argv.slice(2));
if (!chosen) {
  console.error(`Usage: npm test [-- --only=${Object.keys(steps).join(',')}]`);
  process.exit(2);
}
mkdirSync(path.join(root, '.test-results'), { recursive: true });
const results: TestResult[] = [];
const times: string[] = [];
let good = true;
for (const name of chosen) {
  const { run, results: file } = steps[name];
  console.log(`\n── ${name}`);
  if (file) rmSync(file, { force: true });
  const started = performance.now();
  const ok = run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  times.push(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  good &&= ok;
  if (file) results.push(...readResults(file));
}

console.log(`\n${failuresOf(results)}${times.join('\n')}`);
console.log(summaryOf(results));
process.exitCode = good ? 0 : 1;
