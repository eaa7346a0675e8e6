import { sql, type Kysely } from 'kysely';

/** Owner: staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_passkeys (
      tenant_id integer not null,
      id text not null,
      staff_id text not null references staff (id),
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db);
  await sql`create index staff_passkeys_of_staff on staff_passkeys (staff_id)`.execute(db);
}
