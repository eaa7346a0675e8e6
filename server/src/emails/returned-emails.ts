import { normalEmail } from '@portside/contract/fields';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import type { NoticeAddress } from '../http/who.ts';
import * as store from './store.ts';

/** So long a customer is asked to check the address. */
const SHOWN = days(30);
const SHOWN_TO_OPERATORS = 5;

/** A server's final no to an email of ours. The same email is noted once; of one that is not kept the log alone knows. */
export async function noteRefused(
  app: App,
  email: { id: string; tenant: number; to: string; unkept?: boolean; refused: string },
): Promise<void> {
  // The address stays out of the log.
  app.log.warn({ emailId: email.id }, 'an email was refused');
  if (email.unkept) return;
  await store.insertReturn(app.db.query, {
    id: email.id,
    tenant_id: email.tenant,
    address: normalEmail(email.to),
    kind: 'refused',
    blames_address: blamesAddress(email.refused),
    reason: printable(email.refused),
    at: app.clock.now(),
  });
}

/** A notice that an email came back. False when it is not genuine. */
export async function receiveMailNotice(
  app: App,
  { tenant }: NoticeAddress,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const now = app.clock.now();
  const told = app.adapters.of(tenant).mail.readReturn?.(headers, body, now);
  if (!told) return false;
  await store.insertReturn(app.db.query, {
    id: `${tenant}:${told.id}`,
    tenant_id: tenant,
    address: normalEmail(told.to),
    kind: told.kind,
    blames_address: told.kind === 'bounced' && blamesAddress(told.reason),
    reason: printable(told.reason),
    at: now,
  });
  return true;
}

/** Should the customer check the address? */
export const comesBack = (app: App, tenant: number, address: string): Promise<boolean> =>
  store.isBlamed(app.db.query, tenant, normalEmail(address), later(app.clock.now(), -SHOWN));

/** Somebody has entered what was sent there. */
export const noteReads = (tx: Tx, tenant: number, address: string): Promise<void> =>
  store.clearBlame(tx, tenant, normalEmail(address));

/** For operators, newest first. */
export const listReturns = (db: Query, tenant: number, address: string) =>
  store.returnsTo(db, tenant, normalEmail(address), SHOWN_TO_OPERATORS);

/** To a brand's customers since then, newest first. */
export const listReturnsSince = (db: Query, tenant: number, since: Date, limit: number) =>
  store.returnsSince(db, tenant, since, limit);

/** A stranger's server wrote it, and operators read it in a terminal. */
const printable = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

/**
 * RFC 3463: 5.1 is the address, 5.2 the mailbox, 5.4 its domain; 5.7 is a rule that we broke. Without
 * such a code 550 to 553 are about the mailbox (RFC 5321).
 */
export function blamesAddress(reason: string): boolean {
  const [, subject] = /\b[45]\.(\d{1,3})\.\d{1,3}\b/.exec(reason) ?? [];
  if (subject !== undefined && subject !== '0') return ['1', '2', '4'].includes(subject);
  return /^(?:55[0-3]\b|(?!\d{3}\b))/.test(reason);
}
