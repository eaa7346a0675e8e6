import type { Taxable, TaxPort } from '../adapters/tax/tax.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { monthsOf } from '../payments/bill-lines.ts';
import { isReturned } from './order-status.ts';
import * as orders from './store.ts';
import * as store from './tax-document-store.ts';

/** For days: what was sold must be in the returns. */
export const fileTaxesJob = defineJob<{ orderId: string }>('file-taxes', {
  retryLimit: 300,
  retryDelayMax: 3600,
});

export async function fileTaxesLater(app: App, tx: Tx, order: orders.OrderRow): Promise<void> {
  if (!app.adapters.of(order.tenant_id).tax.keepsSales) return;
  await app.jobs.enqueue(tx, fileTaxesJob, { orderId: order.id });
}

/** Safe to run again and concurrently. A sale that went back is filed too, before its return. */
export async function fileTaxes(app: App, orderId: string): Promise<void> {
  const order = await orders.anyOrder(app.db.query, orderId);
  if (!order) return;
  const { tax } = app.adapters.of(order.tenant_id);
  if (!tax.keepsSales) return;
  await file(app, tax, order, 'sale');
  if (isReturned(order.status)) await file(app, tax, order, 'return');
}

/** The document of a try whose answer was lost is never committed: the next try has another. */
async function file(
  app: App,
  tax: TaxPort,
  order: orders.OrderRow,
  kind: store.TaxDocumentRow['kind'],
): Promise<void> {
  const db = app.db.query;
  const key = { order_id: order.id, kind };
  const begun = await store.beginTry(db, { ...key, tenant_id: order.tenant_id }, app.clock.now());
  if (begun.status === 'committed') return;
  if (begun.status === 'open') {
    const id = documentId(begun);
    const sale = await saleOf(app, order);
    const cents = await tax.draft({ id, kind, at: begun.created_at, sale });
    const charged = order.quote.amounts.taxAmount;
    if (kind === 'sale' && cents !== charged) {
      app.log.warn({ orderId: order.id, cents, charged }, 'the taxes owed are not those charged');
    }
    const draft = { document: id, tax_cents: cents, updated_at: app.clock.now() };
    await store.keepDraft(db, key, draft);
  }
  const { document } = await store.documentOf(db, key);
  if (document === null) throw new Error(`Order ${order.id} has no draft of its taxes`);
  await tax.commit(document);
  await store.setCommitted(db, key, app.clock.now());
}

const documentId = ({ order_id, kind, tries }: store.TaxDocumentRow): string =>
  [order_id, ...(kind === 'return' ? ['return'] : []), ...(tries > 1 ? [tries] : [])].join('.');

/** What its taxes were asked for: after discounts, before credits. */
async function saleOf(app: App, order: orders.OrderRow): Promise<Taxable> {
  const { amounts, state, zipCode } = order.quote;
  const sum = (kinds: readonly string[]) =>
    amounts.lines
      .filter((line) => kinds.includes(line.kind))
      .reduce((cents, line) => cents + line.cents, 0);
  const line = order.line_id ? await viewAnyRenewable(app.db.query, order.line_id) : order.line;
  return {
    state,
    zipCode,
    ...(line?.address && { address: line.address }),
    planCents: sum(['plan', 'discount']),
    activationCents: sum(['activation']),
    addOnCents: sum(['add_on']),
    lines: amounts.lines.some((one) => one.kind === 'plan') ? monthsOf(amounts.lines) : 0,
  };
}
