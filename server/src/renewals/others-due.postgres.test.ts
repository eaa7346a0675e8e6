import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../db/database.ts';
import { ownerOf } from '../http/who.ts';
import { migratedDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { planOf } from '../testing/query-plan.ts';
import { watchStatements } from '../testing/watched-statements.ts';
import * as autopay from './autopay-store.ts';
import * as reminders from './pay-reminder-store.ts';

const CUSTOMERS = 10_000;
/** Rows of one customer; an index of all lines has many times as many. */
const PAGES = 40;

let database: TestDatabase;
let db: Database;
let client: pg.Client;
beforeAll(async () => {
  database = await migratedDatabase();
  if (database.settings.kind !== 'postgres') throw new Error('This is about a server');
  db = await openDatabase(database.settings);
  client = new pg.Client({ connectionString: database.settings.url });
  await client.connect();
  await sql`insert into customers (id, tenant_id, email, first_name, last_name, created_at)
    select 'usr_' || n, 6, n || '@example.com', 'Ann', 'Bee', now()
    from generate_series(1, ${CUSTOMERS}::int) as n`.execute(db.query);
  // Three lines each, all of them due: one pays by itself, two by hand.
  await sql`insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname,
      zip_code, sim_type, iccid, status, paid_until, created_at)
    select 'lin_' || n || which, 6, 'usr_' || n, 'pln_1', 'Plan', 1, '', '10001', 'esim',
      n || which, 'active', now() + interval '1 day', now()
    from generate_series(1, ${CUSTOMERS}::int) as n, unnest(array['a', 'b', 'c']) as which`.execute(
    db.query,
  );
  await sql`insert into line_autopay (line_id, tenant_id, is_on, announce_at, updated_at)
    select id, tenant_id, true, now(), now() from lines where id like '%a'`.execute(db.query);
  await client.query('analyze');
});
afterAll(async () => {
  await client?.end();
  await db?.close();
  await database?.drop();
});

const owner = ownerOf(6, 'usr_500');
const soon = new Date(Date.now() + 86_400_000);

async function pagesOf(work: () => Promise<unknown>) {
  const seen = watchStatements();
  await work();
  const [asked] = seen().filter(({ text }) => /customer_id = /.test(text));
  if (!asked) throw new Error('Nothing was asked about a customer');
  return (await planOf(client, asked, new Set(['lines']))).pages;
}

test('[K26] what else of a customer is due is found by their own lines, however many others there are', async () => {
  const byHand = { id: 'lin_500b', owner };
  const due = await reminders.othersDue(db.query, byHand, soon);
  expect(due.map(({ id }) => id)).toEqual(['lin_500c']);
  expect(await pagesOf(() => reminders.othersDue(db.query, byHand, soon))).toBeLessThan(PAGES);
});

test('[K05] so is what autopay tells with it', async () => {
  const told = (id: string) => autopay.othersDue(db.query, { id, owner }, 'told', soon);
  expect(await told('lin_500b')).toBe(true);
  expect(await told('lin_500a')).toBe(false);
  expect(await pagesOf(() => told('lin_500a'))).toBeLessThan(PAGES);
});
