import type { App } from '../app.ts';
import { Document } from '../http/document.ts';
import { customerAt, type Staff } from '../http/who.ts';
import { readGiven } from './given-store.ts';

/** For the customer who asked for it. Why it was made stands in the audit. */
export async function exportCustomer(app: App, who: Staff): Promise<Document> {
  const owner = customerAt(who);
  const at = app.clock.now().toISOString();
  const tables = await readGiven(app.db.query, owner);
  return new Document({
    fileName: `customer-${owner.customerId}-${at.slice(0, 10)}.json`,
    content: `${JSON.stringify({ format: 'portside-customer', version: 1, at, tables }, null, 2)}\n`,
  });
}
