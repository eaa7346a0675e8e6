import { expect, test } from 'vitest';
import { check } from './small-tree.ts';

const file = 'server/src/plans/plans.ts';
const wrong = `${file}:2 takes or moves a number or a SIM of a line, past the guard`;

test.each([
  `store.setLine(tx, id, { mdn: '2125550100' })`,
  `setLine(tx, id, { iccid })`,
  'store.moveLine(tx, id, from, values)',
  'changeMdn(app, tx, id, number)',
  'keepPin(app, tx, who, line, pin)',
  'sql`update lines set mdn = ${number} where id = ${id}`',
])('[K15] %s is refused in a file that nobody named', (call) => {
  expect(check({ [file]: `export const move = () =>\n  ${call};\n` })).toContain(wrong);
});

test('what leaves number and SIM alone is not asked about', () => {
  const calls = ['setLine(tx, id, { paid_until: to })', 'sql`update lines set nickname = ${name}`'];
  for (const call of calls) {
    expect(check({ [file]: `export const move = () =>\n  ${call};\n` })).not.toContain(wrong);
  }
});

test('a named file passes only while the one before it asks the guard', () => {
  const writer = 'server/src/number-change/carry-out.ts';
  const asker = 'server/src/number-change/change-number.ts';
  const body = 'export const a = () => changeMdn(app, tx, id, number);\n';
  const found = `${writer}:1 moves numbers or SIMs, and ${asker} does not ask the guard`;
  expect(check({ [writer]: body, [asker]: 'export const b = 1;\n' })).toContain(found);
  const asks = `import { guardMove } from '../line-guard/guard-move.ts';\nexport const b = () => guardMove(app);\n`;
  const guard = { 'server/src/line-guard/guard-move.ts': 'export const guardMove = 1;\n' };
  expect(check({ [writer]: body, [asker]: asks, ...guard })).not.toContain(found);
});
