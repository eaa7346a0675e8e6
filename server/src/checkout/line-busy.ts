import type { Query } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import { workRefused } from '../lines/line-work.ts';
import { say } from '../words/say.ts';
import { orderUnderWay } from './line-orders.ts';

export { isLineBeingPaid } from './store.ts';

/**
 * What is under way on a line: `with` names it (`payment` or a `LineWork`), `message` says it. To
 * begin something else, ask under `lockForWork`: a payment is placed under the same lock.
 */
export async function lineBusy(
  db: Query,
  lineId: string,
  language: string,
): Promise<Refused<'busy'> | undefined> {
  const order = await orderUnderWay(db, lineId);
  if (!order) return workRefused(db, lineId, language);
  const message = say(
    language,
    'A payment for this line is under way. Please try again in a moment.',
  );
  return refused('busy', { with: 'payment', message, ...order });
}
