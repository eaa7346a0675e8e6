import { describe, expect, test } from 'vitest';
import { check, findingsOf } from './small-tree.ts';

describe('tables', () => {
  const store = (...tables: string[]) =>
    `const t = (db: any) => db.withTables<{\n${tables.map((name) => `  ${name}: { id: string };\n`).join('')}}>();\nexport const all = t;\n`;

  test('a table named in two stores is refused, with the other place', () => {
    const found = findingsOf({
      'server/src/lines/store.ts': store('lines', 'carrier_notices'),
      'server/src/payments/store.ts': store('cards', 'lines'),
    });
    expect(found.map(({ file, line, wrong }) => `${file}:${line} ${wrong}`)).toEqual([
      'server/src/payments/store.ts:3 names the table lines',
    ]);
    expect(found[0]?.instead).toContain('server/src/lines/store.ts:2');
  });

  test('a slice with many tables has several stores, and they may name the same table', () => {
    const tree = {
      'server/src/payments/card-store.ts': store('cards'),
      'server/src/payments/charge-store.ts': store('charges'),
      'server/src/payments/transaction-store.ts': store('transactions', 'charges'),
    };
    expect(check(tree)).toEqual([]);
    expect(check({ ...tree, 'server/src/lines/line-store.ts': store('cards') })).toHaveLength(1);
  });

  test.each([
    ["db.selectFrom('lines as l')"],
    ["db.insertInto('lines')"],
    ["db.updateTable('lines')"],
    ["db.deleteFrom('lines')"],
    ["query.leftJoin('lines', 'a', 'b')"],
    ["db.selectFrom(['lines'])"],
    ['sql`select 1 from lines where a is distinct from b`'],
    ['sql<Array<Record<string, string>>>`select ${x(`}`)} from lines`'],
    ['sql<Row>`delete from lines where id = ${id}`'],
    ['sql`with x as (select 1) insert into lines (id) select * from x`'],
    ['sql`update lines set a = extract(epoch from b)`'],
  ])('outside a store %s is refused', (query) => {
    const found = check({
      'server/src/lines/lines.ts': `export const q = (db: any) => ${query};\n`,
    });
    expect(found).toEqual(['server/src/lines/lines.ts:1 names the table lines']);
  });

  test('words that only look like tables are not', () => {
    const text = [
      'const a = sql`select now() from pg_locks, generate_series(1, 2) for update skip locked`;',
      "const b = db.with('fresh', f).selectFrom('fresh');",
      'const c = sql`insert into x (a) values (1) on conflict do update set a = 2`;',
      "const d = `from lines ${'from lines'}`; // selectFrom('lines')",
      'export const e = [a, b, c, d];',
    ].join('\n');
    expect(
      check({ 'server/src/plans/store.ts': text, 'server/src/lines/store.ts': store('lines') }),
    ).toEqual([]);
  });

  test('an adapter owns tables of its sandbox and with its own name only', () => {
    const found = check({
      'server/src/adapters/carrier/sandbox/store.ts': store('sandbox_numbers', 'numbers'),
      'server/src/adapters/carrier/acme/store.ts': store('acme_requests', 'gigs_requests'),
    });
    expect(found).toEqual([
      'server/src/adapters/carrier/acme/store.ts:3 names the table gigs_requests',
      'server/src/adapters/carrier/sandbox/store.ts:3 names the table numbers',
    ]);
  });

  test('a table type with a name is read too, nested rows are not its tables', () => {
    const text =
      'interface Tables {\n  plans: { id: string; lines: string };\n}\nexport const t = (db: any) => db.withTables<Tables>();\n';
    expect(
      check({ 'server/src/plans/store.ts': text, 'server/src/lines/store.ts': store('lines') }),
    ).toEqual([]);
    expect(
      check({ 'server/src/plans/store.ts': text, 'server/src/lines/store.ts': store('plans') }),
    ).toHaveLength(1);
  });
});
