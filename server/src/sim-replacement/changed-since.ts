import type { Query } from '../db/database.ts';
import * as store from './store.ts';

/** Did the line move to another SIM since then? */
export const simChangedSince = (db: Query, lineId: string, since: Date): Promise<boolean> =>
  store.movedSince(db, lineId, since);
