import { type Begin, keptBack, type Work } from '@portside/contract/line-work';
import type { Query } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import { workRefused, worksOn } from '../lines/line-work.ts';
import { say } from '../words/say.ts';
import { orderUnderWay, shownTo } from './line-orders.ts';
import type { Payer } from './payers.ts';

export { isLineBeingPaid } from './store.ts';

/**
 * What keeps this from beginning: `with` names it, `message` says it. To begin, ask under
 * `lockForWork`: a payment is placed under the same lock.
 */
export async function lineBusy(
  db: Query,
  lineId: string,
  begin: Begin,
  who: Payer & { readonly language: string },
): Promise<Refused<'busy'> | undefined> {
  const order = await orderUnderWay(db, lineId);
  const why = order && keptBack(begin, ['payment']);
  if (!why) return workRefused(db, lineId, begin, who.language);
  const message = say(who.language, why.sentence);
  return refused('busy', { with: why.work, message, ...shownTo(who, order) });
}

/** Payments too. */
export async function underWay(db: Query, lineId: string): Promise<Work[]> {
  const [order, works] = await Promise.all([orderUnderWay(db, lineId), worksOn(db, lineId)]);
  return [...(order ? (['payment'] as const) : []), ...works];
}
