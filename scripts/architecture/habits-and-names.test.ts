import { describe, expect, test } from 'vitest';
import { check, findingsOf } from './small-tree.ts';

const leaf = 'export const here = 1;\n';

describe('habits', () => {
  test.each([
    ['server/src/plans/plans.ts', 'process.env.PORT', 'reads process.env'],
    ['server/src/plans/plans.ts', 'globalThis.process?.["env"]', 'reads process.env'],
    ['server/src/plans/plans.ts', 'f(); const { env } = process', 'reads process.env'],
    ['server/src/plans/plans.ts', '`a ${b(`${Date.now()}`)} d`', 'asks the machine for the time'],
    ['server/src/plans/plans.ts', '/["\'`]/.test(y) / Math.random()', 'calls Math.random'],
    ['web/src/lines/line-tile.tsx', "<p>we're {fetch('/a')}</p>", 'calls fetch'],
    ['web/src/lines/lines.ts', 'fetch("/a")', 'calls fetch'],
    ['server/src/adapters/sms/twilio/sms.ts', 'fetch("/a")', 'calls fetch'],
    ['web/src/lines/lines.ts', 'window.fetch', 'calls fetch'],
    ['server/src/plans/plans.ts', 'new Date()', 'asks the machine for the time'],
    ['server/src/plans/plans.ts', 'Date.now()', 'asks the machine for the time'],
    ['server/src/plans/plans.ts', 'Math.random()', 'calls Math.random'],
    ['server/src/plans/plans.test.ts', 'vi.mock("./store.ts")', 'mocks a module'],
    ['web/src/lines/lines.test.tsx', 'jest.mock("./store.ts")', 'mocks a module'],
    ['web/src/lines/lines.test.tsx', 'test.skip("a", b)', 'skips or singles out a test'],
    ['e2e/journey.spec.ts', 'test.describe.only("a", b)', 'skips or singles out a test'],
    ['scripts/a.test.ts', 'describe.skip("a", b)', 'skips or singles out a test'],
    ['server/src/plans/plans.test.ts', 'it.only("a", b)', 'skips or singles out a test'],
  ])('%s may not say %s', (file, code, wrong) => {
    expect(check({ [file]: `export const a = 1;\nexport const b = ${code};\n` })).toEqual([
      `${file}:2 ${wrong}`,
    ]);
  });

  test.each([
    ['server/src/settings/config.ts', 'process.env.PORT'],
    ['scripts/start.ts', 'process.env.PORT'],
    ['server/src/adapters/ask-outside.ts', 'fetch("/a")'],
    ['web/src/api/call.ts', 'fetch("/a")'],
    ['web/src/lines/use-lines.ts', 'query.fetch()'],
    ['server/src/clock.ts', 'new Date()'],
    ['server/src/plans/plans.ts', 'new Date(given)'],
    ['server/src/plans/plans.test.ts', 'Date.now()'],
    ['web/src/lines/lines.ts', 'new Date()'],
    ['server/src/plans/plans.ts', '"process.env, Math.random()"'],
    ['server/src/plans/plans.ts', '`a ${1} Math.random()`'],
    ['server/src/plans/plans.ts', 'x / 2; // Math.random() / 2'],
    ['server/src/plans/plans.ts', '/Math.random()/.test(y)'],
    ['web/src/lines/line-tile.tsx', "<p>we're in fetch('/a')</p>"],
  ])('%s may say %s', (file, code) => {
    expect(check({ [file]: `export const b = ${code};\n` })).toEqual([]);
  });
});

test('a file that cannot be parsed does not pass as an empty one', () => {
  expect(() => check({ 'server/src/plans/plans.ts': 'export const a = ;\n' })).toThrow(
    'server/src/plans/plans.ts: ',
  );
});

describe('names and sizes', () => {
  test.each([
    ['web/src/ui/index.ts', 'the name "index" says nothing'],
    ['server/src/plans/utils.ts', 'the name "utils" says nothing'],
    ['web/src/api/lib/call.ts', 'the name "lib" says nothing'],
    ['server/src/plans/plan-service.ts', 'the name ends in "service"'],
    ['contract/src/portIn.ts', 'the name portIn.ts is not kebab-case'],
    ['web/src/lines/line-box.tsx', 'line-box.tsx is not on the list for web slices'],
    ['web/src/lines/use-lines.tsx', 'a hook in a .tsx file'],
    ['server/src/plans/plans.tsx', 'a .tsx file on the server'],
    ['server/src/plans/rules/price.ts', 'a folder inside a slice'],
    ['server/src/clock.test.ts', 'a loose file'],
  ])('%s is refused', (file, wrong) => {
    expect(check({ [file]: leaf })).toEqual([`${file}:1 ${wrong}`]);
  });

  test.each([
    ['web/src/plans/plan-tile.tsx'],
    ['web/src/checkout/review-step.tsx'],
    ['web/src/shell/site-header.tsx'],
    ['web/src/entry.server.tsx'],
    ['server/src/plans/plans.test.ts'],
    ['server/src/adapters/mail/mail.suite.ts'],
  ])('%s is let through', (file) => {
    expect(check({ [file]: leaf })).toEqual([]);
  });

  test('more than 300 lines are warned about, more than 500 refused', () => {
    const long = (lines: number) => 'export const a = 1;\n'.repeat(lines);
    const found = findingsOf({
      'contract/src/a.ts': long(301),
      'contract/src/b.ts': long(501),
      'contract/src/c.ts': long(300),
    });
    expect(found.map(({ file, warning }) => [file, warning ?? false])).toEqual([
      ['contract/src/a.ts', true],
      ['contract/src/b.ts', false],
    ]);
  });

  test('a barrel is refused, a file with words of its own is not', () => {
    const barrel =
      "// all of it\nexport * from './b.ts';\nimport { c } from './c.ts';\nexport { c };\n";
    expect(check({ 'contract/src/a.ts': barrel })).toEqual([
      'contract/src/a.ts:2 a barrel: it only passes on what others export',
    ]);
    expect(check({ 'contract/src/a.ts': `${barrel}export const d = 1;\n` })).toEqual([]);
  });
});
