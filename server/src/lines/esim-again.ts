import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { pageAddress, writeEmail } from '../emails/email.ts';
import { notFound, refused, Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { viewEsim } from './esim.ts';
import * as store from './store.ts';
import { tellOfLine } from './told.ts';

type Why = 'line_ended' | 'no_esim' | 'not_offered' | 'not_ready' | 'esim_installed' | 'esim_gone';

/**
 * Never its code, which is a secret: the way to the page that shows it. @returns undefined once the
 * email is on its way @throws No `not_found`, for another customer's line too
 */
export async function sendEsimAgain(
  app: App,
  who: Customer,
  { id }: { id: string },
): Promise<Refused<Why> | undefined> {
  const line = await store.lineOf(app.db.query, who, id);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  if (!app.adapters.of(who.tenant).carrier.can.has('esim')) return refused('not_offered');
  const esim = await viewEsim(app, who, { id });
  if (esim instanceof Refused) return esim;
  if (esim.state === 'preparing') return refused('not_ready');
  if (esim.state === 'deleted' || esim.state === 'error') return refused('esim_gone');
  if (esim.masked) return refused('esim_installed');
  await app.db.transaction(async (tx) => {
    const numberIn = (language: string) =>
      line.mdn ? phone(line.mdn) : say(language, 'your new line');
    await tellOfLine(app, tx, line, 'use', (brand, { language, called: firstName, sharing }) =>
      writeEmail(
        { brand, language },
        {
          subject: 'Set up your {product} eSIM',
          lines: [
            'Hi {firstName},',
            'You asked us how to set up the eSIM of your line {number}.',
            'Connect the phone to Wi-Fi, and open the line’s page: it shows the code and the steps once you’re logged in.',
            'We never ask you for the code. If you didn’t ask for this, call us at {phone}.',
          ],
          link: {
            label: 'Set up my eSIM',
            url: pageAddress({ brand, language }, `/dashboard/lines/${id}?setup=${id}`),
          },
          sharing,
          values: { firstName, number: numberIn(language) },
        },
      ),
    );
    await noteActivity(app, tx, who, 'esim_sent', { line: numberIn(who.language) });
  });
  return undefined;
}
