import { sql, type Kysely } from 'kysely';

/** Owner: renewals; of `alert_choices` usage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pay_reminders (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      paid_until timestamptz not null,
      told_days integer not null
    )`.execute(db);
  await sql`
    alter table alert_choices
      add column pay_7 boolean not null default true,
      add column pay_3 boolean not null default true,
      add column pay_1 boolean not null default true`.execute(db);
}
