import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { resultFiles, type Outcome, type TestResult } from './test-results.ts';

export default class StoredResults implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(result: FullResult): void {
    const results: TestResult[] = (this.suite?.allTests() ?? []).map((test) => ({
      title: `${test.title} (${test.parent.project()?.name ?? 'browser'})`,
      file: path.relative(process.cwd(), test.location.file).replaceAll('\\', '/'),
      outcome: outcomeOf(test),
      ...saidBy(test),
    }));
    const isGood = results.every((one) => one.outcome !== 'failed');
    if (result.status !== 'passed' && isGood) {
      results.push({ title: 'the run of the journeys', file: 'e2e', outcome: 'failed' });
    }
    const file = process.env.TEST_RESULTS ?? resultFiles.e2e;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(results, null, 1));
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** A test that never began did not pass. */
function outcomeOf(test: TestCase): Outcome {
  if (test.results.length === 0) return 'skipped';
  const outcome = test.outcome();
  if (outcome === 'skipped') return 'skipped';
  return outcome === 'expected' ? 'passed' : 'failed';
}

function saidBy(test: TestCase): Pick<TestResult, 'message' | 'page'> {
  if (outcomeOf(test) !== 'failed') return {};
  const errors = test.results.flatMap((result) => result.errors);
  const message = errors.map((error) => error.message ?? String(error.value)).join('\n');
  const [page] = test.results.flatMap((result) => result.attachments.flatMap(pageIn));
  return { ...(message && { message }), ...(page && { page }) };
}

/** Playwright describes the page of a failed test in a file of Markdown. */
function pageIn({ name, path: file }: { name: string; path?: string }): string[] {
  if (name !== 'error-context' || !file || !existsSync(file)) return [];
  const [, tree] = /```yaml\n(.*?)```/s.exec(readFileSync(file, 'utf8')) ?? [];
  return tree ? [tree] : [];
}
