import { listSessions } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, later } from '../clock.ts';
import { handlers, schedules } from '../slices.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function sweep(job: string) {
  expect(schedules.map((one) => one.job.name)).toContain(job);
  await handlers.find((one) => one.job.name === job)?.run(app.app, {});
}

test.each([
  ['drop-carrier-notices', 'carrier_notices'],
  ['drop-payment-notices', 'payment_notices'],
])('%s: what nobody repeats any more is not remembered', async (job, table) => {
  const { db, clock } = app.app;
  for (const ago of [91, 89]) {
    await sql`
      insert into ${sql.table(table)} (id, about, ref, received_at)
      values (${`sweep ${ago}`}, '', '', ${later(clock.now(), -days(ago))})`.execute(db.query);
  }
  await sweep(job);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id like 'sweep %'`.execute(db.query);
  expect(rows).toEqual([{ id: 'sweep 89' }]);
});

test.each([
  ['drop-activity', 'activity', 'at', 3 * 366 + 30],
  ['drop-contact-messages', 'contact_messages', 'created_at', 2 * 366],
  ['drop-card-setups', 'card_setups', 'created_at', 90],
  ['drop-port-in-drafts', 'port_ins', 'updated_at', 90],
])(
  '%s: what is older than anybody may ask for is gone, and nothing else',
  async (job, table, column, kept) => {
    const { db, clock } = app.app;
    const { rows } = await sql<{ id: string }>`select id from customers limit 1`.execute(db.query);
    const customer = rows[0]?.id ?? '';
    const more: Record<string, Record<string, unknown>> = {
      activity: {
        kind: 'signed_in',
        detail: '{}',
        network: '',
        user_agent: '',
        customer_id: customer,
      },
      contact_messages: { name: '', email: '', message: '', language: 'en' },
      card_setups: { customer_id: customer, status: 'complete' },
      port_ins: {
        msisdn: '2125550100',
        zip_code: '10038',
        sim_type: 'esim',
        created_at: clock.now(),
      },
    };
    const add = async (id: string, ago: number, change: Record<string, unknown> = {}) => {
      const row: Record<string, unknown> = {
        id,
        tenant_id: 6,
        [column]: later(clock.now(), -days(ago)),
        ...(table === 'card_setups' && { session_id: id }),
        ...(table === 'port_ins' && { status: 'expired' }),
        ...more[table],
        ...change,
      };
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(row));
      await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db.query);
    };
    await add('sweep old', kept + 1);
    await add('sweep young', kept - 1);
    const stay = ['sweep young'];
    if (table === 'card_setups') {
      await add('sweep open', kept + 1, { status: 'open' });
      stay.push('sweep open');
    }
    if (table === 'port_ins') {
      // A record of a port, and one that is still under way.
      await add('sweep asked for', kept + 1, { attempt: 1, status: 'cancelled' });
      await add('sweep draft', kept + 1, { status: 'draft' });
      stay.push('sweep asked for', 'sweep draft');
    }
    await sweep(job);
    const left = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id like 'sweep %'`.execute(db.query);
    expect(left.rows.map((row) => row.id).toSorted()).toEqual(stay.toSorted());
  },
);

test('drop-sessions: a session that is long over is forgotten, one that goes on is not', async () => {
  const own = await newcomer(app);
  const held = async () => {
    const { rows } = await sql<{ id: string }>`
      select sessions.id from sessions join customers on customers.id = customer_id
      where email = ${own.email}`.execute(app.app.db.query);
    return rows.length;
  };
  await sweep('drop-sessions');
  expect((await own.call(listSessions, {})).sessions).toHaveLength(1);
  app.clock.move(days(89));
  await sweep('drop-sessions');
  expect(await held()).toBe(1);
  app.clock.move(days(60));
  await sweep('drop-sessions');
  expect(await held()).toBe(0);
  app.clock.move(-days(149));
});
