import { LEAST_DAYS } from '@portside/contract/line-handover';
import type * as calls from '@portside/contract/line-handover';
import type { ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { orderIdsAbout } from '../checkout/line-orders.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import type { Owner } from '../http/who.ts';
import { isUnlockTold, locksOf } from '../line-locks/line-locks.ts';
import { isToEnd } from '../lines/endings.ts';
import { isAddressAsked, isSteady } from '../lines/handing-over.ts';
import { isGiven } from '../lines/members.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import type { Renewable } from '../lines/renewable.ts';
import { isMoneyOpen } from '../payments/disputes.ts';
import { hasNextPlan } from '../plan-change/change-later.ts';
import { hasTransferPin } from '../port-out/transfer-pins.ts';

export type WhyNot = Refused<ReasonOf<typeof calls.viewHandover>>;

/** Whether the brand offers it, for any line. */
export const offersHandovers = (app: App, tenant: number): boolean =>
  app.brands.byTenant(tenant).lines.handOver;

/** Whether it can be offered, or accepted. To act on it ask under the line's lock. */
export async function whyNot(
  app: App,
  db: Query,
  owner: Owner,
  line: Renewable,
  language: string,
): Promise<WhyNot | undefined> {
  const { id, status, paidUntil } = line;
  const { tenant } = owner;
  const now = app.clock.now();
  if (status === 'ended') return refused('line_ended');
  if (!offersHandovers(app, tenant)) return refused('not_offered');
  if (status !== 'active' || !paidUntil || paidUntil <= now) return refused('not_active');
  if (await isGiven(app, db, id)) return refused('given');
  if (await isToEnd(db, id)) return refused('line_ends');
  const locks = await locksOf(app, db, { tenant, lineId: id });
  if (locks.sim.on) return refused('sim_locked');
  if (locks.number.on) return refused('number_locked');
  // What is on its way there would undo the lock of whoever has the line then.
  if (!(await isUnlockTold(app, db, { tenant, lineId: id }))) return refused('busy');
  const busy = await lineBusy(db, id, 'handover', { customerId: owner.customerId, language });
  if (busy) return busy;
  const isAsked = (await isAddressAsked(db, id)) || (await networkAskOf(db, id)) !== undefined;
  if (isAsked || !(await isSteady(db, id))) return refused('busy');
  if (await hasTransferPin(db, id, now)) return refused('transfer_pin');
  if (await hasNextPlan(db, id)) return refused('plan_noted');
  if (await isMoneyOpen(db, await orderIdsAbout(db, id))) return refused('money_open');
  return undefined;
}

/** Asked of an offer alone: whoever accepts sees how long it is paid. */
export const hasFewDays = (app: App, { paidUntil }: Renewable): boolean =>
  !paidUntil || paidUntil < later(app.clock.now(), days(LEAST_DAYS));
