import { sql, type Kysely } from 'kysely';

/** Owner: port-out. A PIN that the carrier made may have no end that is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer_pins alter column expires_at drop not null`.execute(db);
}
