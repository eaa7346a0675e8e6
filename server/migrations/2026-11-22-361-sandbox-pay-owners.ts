import { sql, type Kysely } from 'kysely';

/** Owner: adapters/payment. The simulated provider is told what a charge pays for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_pay_charges rename column order_id to owner_id`.execute(db);
  await sql`alter table sandbox_pay_charges
    add column owner_kind text not null default 'order'`.execute(db);
  await sql`alter table sandbox_pay_charges alter column owner_kind drop default`.execute(db);
}
