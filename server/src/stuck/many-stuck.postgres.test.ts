import { viewUser } from '@portside/contract/account';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyFor, portInWhen } from '../testing/porting.ts';
import { planOf } from '../testing/query-plan.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { watchStatements } from '../testing/watched-statements.ts';
import { findStuck } from './list-stuck.ts';

const HARBOR = 6;
const MANY = 5000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const find = () => findStuck(app.app, app.app.db.query, HARBOR);

/** What finding all that is stuck asks about these rows. */
async function asked(which: RegExp) {
  const seen = watchStatements();
  await find();
  return seen().filter(({ text }) => which.test(text));
}

async function comesBack(id: string, address: string): Promise<void> {
  await sql`insert into email_returns (id, tenant_id, address, kind, blames_address, reason, at)
    values (${id}, ${HARBOR}, ${address}, 'bounced', true, '550', ${app.clock.now()})`.execute(
    app.app.db.query,
  );
}

test('[L06] whose the addresses are that emails came back from is asked once, however many they are', async () => {
  const people = await Promise.all([newcomer(app), newcomer(app), newcomer(app)]);
  const ids = await Promise.all(people.map(async (one) => (await one.call(viewUser, {})).id));
  // Of two with one address whoever has confirmed it counts.
  await sql`update customers set email = ${people[0]?.email}, email_verified = false,
    holds_email = false where id = ${ids[2]}`.execute(app.app.db.query);
  await sql`update customers set email_verified = true where id = ${ids[0]}`.execute(
    app.app.db.query,
  );
  await comesBack('first', people[0]?.email ?? '');
  const few = await asked(/from "?customers"?/);
  await comesBack('second', (people[1]?.email ?? '').toUpperCase());
  await comesBack('third', 'nobody@example.com');
  expect(await asked(/from "?customers"?/)).toHaveLength(few.length);
  const found = (await find()).filter(({ kind }) => kind === 'email');
  const whose = new Map(found.map((one) => [one.subject, one.customerId]));
  expect(whose).toEqual(
    new Map([
      ['first', ids[0]],
      ['second', ids[1]],
      ['third', undefined],
    ]),
  );
});

test('[L06] a port-in of many steps is listed with its newest answer, and the others are not read', async () => {
  const { query } = app.app.db;
  const customer = await newcomer(app);
  const { portInId } = await buyFor(app, customer, '2125550190');
  await portInWhen(app, customer, portInId, 'action_needed');
  await sql`insert into port_in_steps (port_in_id, attempt, status, reason, raw_code, raw_text, at)
    select ${portInId}, 1, 'action_needed', reason, 'R' || n, 'Answer ' || n, ${app.clock.now()}
    from port_ins, generate_series(1, ${MANY}::int) as n where id = ${portInId}`.execute(query);
  // The last one has no words.
  await sql`insert into port_in_steps (port_in_id, attempt, status, at)
    values (${portInId}, 1, 'action_needed', ${app.clock.now()})`.execute(query);
  await sql`analyze port_in_steps`.execute(query);
  const reads = await asked(/port_in_steps/);
  expect(reads).toHaveLength(1);
  const { database } = app.app.config;
  if (database.kind !== 'postgres') throw new Error('This is about a server');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const read of reads) {
      expect((await planOf(client, read, new Set())).rows).toBeLessThan(20);
    }
  } finally {
    await client.end();
  }
  const item = (await find()).find(({ subject }) => subject === portInId);
  expect(item?.reason).toContain(`“R${MANY} Answer ${MANY}”`);
});
