import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { conforms, idsOf, isProven, prove, readRequirements } from './proofs.ts';
import { root } from './running.ts';
import { failuresOf, summaryOf, type TestResult } from './test-results.ts';

const result = (title: string, outcome: TestResult['outcome'] = 'passed'): TestResult => ({
  title,
  file: 'a.test.ts',
  outcome,
});

describe('the IDs of a title', () => {
  test.each([
    ['[D12] deleting a card asks first', ['D12']],
    ['[C03][C05] the cart stays', ['C03', 'C05']],
    ['[C03] [C05] the cart stays', ['C03', 'C05']],
    ['[C03, C05] the cart stays', ['C03', 'C05']],
    ['[C03,C05][H01] the cart stays', ['C03', 'C05', 'H01']],
    ['the cart stays [C03]', []],
    ['[cart] stays', []],
    ['[C3] stays', []],
    ['C03 stays', []],
  ])('of "%s" are %j', (title, ids) => {
    expect(idsOf(title)).toEqual(ids);
  });
});

describe('the list of requirements', () => {
  test('is read row by row, whatever the width of the columns', () => {
    const text =
      '# R\n\n| ID   | Requirement |\n| ---- | --- |\n| A01  | One  |\n| A02 | Two: `a | b` |\n';
    expect(readRequirements(text)).toEqual([
      { id: 'A01', text: 'One' },
      { id: 'A02', text: 'Two: `a | b`' },
    ]);
  });

  test('with an ID twice is a mistake', () => {
    expect(() => readRequirements('| A01 | One |\n| A01 | Two |\n')).toThrow('Listed twice: A01');
  });

  test('named again by a decision counts once, with the words of its row', () => {
    const text = '| A01 | One |\n\n## Decisions\n\n| Point | Decision |\n| A01 | Only so |\n';
    expect(readRequirements(text)).toEqual([{ id: 'A01', text: 'One' }]);
  });

  test('of the repository has every ID from A01 to J04', () => {
    const rows = readRequirements(readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
    // K and later are rows of our own.
    const ids = rows.map(({ id }) => id).filter((id) => id < 'K');
    const counts = { A: 24, B: 14, C: 5, D: 21, E: 19, F: 8, G: 8, H: 36, I: 23, J: 4 };
    const all = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`),
    );
    expect(ids).toEqual(all);
  });
});

describe('a requirement', () => {
  const rows = ['A01', 'A02', 'A03', 'A04'].map((id) => ({ id, text: id }));

  test('is proven by a passing test, fails with any failing one, and is open without', () => {
    const { proofs } = prove(rows, [
      result('[A01][A02] both'),
      result('[A02] the second', 'failed'),
      result('[A03] later', 'skipped'),
    ]);
    expect(proofs.map(({ id, state, tests }) => [id, state, tests.length])).toEqual([
      ['A01', 'passed', 1],
      ['A02', 'failed', 2],
      ['A03', 'skipped', 1],
      ['A04', 'unproven', 0],
    ]);
  });

  test('with a failing test is not proven, however many others pass', () => {
    const one = (...outcomes: TestResult['outcome'][]) => {
      const tests = outcomes.map((outcome) => result('[A01] one', outcome));
      return prove(rows.slice(0, 1), tests).proofs.map(isProven);
    };
    expect(one('passed', 'passed', 'failed')).toEqual([false]);
    expect(one('skipped')).toEqual([false]);
    expect(one()).toEqual([false]);
    expect(one('passed', 'skipped')).toEqual([true]);
  });

  test('that no row has is named, and the run does not conform', () => {
    const all = result('[A01][A02][A03][A04] all');
    expect(conforms(prove(rows, [all]))).toBe(true);
    const { proofs, unknown } = prove(rows, [all, result('[A05] nothing')]);
    expect(unknown.map(({ id }) => id)).toEqual(['A05']);
    expect(conforms({ proofs, unknown })).toBe(false);
    expect(conforms(prove(rows, [all, result('[A04] the last', 'failed')]))).toBe(false);
    expect(conforms(prove(rows, [result('[A01] one')]))).toBe(false);
  });
});

describe('stored results', () => {
  test('end with what failed and the beginning of what it says', () => {
    const message = '\u001b[31mone\u001b[0m\n'.repeat(40);
    const told = failuresOf([result('stands'), { ...result('falls', 'failed'), message }]);
    expect(told.split('\n').slice(0, 3)).toEqual(['What failed:', '  a.test.ts: falls', '    one']);
    expect(told.split('\n')).toHaveLength(2 + 16 + 1);
    const page = '- dialog "Confirm"\n'.repeat(40);
    const seen = failuresOf([{ ...result('falls', 'failed'), message, page }]).split('\n');
    expect(seen[18]).toBe('    - dialog "Confirm"');
    expect(seen).toHaveLength(2 + 16 + 16 + 1);
    expect(failuresOf([result('stands')])).toBe('');
  });

  test('are summed in one line', () => {
    expect(summaryOf([])).toBe('0 passed, 0 failed');
    expect(summaryOf([result('a'), result('b', 'failed'), result('c')])).toBe('2 passed, 1 failed');
  });
});
