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
  /** What a failed journey saw, as a tree of roles and names. */
  readonly page?: string;
}

export const resultFiles = {
  unit: path.join(root, '.test-results/vitest.json'),
  e2e: path.join(root, '.test-results/playwright.json'),
  afterE2e: path.join(root, '.test-results/vitest-after-e2e.json'),
  long: path.join(root, '.test-results/vitest-long.json'),
  later: path.join(root, '.test-results/playwright-later.json'),
  screens: path.join(root, '.test-results/playwright-screens.json'),
  sizes: path.join(root, '.test-results/playwright-sizes.json'),
  crash: path.join(root, '.test-results/vitest-crash.json'),
  chaos: path.join(root, '.test-results/chaos.json'),
  embedded: path.join(root, '.test-results/vitest-embedded.json'),
  bench: path.join(root, '.test-results/bench-ratios.json'),
};

export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')) as TestResult[];
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
  const told = failed.map(({ file, title, message = '', page = '' }) => {
    const said = [message, page].filter(Boolean).flatMap(beginningOf);
    return [`  ${file}: ${title}`, ...said.map((line) => `    ${line}`)].join('\n');
  });
  return `What failed:\n${told.join('\n')}\n`;
}

const beginningOf = (text: string) =>
  stripVTControlCharacters(text).trim().split('\n').slice(0, SAID_LINES);
