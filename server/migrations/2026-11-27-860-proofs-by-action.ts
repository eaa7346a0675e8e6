import { sql, type Kysely } from 'kysely';

/**
 * Owner: sessions, account. A proof is used up by one action, so it has its own columns beside
 * `proven_at`, which stays for the account's settings. Null: nothing is known of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column opened_by text,
      add column proof_at timestamptz,
      add column proof_by text,
      add column proof_for text`.execute(db);
  await sql`
    alter table sessions
      add constraint sessions_opened_by
        check (opened_by in ('password', 'code', 'passkey')) not valid,
      add constraint sessions_proof_by
        check (proof_by in ('password', 'code', 'passkey', 'app', 'recovery_code')) not valid`.execute(
    db,
  );
  // Confirmed before this was noted: long ago.
  await sql`alter table customers add column email_since timestamptz`.execute(db);
}
