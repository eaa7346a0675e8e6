import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Event } from '../emails/queue-part.ts';
import type { Owner } from '../http/who.ts';
import { othersDue } from './autopay-store.ts';

/** A process that took a line and ended has so long; then another one takes it. */
export const LEASE = minutes(10);

/** What autopay tells of several lines of a customer at one time is one email. */
export async function withOthers(
  app: App,
  tx: Tx,
  line: { id: string; owner: Owner },
  what: 'told' | 'charged',
  news: string,
): Promise<Event> {
  const isLast = !(await othersDue(tx, line, what, later(app.clock.now(), LEASE)));
  return { event: `autopay ${news} ${line.owner.customerId}`, isLast };
}
