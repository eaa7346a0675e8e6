import type { App } from '../app.ts';
import { viewPerson } from '../account/person.ts';
import { hours, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { linesOf } from '../lines/lines.ts';
import { handedNumbers } from '../lines/provable-numbers.ts';
import { simChangedSince } from '../sim-replacement/changed-since.ts';

/** Whoever moved a line to another SIM reads its texts. Emails go on. */
const NEW_SIM_WAITS = hours(24);

/**
 * Ten digits each: the contact number, if it is of the US, and the numbers of lines; none that was
 * handed to another account.
 */
export async function ownNumbers(
  app: App,
  owner: Owner,
  db: Query = app.db.query,
): Promise<string[]> {
  const [person, lines, handed] = await Promise.all([
    viewPerson(db, owner),
    linesOf(app, owner, db),
    handedNumbers(db, owner),
  ]);
  const contact = /^\+1(\d{10})$/.exec(person.contactNumber)?.[1];
  const own = lines.filter(({ mdn, status }) => mdn && status !== 'ended').map(({ mdn }) => mdn);
  const all = new Set([...(contact ? [contact] : []), ...own]);
  return [...all].filter((number) => !handed.includes(number));
}

export async function isOnNewSim(app: App, owner: Owner, number: string): Promise<boolean> {
  const lines = await linesOf(app, owner);
  const line = lines.find(({ mdn }) => mdn === number);
  if (!line) return false;
  return simChangedSince(app.db.query, line.id, later(app.clock.now(), -NEW_SIM_WAITS));
}
