import { expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';

const changes = (source: string) =>
  mutantsOf('a.ts', source).map(({ was, now }) => `${was} → ${now}`);

test.each([
  ['const a = b < 3;', ['< → <=', '3 → 4']],
  ['const a = b /* + */ - c;', ['- → +']],
  ['const a = !b && true;', ['!b → b', '&& → ||', 'true → false']],
  ['const a = b ?? 0;', ['b ?? 0 → b', 'b ?? 0 → 0', '0 → 1']],
  ['const a = b ? c : d;', ['b ? c : d → (c)', 'b ? c : d → (d)']],
  ['if (a) b();', ['a → true', 'a → false', 'b(); → ;']],
  ["const a = ['x', ''];", ["['x', ''] → []", "'x' → ''", "'' → 'mutant'"]],
  ['a += 1;', ['a += 1; → ;', '+= → -=', '1 → 2']],
  ['const a = { b: 1 };', ['1 → 2']],
  ["const a = order.id('b');", ["'b' → ''"]],
])('the mutants of %s', (source, expected) => {
  expect(changes(source).toSorted()).toEqual(expected.toSorted());
});

test.each([
  "import a from 'b';",
  "export { a } from 'b';",
  "export * from 'b';",
  "type A = 'b' | 1;",
  'interface A { b: true }',
  "throw new Error('b');",
  "const a = { summary: 'b' };",
  'const a = b as unknown as 1;',
  "const a = app.random.id('b');",
  "const a = random.id('b');",
])('%s has none', (source) => {
  expect(changes(source)).toEqual([]);
});

test('a mutant is the whole source with one change, and knows its line', () => {
  const [first] = mutantsOf('a.ts', 'const a = 1;\nconst é = b > a;\n').filter(
    ({ was }) => was === '>',
  );
  expect(first).toMatchObject({ line: 2, source: 'const a = 1;\nconst é = b >= a;\n' });
});
