import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseOf } from '../testing/old-database.ts';
import { migrate } from './migrate.ts';

test('refunds and receipts from before have what is known of them, and a refund under way keeps its key', async () => {
  const db = await databaseOf('2026-11-22-102-chat-before-login');
  const at = new Date('2026-11-01T12:00:00Z');
  await sql`insert into customers (id, tenant_id, email, email_verified, first_name, last_name,
      contact_number, street_number, street_direction, street_name, city, state, zip_code,
      has_password, language, created_at)
    values ('usr_1', 6, 'ann@example.com', true, 'Ann', 'Bee', '', '12', '', 'Pier Road', 'Reno',
      'NV', '89501', true, 'en', ${at})`.execute(db.query);
  for (const [id, charge, order] of [
    ['1', 'refunded', 'refunded'],
    ['2', 'paid', 'refunding'],
    ['3', 'paid', 'paid'],
  ] as const) {
    await sql`insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
        created_at, updated_at)
      values (${`ord_${id}`}, 6, 'usr_1', ${`cart_${id}`}, ${order}, 2, '{}', '{}', ${at}, ${at})`.execute(
      db.query,
    );
    await sql`insert into charges (id, tenant_id, customer_id, order_id, attempt, idempotency_key,
        amount_cents, item, amounts, method, status, payment_ref, created_at, language)
      values (${`chg_${id}`}, 6, 'usr_1', ${`ord_${id}`}, 2, 'key', 2849, 'Sloop', '{}', '{}',
        ${charge}, ${`pi_${id}`}, ${at}, 'en')`.execute(db.query);
    await sql`insert into transactions (id, tenant_id, customer_id, charge_id, order_id, item,
        transaction_time, successful, amounts, final_cents, last4_digits)
      values (${`trx_${id}`}, 6, 'usr_1', ${`chg_${id}`}, ${`ord_${id}`}, 'Sloop', ${at}, true,
        '{}', 2849, '4242')`.execute(db.query);
  }
  await migrate(db);
  const charges = await sql`select status from charges order by id`.execute(db.query);
  expect(charges.rows).toEqual([
    { status: 'refunded' },
    { status: 'refunding' },
    { status: 'paid' },
  ]);
  const refunds = await sql`select key, status, number from refunds order by id`.execute(db.query);
  expect(refunds.rows).toEqual([
    { key: 'refund:ord_1:2', status: 'refunded', number: 1 },
    { key: 'refund:ord_2:2', status: 'requested', number: 1 },
  ]);
  const receipts = await sql`select customer, seller from transactions`.execute(db.query);
  const customer = ['Ann Bee', '12 Pier Road', 'Reno, NV 89501', 'ann@example.com'];
  const frozen = { customer, seller: null };
  expect(receipts.rows).toEqual([frozen, frozen, frozen]);
});

test('of customers who were erased before, where they turned autopay on goes from their orders', async () => {
  const db = await databaseOf('2026-11-28-970-what-waits-at-the-desk');
  const at = new Date('2026-11-01T12:00:00Z');
  const whence = { network: '203.0.113.7', userAgent: 'Firefox' };
  const details = { autopay: '1', language: 'en', ...whence };
  // More of them than the migration takes at once.
  await sql`insert into customers (id, tenant_id, email, email_verified, first_name, last_name,
      contact_number, street_number, street_direction, street_name, city, state, zip_code,
      has_password, language, created_at, erased_at)
    select 'usr_' || n, 6, 'usr_' || n, false, '', '', '', '', '', '', '', '', '', false, 'en', ${at},
      case when n > 1 then ${at}::timestamptz end
    from generate_series(1, 1200) n`.execute(db.query);
  await sql`insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
      details, created_at, updated_at)
    select 'ord_' || n, 6, 'usr_' || n, 'cart_' || n, 'paid', 1, '{}', '{}', ${details}::jsonb,
      ${at}, ${at} from generate_series(1, 1200) n`.execute(db.query);
  await migrate(db);
  const { rows } = await sql<{ details: unknown; count: number }>`
    select details, count(*)::int as count from orders group by details order by count`.execute(
    db.query,
  );
  expect(rows).toEqual([
    { details, count: 1 },
    { details: { autopay: '1', language: 'en' }, count: 1199 },
  ]);
});
