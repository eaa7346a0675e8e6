import { expect, test } from 'vitest';
import { check } from './small-tree.ts';

const file = 'server/src/plans/plans.ts';
const findings = (code: string) => check({ [file]: code });

test('code that knows the customer does not read anybody’s rows', () => {
  const wrong = (name: string) => `${file}:2 reads anybody's with ${name}, and knows the customer`;
  const body = (param: string, call: string) =>
    findings(`export async function view(db: Db, ${param}, id: string) {\n  return ${call};\n}\n`);
  expect(body('who: Customer', 'store.anyOrder(db, id)')).toEqual([wrong('anyOrder')]);
  expect(body('who: Visitor | Customer', 'run(() => s.lockAnyOrder(db, id))')).toEqual([
    wrong('lockAnyOrder'),
  ]);
  expect(body('owner: Owner', 'findAnyCharge(db, id)')).toEqual([wrong('findAnyCharge')]);
  expect(body('who: Customer', 'store.orderOf(db, who, id)')).toEqual([]);
  expect(body('row: OrderRow', 'store.anyOrder(db, id)')).toEqual([]);
});

test('nobody says that something is an owner', () => {
  expect(findings('export const a =\n  b as Owner;\n')).toEqual([
    `${file}:2 says that something is an Owner`,
  ]);
  expect(findings('export const a = b as Order;\n')).toEqual([]);
});
