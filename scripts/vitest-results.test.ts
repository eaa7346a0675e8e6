import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, run } from './running.ts';
import type { TestResult } from './test-results.ts';

const files = {
  'stands.test.ts': `
    import { expect, test } from 'vitest';
    test('stands', () => {});
    test('falls', () => expect(1).toBe(2));
    test.skip('waits', () => {});`,
  'not-loaded.test.ts': `throw new Error('cannot be loaded');`,
  'killed.test.ts': `
    import { test } from 'vitest';
    test('kills its worker', () => new Promise(() => process.kill(process.pid, 'SIGKILL')));`,
  'beside.test.ts': `
    import { test } from 'vitest';
    test('leaves something behind', async () => {
      void Promise.reject(new Error('nobody waits for it'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
};

test('stored results tell of files that were not loaded, workers that died and what was left behind', async () => {
  // Below the root, where vitest is found.
  const folder = mkdtempSync(path.join(root, 'node_modules/.vitest-results-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const output = path.join(folder, 'results.json');
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--root=${folder}`];
    const ran = await run(
      [
        ...vitest,
        '--pool=forks',
        '--exclude=nothing',
        `--reporter=${path.join(root, 'scripts/vitest-results.ts')}`,
      ],
      { TEST_RESULTS: output },
    );
    expect(ran.ok, ran.output).toBe(false);

    const results = JSON.parse(readFileSync(output, 'utf8')) as TestResult[];
    const told = results.map(({ file, title, outcome, message = '' }) => {
      const said = ['expected 1', 'be loaded', 'SIGKILL', 'nobody waits'];
      return [path.basename(file), title, outcome, said.filter((one) => message.includes(one))];
    });
    expect(told.sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['beside.test.ts', 'leaves something behind', 'passed', []],
      ['killed.test.ts', 'kills its worker', 'skipped', []],
      ['killed.test.ts', 'the file could not be run', 'failed', []],
      ['not-loaded.test.ts', 'the file could not be run', 'failed', ['be loaded']],
      ['stands.test.ts', 'falls', 'failed', ['expected 1']],
      ['stands.test.ts', 'stands', 'passed', []],
      ['stands.test.ts', 'waits', 'skipped', []],
      ['vitest', 'beside the tests', 'failed', ['nobody waits']],
      ['vitest', 'beside the tests', 'failed', ['SIGKILL']],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
