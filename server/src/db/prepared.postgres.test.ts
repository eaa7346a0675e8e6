import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp } from '../testing/test-app.ts';

test('what a call asks of a server is prepared once on each connection', async () => {
  const app = await openTestApp();
  try {
    const maya = await app.as('maya@example.com');
    for (let call = 0; call < 12; call += 1) await maya.call(listLines, {});
    // One call after the other takes the same few connections again.
    const { rows } = await sql<{ statement: string; asked: number }>`
      select statement, generic_plans + custom_plans as asked from pg_prepared_statements
      where name like 'p\\_%'`.execute(app.app.db.query);
    const asked = new Map(rows.map((one) => [/from "(\w+)"/.exec(one.statement)?.[1], one.asked]));
    expect(asked.get('sessions')).toBeGreaterThan(2);
    expect(asked.get('lines')).toBeGreaterThan(2);
  } finally {
    await app.close();
  }
});
