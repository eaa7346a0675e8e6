import { sql, type Kysely } from 'kysely';

/** Owner: plans. What a brand sells besides its plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table add_ons (
      tenant_id integer not null,
      id text not null,
      position integer not null,
      name text not null,
      description text not null,
      price_cents integer not null check (price_cents > 0),
      megabytes integer check (megabytes > 0),
      recurring boolean not null,
      on_sale boolean not null,
      es jsonb,
      primary key (tenant_id, id)
    )`.execute(db);
}
