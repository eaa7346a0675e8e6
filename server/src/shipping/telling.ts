import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { viewAnyCardLine } from '../lines/card-arrives.ts';
import { cardEmail, type News } from './emails.ts';
import type { Shipment } from './shipments.ts';

export async function tell(app: App, tx: Tx, card: Shipment, news: News): Promise<void> {
  const line = await viewAnyCardLine(tx, card.line_id);
  if (!line) return;
  const brand = app.brands.byTenant(card.tenant_id);
  const person = await viewPerson(tx, line.owner);
  await queueEmail(app, tx, brand, person.email, cardEmail(brand, person, news, line, card));
}
