import { sql, type Kysely } from 'kysely';

/** Owner: adapters/payment. Disputes at the simulated provider, and keys that it forgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_pay_disputes (
      ref text primary key,
      charge_ref text not null unique references sandbox_pay_charges (ref),
      amount_cents integer not null,
      reason text not null,
      status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
      created_at timestamptz not null
    )`.execute(db);
  // A key is known for a day; what it was made for can be looked up for ever.
  for (const table of ['sandbox_pay_charges', 'sandbox_pay_refunds']) {
    const rows = sql.table(table);
    await sql`alter table ${rows} add column made_for text`.execute(db);
    await sql`update ${rows} set made_for = key`.execute(db);
    await sql`alter table ${rows} alter column made_for set not null`.execute(db);
    const index = sql.ref(`${table}_made_for`);
    await sql`create index ${index} on ${rows} (made_for)`.execute(db);
  }
}
