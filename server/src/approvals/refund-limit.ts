import type { StaffRole } from '@portside/contract/console/roles';
import { refundLimitOf } from '../brands/refund-limit.ts';
import { hours, later } from '../clock.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner, Staff } from '../http/who.ts';
import * as store from './store.ts';

/** Many small ones are one large one. */
const COUNTED = hours(24);

/** What is left of that. Cents. */
export async function leftAlone(
  app: App,
  db: Query,
  who: Staff,
  role: StaffRole,
  owner: Owner,
): Promise<number> {
  const since = later(app.clock.now(), -COUNTED);
  const given = await store.givenAlone(db, owner, who.staffId, since);
  return Math.max(0, refundLimitOf(who.brand, role) - given);
}
