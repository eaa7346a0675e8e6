import type { Query } from '../db/database.ts';
import { hadUntil } from '../lines/members.ts';
import * as store from './store.ts';

/** Did the line move to another SIM since then? */
export const simChangedSince = async (db: Query, lineId: string, since: Date): Promise<boolean> =>
  (await store.movedSince(db, [lineId], since)).length > 0;

/** Which of these lines moved to another SIM since then. */
export const simsChangedSince = async (
  db: Query,
  lineIds: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> => new Set(await store.movedSince(db, lineIds, since));

/** Its owner said of the latest change that it was not them, too late to stop it. */
export const wasDenied = async (db: Query, lineId: string): Promise<boolean> =>
  (await store.latestOf(db, lineId))?.denial === 'block';

/**
 * Which of the holder's lines are, as far as we know, in the phone of somebody who had them (P04): until
 * a new SIM, what is sent there is read by them.
 */
export async function withFormerMember(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [id, until] of await hadUntil(db, lineIds)) {
    if (!(await store.isOnNewSim(db, id, until))) found.add(id);
  }
  return found;
}
