import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Order, OrderKind } from '../checkout/order-kinds.ts';
import { ownerOfRow } from '../http/who.ts';
import { findLineOfOrder } from '../lines/lines.ts';
import { keepConsent } from './autopay.ts';
import { planCharge } from './autopay-plan.ts';

/** An order of a new line whose customer has turned its autopay on (K03). */
export const withAutopay = (kind: OrderKind): OrderKind => ({
  ...kind,
  async paid(app, tx, order) {
    const isDone = await kind.paid(app, tx, order);
    if (isDone && order.details.autopay) await turnOn(app, tx, order);
    return isDone;
  },
  async returned(app, tx, order) {
    await kind.returned?.(app, tx, order);
    const line = await findLineOfOrder(tx, ownerOfRow(order), order.id);
    if (line) await planCharge(app, tx, line.id);
  },
});

async function turnOn(app: App, tx: Tx, order: Order): Promise<void> {
  const owner = ownerOfRow(order);
  const line = await findLineOfOrder(tx, owner, order.id);
  if (!line) return;
  const { language, network, userAgent } = order.details;
  const from = { network: String(network), userAgent: String(userAgent) };
  const brand = app.brands.byTenant(order.tenant_id);
  const who = { owner, brand, language: String(language), ...from };
  const { event, isLast: isAlone } = await app.purchaseEvent(tx, order.id);
  await keepConsent(app, tx, who, line, { on: true, told: null, bought: { event, isAlone } });
}
