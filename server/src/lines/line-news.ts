import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import type { LineRow } from './store.ts';

/** Tells the customer's open pages that there is something new of a line. */
export function publishLine(
  app: App,
  tx: Tx,
  row: Pick<LineRow, 'id' | 'tenant_id' | 'customer_id'>,
  status: LineRow['status'],
): Promise<void> {
  const listener = { tenant: row.tenant_id, customerId: row.customer_id };
  return publish(app, tx, listener, { kind: 'line', id: row.id, status });
}
