import { sql, type Kysely } from 'kysely';

/**
 * Owner: renewals. Whether a line pays for itself, and when next; what a customer agreed to is only
 * added to. `charge_at` is empty while nothing is to be charged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_autopay (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      is_on boolean not null,
      period_ends_at timestamptz,
      charge_at timestamptz,
      first_tried_at timestamptz,
      tries integer not null default 0,
      announce_at timestamptz,
      told_cents integer,
      card_told_at timestamptz,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index line_autopay_charge on line_autopay (charge_at) where is_on`.execute(db);
  await sql`create index line_autopay_announce on line_autopay (announce_at) where is_on`.execute(
    db,
  );
  await sql`
    create table autopay_consents (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      customer_id text not null,
      is_on boolean not null,
      version text not null,
      text text not null,
      language text not null,
      network text not null,
      user_agent text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index autopay_consents_of_line on autopay_consents (line_id, at)`.execute(db);
}
