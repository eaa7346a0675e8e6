import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { viewLine } from '@portside/contract/line-detail';
import { listNeeds } from '@portside/contract/needs';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { freshKey } from '../testing/line-life.ts';
import { moneyLife } from '../testing/money-life.ts';
import { cards, paymentToken } from '../testing/shopping.ts';
import { watchStatements } from '../testing/watched-statements.ts';

const LONG_AGO = 200;

let world: HandWorked;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

test('[K10] a line’s page, its usage and the dashboard read of its add-ons only those that it has now', async () => {
  const { app } = world.app;
  const { noa, lineId: id } = await moneyLife(world).begin();
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const token = await paymentToken(world.app, cards.visa);
  await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  await world.pass(1);
  const pages = async () => [
    (await noa.call(viewLine, { id })).addOns,
    (await noa.call(viewUsage, { id })).meters,
    (await noa.call(listNeeds, {})).data,
  ];
  const before = await pages();
  await sql`
    insert into line_add_ons select (jsonb_populate_record(line_add_ons, jsonb_build_object(
      'id', 'lad_ago' || n, 'starts_at', starts_at - interval '90 days',
      'ends_at', ends_at - interval '90 days', 'created_at', created_at - interval '90 days'))).*
    from line_add_ons, generate_series(1, ${LONG_AGO}::int) as n where line_id = ${id}`.execute(
    app.db.query,
  );
  const seen = watchStatements();
  const after = await pages();
  const asked = seen().filter(({ text }) => /^\s*select .*line_add_ons/s.test(text));
  expect(after).toEqual(before);
  expect(asked.length).toBeGreaterThan(2);
  const { database } = app.config;
  if (database.kind !== 'postgres') throw new Error('This is about a server');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const { text, values } of asked) {
      expect((await client.query(text, [...values])).rows.length).toBeLessThanOrEqual(1);
    }
  } finally {
    await client.end();
  }
});
