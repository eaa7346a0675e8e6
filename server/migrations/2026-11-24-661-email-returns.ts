import { sql, type Kysely } from 'kysely';

/** Owner: emails. What no server took, and what came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_returns (
      id text primary key,
      tenant_id integer not null,
      address text not null,
      kind text not null check (kind in ('refused', 'bounced', 'delayed', 'complained')),
      blames_address boolean not null,
      reason text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index email_returns_address
    on email_returns (tenant_id, address, at desc)`.execute(db);
  await sql`create index email_returns_at on email_returns (at)`.execute(db);
}
