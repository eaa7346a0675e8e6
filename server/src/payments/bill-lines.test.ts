import { languages } from '@portside/contract/language';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { databaseOf } from '../testing/old-database.ts';
import { sumUp } from './amounts.ts';
import { kindOf, labelOf, writeLines, type BillLine } from './bill-lines.ts';

const one: Record<BillLine['kind'], BillLine> = {
  plan: { kind: 'plan', name: 'Sloop 12 GB', cents: 2500 },
  add_on: { kind: 'add_on', name: '2 GB more', cents: 600 },
  unused_days: { kind: 'unused_days', days: '12', cents: -480 },
  credit: { kind: 'credit', cents: -250 },
  credit_left: { kind: 'credit_left', cents: 120 },
  discount: { kind: 'discount', code: 'WELCOME10', cents: -250 },
  activation: { kind: 'activation', cents: 500 },
  company_fee: { kind: 'company_fee', company: 'Harbor', cents: 149 },
  tax: { kind: 'tax', place: 'New York', cents: 256 },
  government_fee: { kind: 'government_fee', place: 'New York', cents: 120 },
  other: { kind: 'other', of: 'tax', text: 'Utility Users Tax {8%}', cents: 12 },
};

test.each(languages)(
  'each kind of line has a sentence in %s, with all of its values',
  (language) => {
    for (const [kind, line] of Object.entries(one)) {
      const label = labelOf(line, language);
      const { kind: _kind, cents: _cents, ...values } = line;
      const shown = Object.entries(values).filter(([name]) => name !== 'of');
      for (const [, value] of shown) expect(label).toContain(value);
      expect(label).not.toMatch(/\{(?!8%)/);
      // A name is nobody's to translate; every other sentence is in the reader's language.
      const isName = kind === 'plan' || kind === 'add_on' || kind === 'other';
      expect(label !== labelOf(line, 'en')).toBe(language !== 'en' && !isName);
    }
  },
);

test('a line in a tax service’s words counts as the tax that it is', () => {
  expect(kindOf(one.other)).toBe('tax');
  expect(sumUp([one.tax, one.other]).taxAmount).toBe(268);
  expect(writeLines([one.other], 'es')).toEqual([
    { kind: 'tax', label: 'Utility Users Tax {8%}', amount: 0.12 },
  ]);
});

test('lines that were kept as English sentences are kinds and values after the migration', async () => {
  const db = await databaseOf('2026-11-22-361-sandbox-pay-owners');
  const at = new Date('2026-11-01T12:00:00Z');
  const old = [
    { kind: 'plan', label: 'Promo code of the sea 911 fee', cents: 2500 },
    { kind: 'discount', label: 'Promo code WELCOME10', cents: -250 },
    { kind: 'activation', label: 'Activation fee', cents: 500 },
    {
      kind: 'company_fee',
      label: 'Regulatory fee (charged by Bay (East), not a tax)',
      cents: 149,
    },
    { kind: 'tax', label: 'New York sales tax', cents: 256 },
    { kind: 'government_fee', label: 'New York 911 fee', cents: 120 },
    { kind: 'tax', label: 'Utility Users Tax', cents: 12 },
    { kind: 'activation', label: 'One-time activation fee', cents: 1 },
  ];
  const lines = JSON.stringify(old);
  const amounts = JSON.stringify({ orderTotal: 2500, finalCheckoutAmount: 3288, lines: old });
  const quote = JSON.stringify({ planId: 'sloop-12', amounts: JSON.parse(amounts) as object });
  await sql`insert into customers (id, tenant_id, email, email_verified, first_name, last_name,
      contact_number, street_number, street_direction, street_name, city, state, zip_code,
      has_password, language, created_at)
    values ('usr_1', 6, 'ann@example.com', true, 'Ann', 'Bee', '', '12', '', 'Pier Road', 'Reno',
      'NV', '89501', true, 'en', ${at})`.execute(db.query);
  await sql`insert into quotes (id, tenant_id, cart_id, plan_id, plan_name, plan_flag, zip_code,
      state, lines, total_cents, estimated, created_at, expires_at)
    values ('quo_1', 6, 'cart', 'sloop-12', 'Sloop', 1, '10038', 'NY', ${lines}, 3288, true, ${at},
      ${at}), ('quo_2', 6, 'cart', 'sloop-12', 'Sloop', 1, '10038', 'NY', '[]', 0, true, ${at},
      ${at})`.execute(db.query);
  await sql`insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
      created_at, updated_at)
    values ('ord_1', 6, 'usr_1', 'cart', 'paid', 1, ${quote}, '{}', ${at}, ${at}),
      ('ord_2', 6, 'usr_1', 'cart 2', 'paid', 1, '{}', '{}', ${at}, ${at})`.execute(db.query);
  await sql`insert into charges (id, tenant_id, customer_id, owner_kind, owner_id, attempt,
      idempotency_key, amount_cents, item, amounts, method, status, created_at, language, present)
    values ('chg_1', 6, 'usr_1', 'order', 'ord_1', 1, 'key', 3288, 'Sloop', ${amounts}, '{}',
      'paid', ${at}, 'en', true)`.execute(db.query);
  await sql`insert into transactions (id, tenant_id, customer_id, item, transaction_time,
      successful, amounts, final_cents, last4_digits)
    values ('trx_1', 6, 'usr_1', 'Sloop', ${at}, true, ${amounts}, 3288, ''),
      ('trx_2', 6, 'usr_1', 'Sloop', ${at}, true, '{}', 3288, '')`.execute(db.query);
  await migrate(db);
  const found = async (table: string, column: string) => {
    const { rows } = await sql<{ bill: unknown }>`
      select ${sql.ref(column)} as bill from ${sql.table(table)} order by id`.execute(db.query);
    return rows.map((row) => row.bill);
  };
  const known: BillLine[] = [
    { kind: 'plan', name: 'Promo code of the sea 911 fee', cents: 2500 },
    { kind: 'discount', code: 'WELCOME10', cents: -250 },
    { kind: 'activation', cents: 500 },
    { kind: 'company_fee', company: 'Bay (East)', cents: 149 },
    { kind: 'tax', place: 'New York', cents: 256 },
    { kind: 'government_fee', place: 'New York', cents: 120 },
    { kind: 'other', of: 'tax', text: 'Utility Users Tax', cents: 12 },
    { kind: 'other', of: 'activation', text: 'One-time activation fee', cents: 1 },
  ];
  const bill = { orderTotal: 2500, finalCheckoutAmount: 3288, lines: known };
  expect(await found('quotes', 'lines')).toEqual([known, []]);
  expect(await found('orders', 'quote')).toEqual([{ planId: 'sloop-12', amounts: bill }, {}]);
  expect(await found('charges', 'amounts')).toEqual([bill]);
  expect(await found('transactions', 'amounts')).toEqual([bill, {}]);
  // Read in English, each says what it said before.
  expect(writeLines(known, 'en')).toEqual(
    old.map(({ kind, label, cents }) => ({ kind, label, amount: cents / 100 })),
  );
});
