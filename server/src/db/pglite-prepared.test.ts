import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { prepareFrequent } from './pglite-prepared.ts';

let db: Database;
beforeAll(async () => {
  db = await openDatabase({ kind: 'memory' });
});
afterAll(() => db.close());
beforeEach(async () => {
  await sql`drop table if exists shelf`.execute(db.query);
  await sql`create table shelf (id int primary key, label text)`.execute(db.query);
  await sql`insert into shelf values (1, 'first'), (2, null)`.execute(db.query);
});

const TIMES = Array.from({ length: 60 }, (_, at) => at);

const preparedNow = async (about: string) => {
  const found = await sql<{ name: string }>`
    select name from pg_prepared_statements where statement like ${`%${about}%`}`.execute(db.query);
  return found.rows.length;
};
const labelOf = async (id: number) =>
  (await sql<{ label: unknown }>`select label from shelf where id = ${id}`.execute(db.query)).rows;

test('what is often asked is prepared once, outside and inside a transaction', async () => {
  for (const _ of TIMES) expect(await labelOf(1)).toEqual([{ label: 'first' }]);
  expect(await preparedNow('select label from shelf')).toBe(1);
  const inside = await db.transaction(async (tx) => {
    for (const id of TIMES) {
      await sql`insert into shelf values (${id + 10}, ${`no. ${id}`})`.execute(tx);
    }
    const { rows } = await sql`select label from shelf where id = ${69}`.execute(tx);
    return rows;
  });
  expect(inside).toEqual([{ label: 'no. 59' }]);
  expect(await preparedNow('insert into shelf values ($1')).toBe(1);
  expect(await labelOf(2)).toEqual([{ label: null }]);
});

test('its answers are those that PGlite itself gives, whatever the columns and the arguments are', async () => {
  const one = await PGlite.create();
  await one.exec('create table written (n int); insert into written values (1), (2)');
  const plain = one.query.bind(one);
  prepareFrequent(one);
  const text = `select $1::timestamptz as at, null::timestamptz as never, $2::bool as yes,
    $3::float8 as half, 9007199254740991::int8 as many, $4::jsonb as json, $5::text[] as list,
    $6::text as "from.where", $7::int as none`;
  const asked = [
    [new Date('2026-11-23T00:12:34.567Z'), true, 1.5, { a: [1] }, ['x', null, 'y,z'], 'UTC', null],
    [new Date(0), false, -2, null, [], 'it’s', 7],
  ];
  const write = 'update written set n = n + $1 where n >= $2';
  for (const at of TIMES) {
    const values = asked[at % asked.length];
    expect(await one.query(text, values)).toEqual(await plain(text, values));
    expect(await one.query(write, [1, 2])).toEqual(await plain(write, [1, 2]));
  }
  const { rows } = await one.query('select name from pg_prepared_statements');
  expect(rows).toHaveLength(2);
  await one.close();
});

test('one that fails says why, spoils nothing after it, and takes its transaction back', async () => {
  const add = (id: number, at = db.query) => sql`insert into shelf values (${id}, 'x')`.execute(at);
  for (const id of TIMES) await add(id + 100);
  await expect(add(100)).rejects.toMatchObject({ code: '23505', constraint: 'shelf_pkey' });
  await expect(
    db.transaction(async (tx) => {
      await add(500, tx);
      await add(100, tx);
    }),
  ).rejects.toMatchObject({ code: '23505' });
  await add(501);
  const { rows } = await sql`select id from shelf where id >= 500`.execute(db.query);
  expect(rows).toEqual([{ id: 501 }]);
});

test('a change of its columns is noticed: outside a transaction it is asked again, inside it fails once', async () => {
  for (const _ of TIMES) await labelOf(1);
  await sql`alter table shelf alter label type int using 7`.execute(db.query);
  expect(await labelOf(1)).toEqual([{ label: 7 }]);
  await sql`alter table shelf alter label type text using 'no. ' || label`.execute(db.query);
  const inside = () =>
    db.transaction(
      async (tx) => (await sql`select label from shelf where id = ${1}`.execute(tx)).rows,
    );
  await expect(inside()).rejects.toMatchObject({ code: '0A000' });
  expect(await inside()).toEqual([{ label: 'no. 7' }]);
  expect(await labelOf(1)).toEqual([{ label: 'no. 7' }]);
});

test('a frequent `select *` is prepared with its columns, and outlives new and dropped ones', async () => {
  const all = () =>
    db.query
      .withTables<{ shelf: { id: number } }>()
      .selectFrom('shelf')
      .selectAll()
      .where('id', '=', 1)
      .execute();
  for (const _ of TIMES) expect(await all()).toEqual([{ id: 1, label: 'first' }]);
  expect(await preparedNow('"id", "label" from "shelf"')).toBe(1);
  await sql`alter table shelf add column more text`.execute(db.query);
  expect(await all()).toEqual([{ id: 1, label: 'first' }]);
  await sql`alter table shelf drop column label`.execute(db.query);
  await expect(all()).rejects.toMatchObject({ code: '42703' });
  expect(await all()).toEqual([{ id: 1, more: null }]);
});

test('statements of the queue and of a transaction do not mix', async () => {
  const queue = 'db' in db.forJobs ? db.forJobs.db : undefined;
  const ofQueue = () => queue?.executeSql('select label from shelf where id = $1', [1]);
  for (const _ of TIMES) await ofQueue();
  let isOver = false;
  const held = db.transaction(async (tx) => {
    await sql`update shelf set label = ${'changed'} where id = ${1}`.execute(tx);
    const asked = ofQueue()?.then((answer) => ({ answer, isOver }));
    await sql`select label from shelf where id = ${2}`.execute(tx);
    isOver = true;
    return { asked };
  });
  const { asked } = await held;
  expect(await asked).toEqual({
    answer: expect.objectContaining({ rows: [{ label: 'changed' }] }),
    isOver: true,
  });
});
