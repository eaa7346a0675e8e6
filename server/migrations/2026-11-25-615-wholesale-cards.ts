import { sql, type Kysely } from 'kysely';

/** Owner: the wholesale carrier adapter. Which line was activated with a card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index wholesale_requests_card on wholesale_requests (account, iccid)
    where kind = 'activation'`.execute(db);
}
