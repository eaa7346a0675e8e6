import { expect, test } from 'vitest';
import { check } from './small-tree.ts';

const folder = 'docs/decisions';
const index = (...lines: string[]) => `# Decisions\n\n## Room\n\n${lines.join('\n')}\n`;
const first = '- [0001](0001-first.md) First: what it decides';
const good = {
  'docs/decisions/README.md': index(first),
  'docs/decisions/0001-first.md': '# 0001 First\n\nSee `db/pools.ts` and 0.0217 of it.\n',
  'server/src/db/pools.ts': '/** docs/decisions/0001 */\nexport const pools = 1;\n',
};

test('decisions whose index, numbers, links and files hold are let through', () => {
  expect(check(good)).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  [
    'a page without a line',
    { 'docs/decisions/0002-second.md': '# 0002 Second\n' },
    'docs/decisions/README.md:1 0002-second.md has no line here',
  ],
  [
    'two pages with one number',
    {
      'docs/decisions/0001-again.md': '# 0001 Again\n',
      'docs/decisions/README.md': index(first, '- [0001](0001-again.md) Again'),
    },
    'docs/decisions/README.md:1 two pages have the number 0001',
  ],
  [
    'a page that is listed twice',
    { 'docs/decisions/README.md': index(first, first) },
    'docs/decisions/README.md:1 0001-first.md is listed twice',
  ],
  [
    'a line with another number',
    { 'docs/decisions/README.md': index('- [0002](0001-first.md) First') },
    'docs/decisions/README.md:1 0002 leads to 0001-first.md',
  ],
  [
    'a title without its number',
    { 'docs/decisions/0001-first.md': '# First\n' },
    'docs/decisions/0001-first.md:1 a title without its number',
  ],
  [
    'a link to nothing',
    { 'docs/operating.md': 'As\n[there](decisions/0007-gone.md#part) it says.\n' },
    'docs/operating.md:2 leads to decisions/0007-gone.md, which is not there',
  ],
  [
    'a number that no page has, in a page',
    { 'docs/decisions/0001-first.md': '# 0001 First\n\nSuperseded by 0007.\n' },
    'docs/decisions/0001-first.md:3 names decision 0007, which is not there',
  ],
  [
    'a number that no page has, in a comment',
    { 'server/src/db/pools.ts': `/** ${folder}/0007 */\nexport const pools = 1;\n` },
    'server/src/db/pools.ts:1 names decision 0007, which is not there',
  ],
  [
    'a file that is not there any more',
    { 'docs/decisions/0001-first.md': '# 0001 First\n\nSee `db/pool.ts`.\n' },
    'docs/decisions/0001-first.md:3 names db/pool.ts, which is not there',
  ],
])('%s is refused', (_, change, wrong) => {
  expect(check({ ...good, ...change })).toContain(wrong);
});

test('a line without a page is refused, by the index and as a link', () => {
  const tree = { ...good, 'docs/decisions/README.md': index(first, '- [0002](0002-gone.md) Gone') };
  expect(check(tree)).toContain('docs/decisions/README.md:1 0002-gone.md is no page');
});
