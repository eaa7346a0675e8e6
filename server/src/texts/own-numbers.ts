import type { App } from '../app.ts';
import { viewPerson } from '../account/person.ts';
import { hours, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { givenNumbers } from '../lines/members.ts';
import { linesOf } from '../lines/lines.ts';
import { handedNumbers } from '../lines/provable-numbers.ts';
import { simChangedSince, withFormerMember } from '../sim-replacement/changed-since.ts';

/** Whoever moved a line to another SIM reads its texts. Emails go on. */
const NEW_SIM_WAITS = hours(24);

/**
 * Ten digits each: the contact number, if it is of the US, and the numbers of lines, also of those that
 * others gave them (P04); none that was handed or given to another account, whose texts they would be.
 */
export async function ownNumbers(
  app: App,
  owner: Owner,
  db: Query = app.db.query,
): Promise<string[]> {
  const [person, lines, others, given] = await Promise.all([
    viewPerson(db, owner),
    linesOf(app, owner, db),
    othersNumbers(app, owner, db),
    givenNumbers(db, owner),
  ]);
  const contact = /^\+1(\d{10})$/.exec(person.contactNumber)?.[1];
  const own = lines.filter(({ mdn, status }) => mdn && status !== 'ended').map(({ mdn }) => mdn);
  const theirs = given.filter(({ isTheirs }) => isTheirs).map(({ number }) => number);
  const all = new Set([...(contact ? [contact] : []), ...own, ...theirs]);
  return [...all].filter((number) => !others.has(number));
}

/**
 * Of lines that were handed or given to others, whose texts they would be, and of those whose SIM a former
 * member still has.
 */
export async function othersNumbers(
  app: App,
  owner: Owner,
  db: Query = app.db.query,
): Promise<ReadonlySet<string>> {
  const [handed, given, lines] = await Promise.all([
    handedNumbers(db, owner),
    givenNumbers(db, owner),
    linesOf(app, owner, db),
  ]);
  const gone = given.filter(({ isTheirs }) => !isTheirs).map(({ number }) => number);
  const own = lines.filter(({ mdn, status }) => mdn && status !== 'ended');
  const elsewhere = await withFormerMember(
    db,
    own.map(({ id }) => id),
  );
  const stray = own.filter(({ id }) => elsewhere.has(id)).map(({ mdn }) => mdn);
  return new Set([...handed, ...gone, ...stray]);
}

export async function isOnNewSim(app: App, owner: Owner, number: string): Promise<boolean> {
  const lines = await linesOf(app, owner);
  const given = await givenNumbers(app.db.query, owner);
  const lineId =
    lines.find(({ mdn }) => mdn === number)?.id ??
    given.find((one) => one.number === number)?.lineId;
  if (lineId === undefined) return false;
  return simChangedSince(app.db.query, lineId, later(app.clock.now(), -NEW_SIM_WAITS));
}
