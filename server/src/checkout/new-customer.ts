import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { hadLine } from '../lines/lines.ts';
import type { Giver } from '../referrals/friends-code.ts';
import * as store from './store.ts';

/** New is who has paid for nothing, but for what was paid back, and whose lines never worked. */
export const giverOf = (db: Query, owner: Owner, now: Date): Giver => ({
  owner,
  async isNew() {
    const paid = await store.ordersOfCustomer(db, owner, ['paid']);
    return paid.length === 0 && !(await hadLine(db, owner, now));
  },
});
