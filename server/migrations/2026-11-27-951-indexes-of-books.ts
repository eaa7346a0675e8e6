import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

const AT_ONCE = 5000;

/** Owner: payments. What is counted a month at a time; and what went back before, by its last refund. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update charges set returned_at = coalesce((
        select max(settled_at) from refunds
        where refunds.charge_id = charges.id and refunds.status in ('refunded', 'by_hand')
      ), settled_at, created_at)
      where id in (
        select id from charges where status = 'refunded' and returned_at is null limit ${AT_ONCE}
      )`.execute(db);
    if (numAffectedRows < BigInt(AT_ONCE)) break;
  }
  const indexes = {
    transactions_of_time: 'transactions (tenant_id, transaction_time) where successful',
    refunds_settled: `refunds (tenant_id, settled_at) where status in ('refunded', 'by_hand')`,
    charges_returned: 'charges (tenant_id, returned_at) where returned_at is not null',
  };
  for (const [name, definition] of Object.entries(indexes)) {
    await buildIndex(db, name, sql.raw(definition));
  }
}
