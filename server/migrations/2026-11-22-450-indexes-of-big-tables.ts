import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/**
 * What was looked for from one end of a table to the other. Owners: codes, sessions, lines, payments,
 * port-in, support.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    // A new password, or another address, ends what is open for an address.
    codes_open_at: 'codes (tenant_id, purpose, address) where used_at is null',
    // An account that becomes another one's, and reconciliation of one customer.
    charges_of_customer: 'charges (customer_id)',
    // Orders that are paid and not on yet are counted at each look at /metrics.
    lines_never_on: `lines (created_at)
      where activated_at is null and order_id is not null and port_in_id is null`,
    // What is cleared away (docs/operating.md).
    codes_over: 'codes (expires_at)',
    tickets_over: 'tickets (expires_at)',
    sessions_over: 'sessions (expires_at)',
    sessions_ended: 'sessions (ended_at) where ended_at is not null',
    known_browsers_seen: 'known_browsers (seen_at)',
    activity_at: 'activity (at)',
    carrier_notices_at: 'carrier_notices (received_at)',
    payment_notices_at: 'payment_notices (received_at)',
    card_setups_at: 'card_setups (created_at)',
    contact_messages_at: 'contact_messages (created_at)',
    port_ins_never_sent: `port_ins (updated_at)
      where attempt = 0 and carrier_ref is null and status in ('cancelled', 'expired')`,
    port_in_submits_at: 'port_in_submits (at)',
  };
  for (const [name, definition] of Object.entries(indexes)) {
    await buildIndex(db, name, sql.raw(definition));
  }
}
