import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { later, minutes } from '../clock.ts';
import { openDatabase } from '../db/database.ts';
import { migratedDatabase } from '../testing/fresh-database.ts';
import { touchSession } from './store.ts';

test('a session that is used stays where it is in the table, without a new entry in any index', async () => {
  const database = await migratedDatabase();
  const db = await openDatabase(database.settings);
  try {
    await sql`insert into customers (id, tenant_id, email, first_name, last_name, created_at)
      values ('usr_1', 6, 'ann@example.com', 'Ann', 'Bee', now())`.execute(db.query);
    await sql`insert into sessions (id, tenant_id, customer_id, created_at, expires_at, network,
        user_agent, last_seen_at, unused_until)
      select 'ses_' || n, 6, 'usr_1', now(), now() + interval '30 days', '192.0.2.1', 'Browser',
        now(), now() + interval '3 days'
      from generate_series(1, 400) as n`.execute(db.query);
    const now = new Date();
    for (let n = 1; n <= 400; n += 4) {
      const seen = { at: now, network: '192.0.2.2', unusedUntil: later(now, minutes(60)) };
      await touchSession(db.query, `ses_${n}`, seen);
    }
    await db.close();
    const look = await openDatabase(database.settings);
    const counted = async () => {
      const { rows } = await sql<{ all: number; hot: number }>`
        select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables
        where relname = 'sessions'`.execute(look.query);
      return rows[0];
    };
    // The server's process counts as it ends, a moment after its connection.
    await expect.poll(async () => (await counted())?.all).toBe(100);
    expect(await counted()).toEqual({ all: 100, hot: 100 });
    await look.close();
  } finally {
    await database.drop();
  }
});
