import { sql, type Kysely } from 'kysely';

/** Owner: port-in. A number that waits for a plan, and the order that is being paid for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table port_ins drop constraint port_ins_status_check`.execute(db);
  await sql`alter table port_ins add constraint port_ins_status_check check (status in
    ('draft', 'details_needed', 'awaiting_plan', 'submitted', 'pending', 'delayed', 'action_needed',
     'awaiting_activation', 'completed', 'cancelled', 'expired', 'failed'))`.execute(db);
  await sql`alter table port_ins add column order_id text`.execute(db);
  await sql`create index port_ins_order on port_ins (order_id) where order_id is not null`.execute(
    db,
  );
}
