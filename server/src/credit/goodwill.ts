import { money } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { dollars } from '../money.ts';
import { addCredit } from './credit.ts';
import { goodwillEmail } from './emails.ts';
import { holdOpen } from '../account/joining.ts';
import type { Person } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

/** The customer reads the reason: in the ledger, the activity and an email (K21). */
export async function giveGoodwill(
  app: App,
  brand: Brand,
  person: Person,
  { cents, reason, operator }: { cents: number; reason: string; operator: string },
): Promise<void> {
  const { owner } = person;
  const amount = money(dollars(cents), person.language);
  const agent = { name: operator, until: app.clock.now() };
  const { tenant, customerId } = owner;
  const actor = { tenant, customerId, network: '', userAgent: '', agent };
  await app.db.transaction(async (tx) => {
    await holdOpen(tx, owner);
    const cause = app.random.id('gft');
    await addCredit(app, tx, owner, { cents, reason: 'goodwill', cause, note: reason });
    await noteActivity(app, tx, actor, 'credit_given', { amount, reason });
    const email = goodwillEmail(app, brand, person, { amount, reason });
    await queueEmail(app, tx, brand, person.email, email);
  });
}
