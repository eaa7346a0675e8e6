import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { markOf, type SentEmail, sentTo } from '../emails/sent-emails.ts';
import { Document } from '../http/document.ts';
import { customerAt, type Customer, type Owner, type Staff } from '../http/who.ts';
import { noteActivity } from '../sessions/activity.ts';
import { readGiven } from './given-store.ts';

/** For the customer who asked for it. Why it was made stands in the audit. */
export const exportCustomer = (app: App, who: Staff): Promise<Document> =>
  fileOf(app, customerAt(who));

/** By the customer. */
export async function exportOwn(app: App, who: Customer): Promise<Document> {
  const file = await fileOf(app, who);
  await app.db.transaction((tx) => noteActivity(app, tx, who, 'exported'));
  return file;
}

async function fileOf(app: App, owner: Owner): Promise<Document> {
  const at = app.clock.now().toISOString();
  const tables = await readGiven(app.db.query, owner);
  const emails = await emailsTo(app, owner);
  return new Document({
    fileName: `customer-${owner.customerId}-${at.slice(0, 10)}.json`,
    content: `${JSON.stringify({ format: 'portside-customer', version: 1, at, tables, emails }, null, 2)}\n`,
  });
}

const PAGE = 200;

/** Since the address was confirmed: before, it may have been somebody else's. */
async function emailsTo(app: App, owner: Owner): Promise<SentEmail[]> {
  const { email: address, emailVerified, emailSince } = await viewPerson(app.db.query, owner);
  if (!emailVerified || !emailSince) return [];
  const to = { tenant: owner.tenant, address, since: emailSince };
  const all: SentEmail[] = [];
  for (let found = PAGE; found === PAGE;) {
    const last = all.at(-1);
    const page = { before: last && markOf(last), limit: PAGE };
    const next = await sentTo(app, app.db.query, to, page);
    all.push(...next);
    found = next.length;
  }
  return all;
}
