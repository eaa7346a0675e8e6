import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { ownerOfRow } from '../http/who.ts';
import type { LineRow } from './store.ts';

export function publishLine(
  app: App,
  tx: Tx,
  row: Pick<LineRow, 'id' | 'tenant_id' | 'customer_id'>,
  status: LineRow['status'],
): Promise<void> {
  return publish(app, tx, ownerOfRow(row), { kind: 'line', id: row.id, status });
}
