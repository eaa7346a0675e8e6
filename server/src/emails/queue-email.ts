import type { Email } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob, handle } from '../jobs/jobs.ts';
import type { Written } from './email.ts';

/** Emails carry codes and links, so they wait sealed. */
interface Sealed {
  id: string;
  sealed: string;
}

const sendEmail = defineJob<Sealed>('send-letter', { atOnce: 8 });
/** What somebody waits for at the screen has workers of its own, however many others wait. */
const sendUrgentEmail = defineJob<Sealed>('send-urgent-letter', { atOnce: 4 });

/** Puts an email into the post: it leaves if, and only if, the transaction commits. */
export async function queueEmail(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
): Promise<void> {
  const id = app.random.id('let');
  const mail: Email = {
    ...{ id, to, from: `${brand.product} <${brand.mailFrom}>` },
    replyTo: `${brand.product} <${brand.support.email}>`,
    ...written,
  };
  await app.jobs.enqueue(tx, written.urgent ? sendUrgentEmail : sendEmail, {
    id,
    sealed: app.secrets.seal(JSON.stringify(mail), `letter:${id}`),
  });
}

async function send(app: App, { id, sealed }: Sealed): Promise<void> {
  const mail = JSON.parse(app.secrets.open(sealed, `letter:${id}`)) as Email;
  const answer = await app.adapters.mail.send(mail);
  // The address does not take mail: trying again changes nothing, and it stands in no log.
  if (answer === 'refused') app.log.warn({ emailId: id }, 'an email was refused');
}

export const handlers = [handle(sendEmail, send), handle(sendUrgentEmail, send)];
