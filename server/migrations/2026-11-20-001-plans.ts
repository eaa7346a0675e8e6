import { sql, type Kysely } from 'kysely';

/** Owner: plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      tenant_id integer not null,
      id text not null,
      position integer not null,
      nickname text not null,
      retail_name text not null,
      retail_description text not null,
      price_cents integer not null check (price_cents >= 0),
      popular boolean not null,
      flag integer not null,
      on_sale boolean not null default true,
      primary key (tenant_id, id)
    )`.execute(db);
}
