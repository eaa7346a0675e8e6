import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { viewPerson } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import { publishSim, type SimLine } from '../lines/sim-moves.ts';
import { replacementEmail, type News } from './emails.ts';
import type { ReplacementRow } from './store.ts';

/** The owner by email, and the open pages. */
export async function tell(
  app: App,
  tx: Tx,
  line: SimLine,
  row: ReplacementRow,
  news: News,
): Promise<void> {
  const brand = app.brands.byTenant(row.tenant_id);
  const person = await viewPerson(tx, line.owner);
  const written = replacementEmail(app, brand, person, news, line, row);
  const isFirst = news === 'announced' || news === 'announced_mail';
  const waits = isFirst ? row.id : undefined;
  await warnOwner(app, tx, brand, person, written, waits);
  await publishSim(app, tx, line);
}
