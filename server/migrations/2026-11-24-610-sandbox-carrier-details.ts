import { sql, type Kysely } from 'kysely';

/**
 * Owner: adapters/carrier. What the simulated carrier can do besides: give a number only at the
 * activation, ask for more details of a port-in, limit a line.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox_carrier_activations
      add column assigned boolean not null default false`.execute(db);
  await sql`
    alter table sandbox_carrier_port_ins
      add column holder_proved boolean not null default false`.execute(db);
  await sql`
    alter table sandbox_carrier_port_ins
      drop constraint sandbox_carrier_port_ins_status_check,
      add constraint sandbox_carrier_port_ins_status_check check (status in (
        'pending', 'delayed', 'rejected', 'confirmed', 'completed', 'cancelled', 'details_required'
      ))`.execute(db);
  await sql`
    alter table sandbox_carrier_lines
      drop constraint sandbox_carrier_lines_state_check,
      add constraint sandbox_carrier_lines_state_check check (state in (
        'active', 'suspended', 'restricted', 'released'
      ))`.execute(db);
}
