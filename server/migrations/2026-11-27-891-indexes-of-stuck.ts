import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** What staff look for, a brand at a time. Owners: renewals, emails, port-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    line_autopay_declined: 'line_autopay (tenant_id, first_tried_at) where is_on and tries > 0',
    email_returns_newest: 'email_returns (tenant_id, at)',
    port_ins_by_state: 'port_ins (tenant_id, status, updated_at)',
  };
  for (const [name, definition] of Object.entries(indexes)) {
    await buildIndex(db, name, sql.raw(definition));
  }
}
