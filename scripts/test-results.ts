import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './running.ts';

export type Outcome = 'passed' | 'failed' | 'skipped';

/** One test as it last ran. */
export interface TestResult {
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
}

/** Where `npm test` leaves its results. */
export const resultFiles = {
  unit: path.join(root, '.test-results/vitest.json'),
  e2e: path.join(root, '.test-results/playwright.json'),
  afterE2e: path.join(root, '.test-results/vitest-after-e2e.json'),
  slicesOnPostgres: path.join(root, '.test-results/vitest-postgres.json'),
};

/** The part of vitest's own JSON that is read here. */
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { title: string; status: string }[];
  }[];
}

/** A file that could not even be loaded counts as one failed test. */
export function fromVitest(report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name).replaceAll('\\', '/');
    const results = assertionResults.map((one) => ({
      title: one.title,
      file,
      outcome: outcomeOf(one.status),
    }));
    const hasFailed = results.some((one) => one.outcome === 'failed');
    if (status !== 'failed' || hasFailed) return results;
    return [...results, { title: 'the file could not be run', file, outcome: 'failed' as const }];
  });
}

function outcomeOf(status: string): Outcome {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

/** What one run left; nothing if it never ran. */
export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(stored) ? (stored as TestResult[]) : fromVitest(stored as VitestReport);
}

/** `N passed, N failed`, and the skipped if there are any: the last line of `npm test`. */
export function summaryOf(results: readonly Pick<TestResult, 'outcome'>[]): string {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const skipped = count('skipped');
  const line = `${count('passed')} passed, ${count('failed')} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
