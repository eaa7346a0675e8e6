import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type * as store from './store.ts';
import { noteActivity } from '../sessions/activity.ts';

type Done = 'order_settled' | 'order_refunded' | 'order_cancelled' | 'order_paid_back';

export function noteOrderActivity(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  done: Done,
  operator: string,
): Promise<void> {
  const who = {
    tenant: order.tenant_id,
    customerId: order.customer_id,
    network: '',
    userAgent: '',
    agent: { name: operator, until: app.clock.now() },
  };
  return noteActivity(app, tx, who, done, { item: order.quote.planName });
}
