import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './running.ts';

export type Outcome = 'passed' | 'failed' | 'skipped';

export interface TestResult {
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  readonly message?: string;
}

export const resultFiles = {
  unit: path.join(root, '.test-results/vitest.json'),
  e2e: path.join(root, '.test-results/playwright.json'),
  afterE2e: path.join(root, '.test-results/vitest-after-e2e.json'),
  slicesOnPostgres: path.join(root, '.test-results/vitest-postgres.json'),
  bench: path.join(root, '.test-results/bench-ratios.json'),
};

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { title: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** A file that could not be loaded counts as one failed test. */
export function fromVitest(report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name).replaceAll('\\', '/');
    const results = assertionResults.map((one): TestResult => {
      const outcome = outcomeOf(one.status);
      const [said] = one.failureMessages ?? [];
      return { title: one.title, file, outcome, ...(said && { message: said }) };
    });
    const hasFailed = results.some((one) => one.outcome === 'failed');
    if (status !== 'failed' || hasFailed) return results;
    const title = 'the file could not be run';
    return [...results, { title, file, outcome: 'failed', ...(message && { message }) }];
  });
}

function outcomeOf(status: string): Outcome {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(stored) ? (stored as TestResult[]) : fromVitest(stored as VitestReport);
}

export function summaryOf(results: readonly Pick<TestResult, 'outcome'>[]): string {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const skipped = count('skipped');
  const line = `${count('passed')} passed, ${count('failed')} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

const SAID_LINES = 16;

export function failuresOf(results: readonly TestResult[]): string {
  const failed = results.filter((one) => one.outcome === 'failed');
  if (failed.length === 0) return '';
  const told = failed.map(({ file, title, message = '' }) => {
    const said = stripVTControlCharacters(message).trim().split('\n').slice(0, SAID_LINES);
    return [`  ${file}: ${title}`, ...said.map((line) => `    ${line}`)].join('\n');
  });
  return `What failed:\n${told.join('\n')}\n`;
}
