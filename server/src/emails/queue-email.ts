import type { Email } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob, handle } from '../jobs/jobs.ts';
import type { Written } from './email.ts';

/** Emails carry codes and links, so they wait sealed. */
interface Sealed {
  /** Emails queued by an earlier version have none. */
  tenant?: number;
  id: string;
  sealed: string;
}

const sendEmail = defineJob<Sealed>('send-letter', { atOnce: 8 });
/** Own workers, so that a queue of other emails does not delay it. */
const sendUrgentEmail = defineJob<Sealed>('send-urgent-letter', { atOnce: 4 });

/** Sent only if the transaction commits. */
export async function queueEmail(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
): Promise<void> {
  const id = app.random.id('let');
  const mail: Email = {
    id,
    to,
    from: `${brand.product} <${brand.mailFrom}>`,
    replyTo: `${brand.product} <${brand.support.email}>`,
    ...written,
  };
  await app.jobs.enqueue(tx, written.urgent ? sendUrgentEmail : sendEmail, {
    id,
    tenant: brand.client.mvnoId,
    sealed: app.secrets.seal(JSON.stringify(mail), `letter:${id}`),
  });
}

async function send(
  app: App,
  { id, tenant = app.brands.first.client.mvnoId, sealed }: Sealed,
): Promise<void> {
  const mail = JSON.parse(app.secrets.open(sealed, `letter:${id}`)) as Email;
  const answer = await app.adapters.of(tenant).mail.send(mail);
  // Final, so it is not retried. The address stays out of the log.
  if (answer === 'refused') app.log.warn({ emailId: id }, 'an email was refused');
}

export const handlers = [handle(sendEmail, send), handle(sendUrgentEmail, send)];
