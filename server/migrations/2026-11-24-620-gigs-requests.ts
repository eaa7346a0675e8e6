import { sql, type Kysely } from 'kysely';

/** Owner: the Gigs carrier adapter. What was asked of a project, and what Gigs made of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gigs_requests (
      project text not null,
      kind text not null,
      key text not null,
      ref text not null,
      fingerprint text not null,
      state text not null check (state in ('asked', 'made', 'refused', 'canceled')),
      their_id text,
      subscription_id text,
      reason text,
      asked_at timestamptz not null,
      leased_until timestamptz,
      unsure_until timestamptz,
      primary key (project, kind, key)
    )`.execute(db);
  await sql`create index gigs_requests_their_id on gigs_requests (project, their_id)`.execute(db);
  await sql`create index gigs_requests_ref on gigs_requests (project, ref)`.execute(db);
  await sql`create index gigs_requests_subscription
    on gigs_requests (project, subscription_id)`.execute(db);
  await sql`
    create table gigs_users (
      project text not null,
      customer_id text not null,
      user_id text not null,
      primary key (project, customer_id)
    )`.execute(db);
  await sql`
    create table gigs_lines (
      project text not null,
      msisdn text not null,
      subscription_id text not null,
      primary key (project, msisdn)
    )`.execute(db);
}
