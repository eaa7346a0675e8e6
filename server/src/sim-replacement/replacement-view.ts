import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';

/** So long the line's page tells how it ended. */
const TOLD_FOR = hours(24);

/** Why it came to nothing, in words. */
export const whySentences: Readonly<Record<store.Why, string>> = {
  customer: 'You stopped it.',
  denied: 'It was stopped from our email.',
  pause: 'Your account was changed, so we stopped it to be safe.',
  line: 'The line wasn’t active anymore, or went to somebody else.',
  lock: 'The SIM lock was turned on.',
  carrier: 'The network stopped it.',
  sim_in_use: 'This SIM card is already in use.',
  other: 'The network refused it.',
};

export function replacementOf(row: store.ReplacementRow, language: string): SimReplacement {
  return {
    type: row.sim_type,
    state: row.state,
    effectiveAt: row.effective_at.toISOString(),
    isMailed: isMailed(row),
    isStopping: row.state === 'under_way' && row.stop_wanted_by !== null,
    ...(row.why && { why: say(language, whySentences[row.why]) }),
  };
}

/** A card that is neither the customer's own nor an eSIM. */
export const isMailed = ({ sim_type, iccid }: store.ReplacementRow) =>
  sim_type === 'physical' && iccid === '';

/** For its card; one that an earlier version asked the carrier for has a `carrier_ref`. */
export const isWaiting = (row: store.ReplacementRow) =>
  row.state === 'under_way' && isMailed(row) && row.carrier_ref === null;

/** The SIM change of a line that is under way, or was over a short time ago (K14). */
export async function simOf(
  app: App,
  db: Query,
  lineId: string,
  language: string,
): Promise<SimReplacement | undefined> {
  const row = await store.latestOf(db, lineId);
  if (!row || (row.ended_at && later(row.ended_at, TOLD_FOR) <= app.clock.now())) return undefined;
  return replacementOf(row, language);
}
