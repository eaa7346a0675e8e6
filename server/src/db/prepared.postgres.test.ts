import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

test('what calls ask of a server is prepared, on each connection that they come by', async () => {
  const app = await openTestApp();
  try {
    const maya = await app.as('maya@example.com');
    for (let call = 0; call < 30; call += 1) await maya.call(listLines, {});
    const asked = await preparedOn(app);
    expect(asked('lines')).toBe(30);
    expect(asked('sessions')).toBe(30);
  } finally {
    await app.close();
  }
});

/** How often the prepared statements of all connections for calls were asked, by table. */
async function preparedOn({ app }: TestApp): Promise<(table: string) => number> {
  // As many at once as there may be connections, and each takes its time: all are looked at.
  const looks = await Promise.all(
    Array.from({ length: 32 }, () =>
      sql<{ key: string; statement: string; asked: number }>`
        select pg_backend_pid() || name as key, statement, generic_plans + custom_plans as asked
        from pg_prepared_statements, pg_sleep(0.2) where name like 'p\\_%'`.execute(app.db.query),
    ),
  );
  const seen = new Map(looks.flatMap(({ rows }) => rows).map((row) => [row.key, row]));
  return (table) =>
    [...seen.values()]
      .filter(({ statement }) => statement.includes(`from "${table}"`))
      .reduce((sum, { asked }) => sum + asked, 0);
}
