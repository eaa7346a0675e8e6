import { sql, type Kysely } from 'kysely';

/** Owner: safety. After a change of an account its numbers and SIMs stay where they are for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table safety_pauses (
      customer_id text primary key references customers (id),
      tenant_id integer not null,
      began_at timestamptz not null,
      until timestamptz not null,
      why text not null
        check (why in ('email', 'password', 'second_step', 'logged_out', 'denied')),
      ended_at timestamptz,
      stopped jsonb not null default '[]',
      told integer
    )`.execute(db);
}
