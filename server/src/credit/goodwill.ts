import { money } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { dollars } from '../money.ts';
import { addCredit } from './credit.ts';
import { goodwillEmail } from './emails.ts';
import { holdOpen } from '../account/joining.ts';
import type { Person } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

interface Gift {
  cents: number;
  reason: string;
  operator: string;
}

/** The customer reads the reason: in the ledger, the activity and an email (K21). */
export function giveGoodwill(app: App, brand: Brand, person: Person, gift: Gift): Promise<void> {
  const cause = app.random.id('gft');
  return app.db.transaction((tx) => addGoodwill(app, tx, brand, person, { ...gift, cause }));
}

/** Once for each cause. */
export async function addGoodwill(
  app: App,
  tx: Tx,
  brand: Brand,
  person: Person,
  { cents, reason, operator, cause }: Gift & { cause: string },
): Promise<void> {
  const { owner } = person;
  const amount = money(dollars(cents), person.language);
  const agent = { name: operator, until: app.clock.now() };
  const { tenant, customerId } = owner;
  const actor = { tenant, customerId, network: '', userAgent: '', agent };
  await holdOpen(tx, owner);
  const gift = { cents, reason: 'goodwill', cause, note: reason } as const;
  if (!(await addCredit(app, tx, owner, gift))) return;
  await noteActivity(app, tx, actor, 'credit_given', { amount, reason });
  const email = goodwillEmail(brand, person, { amount, reason });
  await queueEmail(app, tx, brand, person.email, email);
}
