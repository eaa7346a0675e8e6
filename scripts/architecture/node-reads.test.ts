import { expect, test } from 'vitest';
import { check } from './small-tree.ts';

const file = 'server/src/plans/plans.ts';

test('a file that Node cannot read as it is does not pass', () => {
  const unread = 'for (const of of [1, 2]) console.log(of);\n';
  expect(check({ [file]: unread }).join('\n')).toContain(`${file}:1 Node cannot read it`);
  expect(
    check({ [file]: unread.replaceAll('of of', 'one of').replace('(of)', '(one)') }).join('\n'),
  ).not.toContain('Node cannot read');
});
