import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  conforms,
  idsOf,
  isProven,
  openRows,
  prove,
  readRequirements,
  type Mark,
} from './proofs.ts';
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

  test('tells what is not begun, in part, or proven on a server only', () => {
    const rows = readRequirements(
      '| A01 | One |\n| A02 | _Not begun._ Two |\n| A03 | _In part: no wheel._ Three |\n' +
        '| A04 | _PostgreSQL._ Four |\n',
    );
    expect(rows.map(({ mark }) => mark)).toEqual([undefined, 'not begun', 'in part', 'postgresql']);
  });

  test.each(['_Later._ Two', '_In part._ Two', '_Not begun_ Two', '_Not begun._'])(
    'that says of a row "%s" is a mistake',
    (text) => {
      expect(() => readRequirements(`| A02 | ${text} |\n`)).toThrow('A02 begins with words');
    },
  );

  test('of the repository has every ID, whether it is begun or not', () => {
    const rows = readRequirements(readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
    const ids = rows.map(({ id }) => id);
    // A25 (Back finds the page where it was left) and K28 (what needs the customer) are rows of our own.
    const given = { A: 25, B: 14, C: 5, D: 21, E: 19, F: 8, G: 8, H: 36, I: 23, J: 4 };
    const beyond = { K: 28, L: 22, M: 13, N: 9, P: 11 };
    const counts = [...Object.entries(given), ...Object.entries(beyond)];
    const all = counts.flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`),
    );
    expect(ids).toEqual(all);
  });
});

test('a row that is proven on a PostgreSQL server has tests there', () => {
  const folder = path.join(root, 'server/src');
  const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:postgres|own-server)\.test\.ts$/.test(file))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(/\[[A-Z]\d{2}/g) ?? []);
  const rows = readRequirements(readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
  const there = rows.filter(({ mark }) => mark === 'postgresql').map(({ id }) => `[${id}`);
  expect(there.filter((id) => !titles.includes(id))).toEqual([]);
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

describe('a requirement that says of itself', () => {
  const judged = (mark: Mark, ...outcomes: TestResult['outcome'][]) => {
    const tests = outcomes.map((outcome) => result('[A01] one', outcome));
    return conforms(prove([{ id: 'A01', text: 'One', mark }], tests));
  };

  test('not begun has no test', () => {
    expect(judged('not begun')).toBe(true);
    expect(judged('not begun', 'passed')).toBe(false);
    expect(judged('not begun', 'failed')).toBe(false);
    expect(judged('not begun', 'skipped')).toBe(false);
  });

  test.each(['in part', 'postgresql'] as const)('%s may have tests, and none fails', (mark) => {
    expect(judged(mark)).toBe(true);
    expect(judged(mark, 'passed')).toBe(true);
    expect(judged(mark, 'passed', 'failed')).toBe(false);
  });

  test('anything is counted and named until it is proven', () => {
    const rows = [
      { id: 'A01', text: 'One' },
      { id: 'A02', text: 'Two', mark: 'not begun' as const },
      { id: 'A03', text: 'Three', mark: 'not begun' as const },
      { id: 'A04', text: 'Four', mark: 'postgresql' as const },
    ];
    expect(openRows(prove(rows, [result('[A04] four')]).proofs)).toEqual([
      '2 not begun: A02 A03',
      '0 in part',
      '0 proven on a PostgreSQL server only',
    ]);
    expect(openRows(prove(rows, []).proofs)[2]).toBe('1 proven on a PostgreSQL server only: A04');
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
