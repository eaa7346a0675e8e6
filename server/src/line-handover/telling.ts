import type { App } from '../app.ts';
import { confirmedOwner, findOwner } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import {
  giverEmail,
  type GiverNews,
  takerEmail,
  type TakerNews,
  type OfferedLine,
} from './emails.ts';
import type { HandoverRow } from './store.ts';

/** A number that may leave, or has left: to former addresses, too. */
const warned: ReadonlySet<GiverNews> = new Set(['offered', 'accepted']);

export async function tellGiver(
  app: App,
  tx: Tx,
  row: HandoverRow,
  line: OfferedLine,
  news: GiverNews,
): Promise<void> {
  const person = await findOwner(tx, ownerOfRow(row));
  if (!person?.email) return;
  const brand = app.brands.byTenant(row.tenant_id);
  const email = giverEmail(brand, person, line, { news, to: row.email, until: row.until });
  if (warned.has(news)) await warnOwner(app, tx, brand, person, email);
  else await queueEmail(app, tx, brand, person.email, email);
}

/** To the address, whether it has an account or not. */
export async function tellTaker(
  app: App,
  tx: Tx,
  row: HandoverRow,
  line: OfferedLine,
  news: TakerNews,
): Promise<void> {
  // Who had it is erased.
  if (!row.email) return;
  const giver = await findOwner(tx, ownerOfRow(row));
  const taker = await confirmedOwner(tx, row.tenant_id, row.email);
  const brand = app.brands.byTenant(row.tenant_id);
  const simBy = app.adapters.of(row.tenant_id).carrier.can.has('changeSim') ? 'page' : 'support';
  const about = { news, from: giver?.called ?? '', until: row.until, simBy } as const;
  await queueEmail(app, tx, brand, row.email, takerEmail(brand, taker, line, about));
}
