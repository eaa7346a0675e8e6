import { sql, type Kysely } from 'kysely';

/** Owner: payments. What the card's network advises after a refusal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges add column advice text`.execute(db);
  await sql`alter table charges add constraint charges_advice
    check (advice in ('try_later', 'never_again')) not valid`.execute(db);
}
