import type { Email } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueText } from './brief.ts';
import type { Written } from './email.ts';

/** As it waits; `unkept` is not for the mail server. */
export type Waiting = Email & Pick<Written, 'unkept'>;

/** Emails carry codes and links, so they wait sealed. */
export interface Sealed {
  /** Emails queued by an earlier version have none. */
  tenant?: number;
  id: string;
  sealed: string;
  /** What waits until a mail server has taken it (warnings.ts). */
  warning?: string;
}

/** A slow server is still taking the email: nobody else may begin to send it. */
const expireInSeconds = 600;

/** Tried for a day, as mail servers do. */
export const sendEmail = defineJob<Sealed>('send-letter', {
  atOnce: 8,
  retryLimit: 60,
  retryDelayMax: 1800,
  expireInSeconds,
});
/** Own workers, so that a queue of other emails does not delay it. */
export const sendUrgentEmail = defineJob<Sealed>('send-urgent-letter', {
  atOnce: 4,
  expireInSeconds,
});

/** Sent only if the transaction commits. */
export async function queueEmail(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
  warning?: string,
): Promise<void> {
  // An account that was erased has none.
  if (to === '') return;
  const { brief, push, together: _alone, ...letter } = written;
  const id = app.random.id('let');
  const mail: Waiting = {
    id,
    to,
    from: `${brand.product} <${brand.mailFrom}>`,
    replyTo: `${brand.product} <${brand.support.email}>`,
    ...letter,
  };
  if (brief) await queueText(app, tx, brand.client.mvnoId, brief);
  if (push) await app.push.queue(app, tx, brand.client.mvnoId, push);
  await app.jobs.enqueue(tx, written.urgent ? sendUrgentEmail : sendEmail, {
    id,
    tenant: brand.client.mvnoId,
    sealed: app.secrets.seal(JSON.stringify(mail), `letter:${id}`),
    ...(warning && { warning }),
  });
}
