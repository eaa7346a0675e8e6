import type { Letter } from '../adapters/mail/mail.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob, handle } from '../jobs/jobs.ts';
import type { Written } from './letter.ts';

/** Letters carry codes and links, so they wait sealed. */
const sendLetter = defineJob<{ id: string; sealed: string }>('send-letter');

/** Puts a letter into the post: it leaves if, and only if, the transaction commits. */
export async function postLetter(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
): Promise<void> {
  const id = app.random.id('let');
  const letter: Letter = { id, to, from: `${brand.product} <${brand.mailFrom}>`, ...written };
  await app.jobs.enqueue(tx, sendLetter, {
    id,
    sealed: app.secrets.seal(JSON.stringify(letter), `letter:${id}`),
  });
}

export const handlers = [
  handle(sendLetter, async (app, { id, sealed }) => {
    const letter = JSON.parse(app.secrets.open(sealed, `letter:${id}`)) as Letter;
    const answer = await app.adapters.mail.send(letter);
    // The address does not take mail: trying again changes nothing, and it stands in no log.
    if (answer === 'refused') app.log.warn({ letter: id }, 'a letter was refused');
  }),
];
