import { sql, type Kysely } from 'kysely';

/** Owner: account. Whether there is a password is shown with the customer; the hash is sign-in's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column has_password boolean not null default true`.execute(
    db,
  );
}
