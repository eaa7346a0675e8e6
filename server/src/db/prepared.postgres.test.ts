import { listLines, updateNickname } from '@portside/contract/lines';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import type { Query } from './database.ts';
import { prepared } from './prepared.ts';

test('what calls ask of a server is prepared, on each connection that they come by', async () => {
  const app = await openTestApp();
  try {
    const maya = await app.as('maya@example.com');
    for (let call = 0; call < 10; call += 1) await maya.call(listLines, {});
    // So many at once that not all of them find place on a shared connection.
    await Promise.all(Array.from({ length: 60 }, () => maya.call(listLines, {})));
    const asked = await preparedOn(app);
    expect(asked('lines')).toBe(70);
    expect(asked('sessions')).toBe(70);
  } finally {
    await app.close();
  }
});

test('a write that is often made is prepared', async () => {
  const app = await openTestApp();
  try {
    const maya = await app.as('maya@example.com');
    const [line] = (await maya.call(listLines, {})).lines;
    for (let call = 0; call < 60; call += 1) {
      await maya.call(updateNickname, { id: line?.id ?? '', nickname: `Line ${call}` });
    }
    expect((await preparedOn(app, 'update'))('lines')).toBeGreaterThan(30);
    const { lines } = await maya.call(listLines, {});
    expect(lines[0]?.nickname).toBe('Line 59');
  } finally {
    await app.close();
  }
});

test('a frequent `select *` is prepared with its columns, and outlives new and dropped ones', async () => {
  const app = await openTestApp();
  try {
    const { query } = app.app.db;
    await sql`create table shelf (id text primary key, label text, gone text)`.execute(query);
    await sql`insert into shelf values ('a', 'first', 'x')`.execute(query);
    const shelf = query.withTables<{ shelf: { id: string } }>();
    const find = (id: string) =>
      shelf.selectFrom('shelf').selectAll().where('id', '=', id).execute();
    for (let time = 0; time < 60; time += 1) {
      expect(await find('a')).toEqual([{ id: 'a', label: 'first', gone: 'x' }]);
    }
    expect((await preparedOn(app))('shelf')).toBeGreaterThan(30);
    await sql`alter table shelf add column more text`.execute(query);
    expect(await find('a')).toEqual([{ id: 'a', label: 'first', gone: 'x' }]);
    // The pool's connections refuse it until they have heard; a shared one hands it on at once.
    await sql`alter table shelf drop column gone`.execute(query);
    await find('a').catch(() => {});
    expect(await find('a')).toMatchObject([{ id: 'a', label: 'first' }]);
  } finally {
    await app.close();
  }
});

interface Seen {
  key: string;
  statement: string;
  asked: number;
}

const look = (wait: number) => sql<Seen>`
  select pg_backend_pid() || name as key, statement, generic_plans + custom_plans as asked
  from pg_prepared_statements, pg_sleep(${wait}) where name like 'p\\_%'`;
const lookByShared = prepared((db: Query, wait: number) => look(wait).compile(db));

/** How often the prepared statements of all connections for calls were asked, by table. */
async function preparedOn({ app }: TestApp, verb = 'from'): Promise<(table: string) => number> {
  // As many at once as there may be connections of each kind: all are looked at.
  const looks = await Promise.all(
    Array.from({ length: 32 }, async () => [
      ...(await lookByShared(app.db.query, 0)),
      ...(await look(0.2).execute(app.db.query)).rows,
    ]),
  );
  const seen = new Map(looks.flat().map((row) => [row.key, row]));
  return (table) =>
    [...seen.values()]
      .filter(({ statement }) => statement.includes(`${verb} "${table}"`))
      .reduce((sum, { asked }) => sum + asked, 0);
}
