import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sendEmail, sendUrgentEmail, type Sealed, type Waiting } from './queue-email.ts';
import { sendTogether, sendWaiting } from './queue-part.ts';
import { noteRefused } from './returned-emails.ts';
import { noteSent } from './sent-emails.ts';
import { dropSent } from './sent-store.ts';
import { dropReturns, noteTaken } from './store.ts';

const forgetReturns = defineJob('forget-email-returns');
const KEPT = days(90);

const forgetSent = defineJob('forget-sent-emails');
/** Calls about last year's renewal come. */
const SENT_KEPT = days(400);

async function send(
  app: App,
  { id, tenant = app.brands.first.client.mvnoId, sealed, warning }: Sealed,
): Promise<void> {
  const waiting = JSON.parse(app.secrets.open(sealed, `letter:${id}`)) as Waiting;
  const { unkept = false, ...mail } = waiting;
  // Trouble is thrown, and tried again; a refusal is final.
  const answer = await app.adapters.of(tenant).mail.send(mail);
  if (answer !== 'accepted') {
    await noteRefused(app, { id, tenant, to: mail.to, unkept, ...answer });
    return;
  }
  if (warning) await noteTaken(app.db.query, warning, app.clock.now());
  if (!unkept) await noteSent(app, tenant, mail);
}

export const handlers = [
  handle(sendEmail, send),
  handle(sendUrgentEmail, send),
  handle(sendTogether, sendWaiting),
  handle(forgetReturns, (app) => dropReturns(app.db.query, later(app.clock.now(), -KEPT))),
  handle(forgetSent, (app) => dropSent(app.db.query, later(app.clock.now(), -SENT_KEPT))),
];

export const schedules: Schedule[] = [
  { job: forgetReturns, cron: '59 4 * * *', atEnd: true },
  { job: forgetSent, cron: '57 4 * * *', atEnd: true },
];
