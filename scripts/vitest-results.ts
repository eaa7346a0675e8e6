import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { root } from './running.ts';
import type { Outcome, TestResult } from './test-results.ts';

/** Writes the file that TEST_RESULTS names. */
export default class StoredResults implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.TEST_RESULTS;
    if (!file) throw new Error('TEST_RESULTS names no file');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(resultsOf(modules, errors), null, 1));
  }
}

/**
 * A file that could not be loaded counts as one failed test, and so does what belongs to none:
 * a worker that died, a rejection that nobody waited for.
 */
function resultsOf(
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
): TestResult[] {
  const results = modules.flatMap((module): TestResult[] => {
    const file = path.relative(root, module.moduleId).replaceAll('\\', '/');
    const tests = [...module.children.allTests()].map((test): TestResult => {
      const { state, errors: own } = test.result();
      return { title: test.name, file, outcome: outcomeOf(state), ...said(own) };
    });
    if (module.state() === 'passed' || module.state() === 'skipped') return tests;
    if (tests.some((one) => one.outcome === 'failed')) return tests;
    const title = 'the file could not be run';
    const whole = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const message = said([...module.errors(), ...whole]);
    return [...tests, { title, file, outcome: 'failed', ...message }];
  });
  const alone = errors.map((error): TestResult => {
    return { title: 'beside the tests', file: 'vitest', outcome: 'failed', ...said([error]) };
  });
  return [...results, ...alone];
}

/** A test that never ended did not pass. */
function outcomeOf(state: string): Outcome {
  if (state === 'passed') return 'passed';
  return state === 'failed' ? 'failed' : 'skipped';
}

function said(errors: readonly SerializedError[] | undefined): Pick<TestResult, 'message'> {
  const message = (errors ?? []).map(textOf).join('\n');
  return message ? { message } : {};
}

function textOf({ message, stack, cause }: SerializedError): string {
  const text = stack ?? message;
  return cause ? `${text}\nbecause of ${textOf(cause)}` : text;
}
