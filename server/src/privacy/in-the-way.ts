import type { Obstacle } from '@portside/contract/privacy';
import { isGivingAsked } from '../approvals/move-customer.ts';
import type { App } from '../app.ts';
import { listUnfinished } from '../checkout/operator-actions.ts';
import { paidForOthers } from '../checkout/paid-for-others.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { hasLiveLine } from '../lines/lines.ts';
import { disputesOfCustomer, disputesOfOrders, isMoneyMoving } from '../payments/disputes.ts';
import { isPortingIn } from '../port-in/owners.ts';

/** What must be over before an account is erased, in the order in which a person can end it. */
export async function whatIsInTheWay(app: App, db: Query, owner: Owner): Promise<Obstacle[]> {
  const others = await paidForOthers(db, owner);
  const disputes = [
    ...(await disputesOfCustomer(db, owner)),
    ...(await disputesOfOrders(db, others.orderIds)),
  ];
  const there: Record<Obstacle, boolean> = {
    line_live: await hasLiveLine(db, owner),
    port_in_open: await isPortingIn(db, owner),
    order_open: others.isUnfinished || (await listUnfinished(db, owner)).length > 0,
    money_open:
      (await isMoneyMoving(db, owner, others.orderIds)) || (await isGivingAsked(db, owner)),
    dispute_open: disputes.some(({ status }) => status === 'open' || status === 'answered'),
  };
  return (Object.keys(there) as Obstacle[]).filter((one) => there[one]);
}
