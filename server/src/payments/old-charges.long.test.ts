import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { later } from '../clock.ts';
import { migrate } from '../db/migrate.ts';
import { ownerOfRow } from '../http/who.ts';
import { databaseOf } from '../testing/old-database.ts';
import { attemptOfKey, findCharge, listCharges } from './charges.ts';
import { disputesOf } from './disputes.ts';
import { transactionOf } from './transaction-store.ts';
import { listRefunds } from './refunds.ts';
import { readBooks } from './books.ts';

test('charges from before pay for orders, and refunds and disputes know them by their charge', async () => {
  const db = await databaseOf('2026-11-22-280-sessions-known-browsers');
  const at = new Date('2026-11-01T12:00:00Z');
  await sql`insert into customers (id, tenant_id, email, email_verified, first_name, last_name,
      contact_number, street_number, street_direction, street_name, city, state, zip_code,
      has_password, language, created_at)
    values ('usr_1', 6, 'ann@example.com', true, 'Ann', 'Bee', '', '12', '', 'Pier Road', 'Reno',
      'NV', '89501', true, 'en', ${at})`.execute(db.query);
  for (const attempt of [1, 2]) {
    await sql`insert into charges (id, tenant_id, customer_id, order_id, attempt, idempotency_key,
        amount_cents, item, amounts, method, status, payment_ref, created_at, language)
      values (${`chg_${attempt}`}, 6, 'usr_1', 'ord_1', ${attempt}, ${`key ${attempt}`}, 2849,
        'Sloop', '{}', '{}', ${attempt === 1 ? 'declined' : 'refunding'}, ${`pi_${attempt}`}, ${at},
        'en')`.execute(db.query);
  }
  for (const [id, order] of [
    ['trx_1', null],
    ['trx_2', 'ord_1'],
  ]) {
    await sql`insert into transactions (id, tenant_id, customer_id, charge_id, order_id, item,
        transaction_time, successful, amounts, final_cents, last4_digits)
      values (${id}, 6, 'usr_1', ${order && 'chg_2'}, ${order}, 'Sloop', ${at}, true, '{}', 2849,
        '4242')`.execute(db.query);
  }
  await sql`insert into refunds (id, tenant_id, charge_id, order_id, number, key, amount_cents,
      status, origin, refund_ref, created_at)
    values ('rfd_1', 6, 'chg_2', 'ord_1', 1, 'refund:ord_1:2', 2849, 'pending', 'ours', 're_1',
      ${at})`.execute(db.query);
  await sql`insert into disputes (id, tenant_id, customer_id, charge_id, order_id, dispute_ref,
      status, reason, amount_cents, opened_at, updated_at)
    values ('dsp_1', 6, 'usr_1', 'chg_2', 'ord_1', 'dp_1', 'open', 'fraudulent', 2849, ${at},
      ${at})`.execute(db.query);
  await migrate(db);
  const none = { charges: [], refunds: [] };
  const order = { kind: 'order', id: 'ord_1' } as const;
  const second = { ...order, attempt: 2 };
  expect(await listCharges(db.query, order)).toMatchObject([
    { attempt: 1, status: 'declined', paymentRef: 'pi_1' },
    { attempt: 2, status: 'refunding', paymentRef: 'pi_2' },
  ]);
  const customer = ownerOfRow({ tenant_id: 6, customer_id: 'usr_1' });
  expect(await findCharge(db.query, customer, 'pi_2')).toEqual(second);
  expect(await attemptOfKey(db.query, order, 'key 1')).toBe(1);
  expect(await transactionOf(db.query, customer, order)).toMatchObject({ id: 'trx_2' });
  expect(await listRefunds(db.query, second)).toMatchObject([{ number: 1, status: 'pending' }]);
  expect(await disputesOf(db.query, order)).toMatchObject([{ disputeRef: 'dp_1', owner: order }]);
  const books = await readBooks(db.query, { from: at, before: later(at, 1) }, none);
  expect(books.refunds).toMatchObject([{ ref: 're_1', owner: order, status: 'pending' }]);
  expect(books.charges.map((one) => one.owner)).toEqual([order, order]);
});
