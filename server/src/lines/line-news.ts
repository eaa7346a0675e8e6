import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { ownerOfRow } from '../http/who.ts';
import { lastMemberOf } from './members.ts';
import type { LineRow } from './store.ts';

/** To the open pages of its holder, and of who has it (P04). */
export async function publishLine(
  app: App,
  tx: Tx,
  row: Pick<LineRow, 'id' | 'tenant_id' | 'customer_id'>,
  status: LineRow['status'],
): Promise<void> {
  const holder = ownerOfRow(row);
  const given = await lastMemberOf(tx, row.tenant_id, row.id);
  const isGiven = given?.holder.customerId === row.customer_id;
  for (const one of isGiven ? [holder, given.member] : [holder]) {
    await publish(app, tx, one, { kind: 'line', id: row.id, status });
  }
}
