import { sql, type Kysely } from 'kysely';

/** Owner: lines. What of a period's price went back: the rest is what its unused days are of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table line_periods add column refunded_cents integer not null default 0`.execute(
    db,
  );
  await sql`alter table line_periods
    add constraint line_periods_value
      check (refunded_cents between 0 and paid_cents
        and coalesce(cut_cents, 0) between 0 and paid_cents) not valid`.execute(db);
}
