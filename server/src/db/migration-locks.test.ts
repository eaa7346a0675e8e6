import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { effectsOf } from '../testing/migration-effects.ts';
import { objections, objectionsOutside } from '../testing/migration-rules.ts';
import { migrationsBefore } from '../testing/migrations-before.ts';
import { openDatabase, type Database, type Query } from './database.ts';

const folder = resolve(import.meta.dirname, '../../migrations');

interface File {
  up(db: Query): Promise<void>;
  outsideTransaction?: boolean;
}
const load = async (name: string) => (await import(`${folder}/${name}.ts`)) as File;

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = () => fresh.drop();
  db = await openDatabase(fresh.settings);
  await sql`create table owners (id text primary key)`.execute(db.query);
  await sql`
    create table things (id text primary key, owner text, size integer)`.execute(db.query);
  await sql`insert into things values ('a', 'b', 1)`.execute(db.query);
});
afterAll(async () => {
  await db.close();
  await drop();
});

test('[N04] no migration locks a table that customers use, or takes away what the version before reads', async () => {
  for (const name of migrationsBefore) {
    const file = await load(name);
    await db.transaction((tx) => file.up(tx));
  }
  const all = (await readdir(folder)).map((file) => file.replace(/\.ts$/, '')).toSorted();
  expect(all).toEqual(expect.arrayContaining([...migrationsBefore]));
  const found: string[] = [];
  for (const name of all.filter((one) => !migrationsBefore.includes(one))) {
    for (const one of await judge(await load(name))) found.push(`${name}: ${one}`);
  }
  expect(found).toEqual([]);
});

async function judge(file: File): Promise<string[]> {
  if (!file.outsideTransaction) {
    return db.transaction(async (tx) =>
      (await effectsOf(tx, () => file.up(tx))).flatMap(objections),
    );
  }
  const statements: string[] = [];
  const seen = db.query.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.query.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await file.up(seen);
  return objectionsOutside(statements);
}

class TakenBack extends Error {}

/** What the check says of a statement about tables that were there before. */
async function saidOf(statement: string): Promise<string> {
  const said: string[] = [];
  const tried = db.transaction(async (tx) => {
    const effects = await effectsOf(tx, async () => {
      await sql.raw(statement).execute(tx);
    });
    said.push(...effects.flatMap(objections));
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  return said.join('\n');
}

const fine = [
  ['a new column that may be null', 'alter table things add column note text'],
  ['a new column with a constant', 'alter table things add column n integer not null default 0'],
  ['a new table that points to it', 'create table parts (id text, thing text references things)'],
  [
    'a constraint for later',
    'alter table things add constraint big check (size > 0) not valid, add constraint owned foreign key (owner) references owners not valid',
  ],
] as const;
for (const [what, statement] of fine) {
  test(`[N04] ${what} is fine beside customers`, async () => {
    expect(await saidOf(statement)).toBe('');
  });
}

const refused = [
  ['an index', 'create index by_owner on things (owner)', /by_owner: nobody can write to things/],
  [
    'a constraint that is checked at once',
    'alter table things add constraint big check (size > 0)',
    /gone through under AccessExclusiveLock: add a constraint "not valid"/,
  ],
  ['not null', 'alter table things alter column size set not null', /things.size must be given/],
  [
    'a new column that must be given',
    'alter table owners add column n text not null',
    /owners.n must/,
  ],
  ['another type', 'alter table things alter column size type bigint', /things.size is gone/],
  [
    'a computed default',
    'alter table things add column at timestamptz default clock_timestamp()',
    /things is written anew/,
  ],
  ['another name', 'alter table things rename column size to length', /things.size is gone/],
  ['a column less', 'alter table things drop column size', /things.size is gone/],
  ['a table less', 'drop table things', /things is gone/],
  ['rows changed in one go', 'update things set size = 2', /rows of things are changed/],
] as const;
for (const [what, statement, said] of refused) {
  test(`[N04] ${what} is refused, and what to do instead is named`, async () => {
    expect(await saidOf(statement)).toMatch(said);
  });
}

test('[N04] outside of a transaction only what is harmless when repeated is run', () => {
  expect(objectionsOutside(['create index concurrently if not exists a on b (c)'])).toEqual([]);
  expect(objectionsOutside(['alter table b add column d text'])).toEqual([
    'outside of a transaction: alter table b add column d text',
  ]);
});
