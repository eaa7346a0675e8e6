import { sql, type Kysely } from 'kysely';

/** Owner: the wholesale carrier adapter. What was asked, by our keys: the carrier looks up none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wholesale_requests (
      account text not null,
      kind text not null,
      key text not null,
      ref text not null,
      fingerprint text not null,
      state text not null check (state in ('asked', 'made', 'refused', 'canceled')),
      msisdn text not null,
      iccid text not null,
      reason text,
      sent integer not null,
      leased_until timestamptz,
      asked_at timestamptz not null,
      primary key (account, kind, key)
    )`.execute(db);
  await sql`create index wholesale_requests_ref on wholesale_requests (account, ref)`.execute(db);
}
