import { sql, type Kysely } from 'kysely';

/**
 * Owner: payments. What banks report as fraud before they dispute it, by the provider's word
 * (docs/decisions/0989). Owner: adapters/payment. The same at the simulated provider.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fraud_warnings (
      id text primary key,
      tenant_id integer not null,
      charge_id text not null references charges (id),
      warning_ref text not null,
      reason text not null,
      actionable boolean not null,
      opened_at timestamptz not null,
      read_at timestamptz not null,
      left_by text,
      left_at timestamptz,
      unique (charge_id, warning_ref)
    )`.execute(db);
  await sql`create index fraud_warnings_waiting on fraud_warnings (opened_at)
    where actionable and left_at is null`.execute(db);
  await sql`
    create table sandbox_pay_warnings (
      ref text primary key,
      charge_ref text not null unique references sandbox_pay_charges (ref),
      reason text not null,
      created_at timestamptz not null
    )`.execute(db);
}
