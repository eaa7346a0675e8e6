import { mkdirSync, writeFileSync } from 'node:fs';
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
    mkdirSync(path.dirname(resultFiles.e2e), { recursive: true });
    writeFileSync(resultFiles.e2e, JSON.stringify(results, null, 1));
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

function saidBy(test: TestCase): Pick<TestResult, 'message'> {
  const errors = test.results.flatMap((result) => result.errors);
  const message = errors.map((error) => error.message ?? String(error.value)).join('\n');
  return message && outcomeOf(test) === 'failed' ? { message } : {};
}
