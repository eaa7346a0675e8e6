import { sql } from 'kysely';
import type { Query } from '../db/database.ts';

const TENANT = 6;

/**
 * What a big shop has besides customers, orders and lines (big-database.ts): so many rows of each
 * table that grows with every visit, spread over the last three months.
 */
export async function crowdTables(db: Query, rows: number): Promise<void> {
  const one = sql`generate_series(1, ${rows}::int) as n`;
  const at = sql`now() - (n % 90) * interval '1 day'`;
  const customer = sql`(array(select id from customers order by id limit 5000))[1 + n % 5000]`;
  const line = sql`(array(select id from lines order by id limit 5000))[1 + n % 5000]`;
  for (const statement of [
    sql`insert into codes (tenant_id, purpose, subject, id, address, tries, asked_at, expires_at)
      select ${TENANT}, 'login', 'crowd' || n, 'cod_crowd' || n, 'crowd' || n || '@example.com', 0,
        ${at}, now() + interval '1 hour' from ${one}`,
    sql`insert into tickets (hash, tenant_id, purpose, subject, note, expires_at)
      select 'crowd' || n, ${TENANT}, 'reset', 'crowd' || n, '', now() + interval '1 hour' from ${one}`,
    sql`insert into events (tenant_id, customer_id, kind, about, status, at)
      select ${TENANT}, ${customer}, 'line', 'lin_' || n, 'active', now() - n * interval '36 ms'
      from ${one}`,
    sql`insert into quotes (id, tenant_id, cart_id, plan_id, plan_name, plan_flag, zip_code, state,
        lines, total_cents, estimated, created_at, expires_at)
      select 'quo_crowd' || n, ${TENANT}, 'cart' || n, 'sloop-12', 'Sloop', 3, '10038', 'NY', '[]',
        2500, false, now(), now() + interval '1 hour' from ${one}`,
    sql`insert into carrier_notices (id, about, ref, received_at)
      select 'crowd' || n, 'activation', 'ref' || n, ${at} from ${one}`,
    sql`insert into payment_notices (id, about, ref, received_at)
      select 'crowd' || n, 'payment', 'ref' || n, ${at} from ${one}`,
    sql`insert into known_browsers (tenant_id, customer_id, browser_id, since, seen_at)
      select ${TENANT}, ${customer}, 'crowd' || n, ${at}, ${at} from ${one}`,
    sql`insert into push_subscriptions (id, tenant_id, customer_id, session_id, browser_id, user_agent,
        endpoint_hash, sealed, kinds, created_at)
      select 'psh_crowd' || n, ${TENANT}, ${customer}, 'crowd' || n, 'crowd' || n, '', 'crowd' || n, '',
        'usage', ${at} from ${one}`,
    sql`insert into limits (key, points, expire)
      select 'crowd' || n, 1, extract(epoch from now()) * 1000 + 3600000 from ${one}`,
    sql`insert into used_proofs (hash, expires_at)
      select 'crowd' || n, now() + interval '5 minutes' from ${one}`,
    sql`insert into chats (id, tenant_id, browser_id, language, created_at, written_at)
      select 'cht_crowd' || n, ${TENANT}, 'crowd' || n, 'en', now(), now() from ${one}`,
    sql`insert into chat_messages (id, chat_id, author, text, masked, at, read_at)
      select 'msg_crowd' || n, 'cht_crowd' || n, 'desk', 'Hello', false, now(), now() from ${one}`,
    sql`insert into port_in_steps (port_in_id, attempt, status, at)
      select id, 1, 'completed', ${at} from port_ins, ${one}
      where n <= greatest(1, ${rows} / (select count(*) from port_ins))`,
    sql`insert into port_outs (ref, tenant_id, line_id, msisdn, state, created_at, at)
      select 'crowd' || n, ${TENANT}, ${line}, '646555' || n, 'cancelled', ${at}, ${at} from ${one}`,
    sql`insert into line_periods (id, tenant_id, line_id, number, starts_at, ends_at, plan_id,
        plan_name, price_cents, paid_cents, created_at)
      select 'per_crowd' || n, ${TENANT}, ${line}, 1 + n / 5000, ${at} - interval '1 year',
        ${at} - interval '335 days', 'sloop-12', 'Sloop', 2500, 2500, ${at} - interval '1 year'
      from ${one}`,
    sql`insert into card_setups (id, tenant_id, customer_id, session_id, status, created_at)
      select 'set_crowd' || n, ${TENANT}, ${customer}, 'crowd' || n, 'complete', ${at} from ${one}`,
    sql`insert into pgboss.job (name, data, state, completed_on, created_on)
      select 'send-letter', '{}', 'completed', now(), now() from ${one}`,
  ]) {
    await statement.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}
