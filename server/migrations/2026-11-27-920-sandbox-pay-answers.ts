import { sql, type Kysely } from 'kysely';

/** Owner: adapters/payment. Until when the simulated bank takes an answer, and what it got. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox_pay_disputes
      add column respond_by timestamptz,
      add column answered_by text,
      add column evidence text`.execute(db);
  await sql`
    update sandbox_pay_disputes set respond_by = created_at + interval '14 days'`.execute(db);
}
