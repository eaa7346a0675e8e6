import { normalEmail } from '@portside/contract/fields';
import type { Email } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import * as store from './sent-store.ts';

const about = (id: string) => `sent-email:${id}`;

/**
 * Once for each email, and once the mail server has taken it: staff read what a customer read. An
 * email that is sent but could not be noted is not sent again.
 */
export async function noteSent(app: App, tenant: number, mail: Email): Promise<void> {
  const { id, to, subject } = mail;
  // What customers wrote to us goes to our own desk.
  if (to === app.brands.byTenant(tenant).support.email) return;
  const row = {
    id,
    tenant_id: tenant,
    address: normalEmail(to),
    subject: withoutSecrets(mail, subject),
    sealed: app.secrets.seal(withoutSecrets(mail, mail.text), about(id)),
    at: app.clock.now(),
  };
  await store.insertSent(app.db.query, row).catch((error: unknown) => {
    app.log.warn({ error, id }, 'an email was sent, and could not be noted for support');
  });
}

/** Codes, and every link: some open an account, and none is needed to help. */
function withoutSecrets({ code }: Email, text: string): string {
  const clean = text
    .replaceAll(/\bhttps?:\/\/\S+/g, '[link]')
    .replaceAll(/\bLPA:\S+/gi, '[eSIM code]');
  return code ? clean.replaceAll(code, '•'.repeat(code.length)) : clean;
}

export interface SentEmail {
  readonly id: string;
  readonly at: Date;
  readonly subject: string;
  readonly text: string;
}

/** Its place in the list, from which the next page goes on. */
export const markOf = ({ at, id }: Pick<SentEmail, 'at' | 'id'>) => `${at.toISOString()} ${id}`;

/** One that we did not make begins at the newest. */
function placeOf(mark = ''): { at: Date; id: string } | undefined {
  const [sentAt = '', id = ''] = mark.split(' ');
  const at = new Date(sentAt);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}

/** The newest first; since then, as the address may have been somebody else's before. */
export async function sentTo(
  app: App,
  db: Query,
  to: { tenant: number; address: string; since: Date },
  page: { before: string | undefined; limit: number },
): Promise<SentEmail[]> {
  const address = normalEmail(to.address);
  const { before, limit } = page;
  const rows = await store.sentTo(db, { ...to, address }, { before: placeOf(before), limit });
  return rows.map(({ id, at, subject, sealed }) => ({
    id,
    at,
    subject,
    text: app.secrets.open(sealed, about(id)),
  }));
}
