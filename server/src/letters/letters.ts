import type { Letter } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob, handle } from '../jobs/jobs.ts';
import type { Written } from './letter.ts';

/** Letters carry codes and links, so they wait sealed. */
interface Sealed {
  id: string;
  sealed: string;
}

const sendLetter = defineJob<Sealed>('send-letter', { atOnce: 8 });
/** What somebody waits for at the screen has workers of its own, however many others wait. */
const sendUrgentLetter = defineJob<Sealed>('send-urgent-letter', { atOnce: 4 });

/** Puts a letter into the post: it leaves if, and only if, the transaction commits. */
export async function postLetter(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
): Promise<void> {
  const id = app.random.id('let');
  const letter: Letter = {
    ...{ id, to, from: `${brand.product} <${brand.mailFrom}>` },
    replyTo: `${brand.product} <${brand.support.email}>`,
    ...written,
  };
  await app.jobs.enqueue(tx, written.urgent ? sendUrgentLetter : sendLetter, {
    id,
    sealed: app.secrets.seal(JSON.stringify(letter), `letter:${id}`),
  });
}

async function send(app: App, { id, sealed }: Sealed): Promise<void> {
  const letter = JSON.parse(app.secrets.open(sealed, `letter:${id}`)) as Letter;
  const answer = await app.adapters.mail.send(letter);
  // The address does not take mail: trying again changes nothing, and it stands in no log.
  if (answer === 'refused') app.log.warn({ letter: id }, 'a letter was refused');
}

export const handlers = [handle(sendLetter, send), handle(sendUrgentLetter, send)];
