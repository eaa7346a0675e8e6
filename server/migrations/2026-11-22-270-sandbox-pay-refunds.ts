import { sql, type Kysely } from 'kysely';

/** Owner: adapters/sandbox and adapters/payment. A provider that refuses refunds, and says why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_modes drop constraint sandbox_modes_mode_check`.execute(db);
  await sql`alter table sandbox_modes add constraint sandbox_modes_mode_check
    check (mode in ('none', 'down', 'slow', 'no_refunds', 'rejects'))`.execute(db);
  await sql`alter table sandbox_pay_refunds drop constraint sandbox_pay_refunds_status_check`.execute(
    db,
  );
  await sql`alter table sandbox_pay_refunds add constraint sandbox_pay_refunds_status_check
    check (status in ('pending', 'refunded', 'failed'))`.execute(db);
  await sql`alter table sandbox_pay_refunds
    add column reason text,
    add column settle_at timestamptz`.execute(db);
}
