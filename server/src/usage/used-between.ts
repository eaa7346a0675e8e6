import type { Query } from '../db/database.ts';
import { metersOf } from './meters.ts';
import * as store from './store.ts';

/** In words, for a bank: `1,204 MB of data`. */
export async function usedBetween(
  db: Query,
  lineId: string,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const readings = await store.readingsOf(db, lineId, { from, to: until });
  // With no limits, all that was counted is shown.
  const most = { talk: Infinity, text: Infinity };
  return metersOf(readings, { most })
    .filter(({ used }) => used > 0)
    .map(({ kind, used, unit }) => `${used.toLocaleString('en-US')} ${unit} of ${words[kind]}`);
}

const words = {
  data: 'data',
  hotspot: 'hotspot data',
  roaming: 'roaming data',
  talk: 'calls',
  text: 'messages',
} as const;
