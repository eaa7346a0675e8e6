import { sql, type Kysely } from 'kysely';

/** Owner: payments. A part goes back while the rest stays paid; never counted above the charge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column part boolean not null default false`.execute(db);
  await sql`alter table charges add column returned_cents integer not null default 0`.execute(db);
  await sql`alter table charges add constraint charges_returned
    check (returned_cents between 0 and amount_cents) not valid`.execute(db);
}
