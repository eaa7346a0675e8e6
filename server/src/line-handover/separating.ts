import type { LineHindrance } from '@portside/contract/console/line-separations';
import type { StreetAddress } from '@portside/contract/street-address';
import { orderUnderWay } from '../checkout/line-orders.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { endHoldQuietly } from '../line-hold/hold-line.ts';
import { isUnlocking } from '../line-locks/line-locks.ts';
import { isAddressAsked } from '../lines/handing-over.ts';
import { openHold } from '../lines/holds.ts';
import { dropKept } from '../lines/kept.ts';
import { dropMember } from '../lines/members.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { lockForWork, worksOn } from '../lines/line-work.ts';
import { viewAnyRenewable, viewRenewable } from '../lines/renewable.ts';
import { isPlanPaidAhead } from '../plan-change/change-later.ts';
import { endPin } from '../port-out/open-port-out.ts';
import { dropAnnounced, isAnnounced } from '../sim-replacement/stopping.ts';
import { moveLineOver } from './moving-line.ts';
import * as store from './store.ts';

export { tellSeparatedAddress } from '../lines/emergency-address.ts';

/**
 * Why the line can't be separated now. To act on it ask under the line's lock. Whose it is, and whether
 * a number is known at all, the caller asks.
 */
export async function hindranceOf(
  app: App,
  db: Query,
  lineId: string,
): Promise<LineHindrance | undefined> {
  const line = await viewAnyRenewable(db, lineId);
  if (!line || line.status === 'ended') return 'ended';
  const hasWorked = line.status === 'active' || line.status === 'suspended';
  if (!hasWorked || !line.mdn || !line.paidUntil) return 'never_active';
  const works = new Set(await worksOn(db, lineId));
  if (works.has('port_out')) return 'leaving';
  // What the carrier was not asked for yet is dropped, and a hold ends.
  works.delete('hold');
  if (await isAnnounced(db, lineId)) works.delete('sim_replacement');
  const isAsked = (await isAddressAsked(db, lineId)) || (await networkAskOf(db, lineId));
  const holds = (await openHold(db, lineId))?.confirmed_at === null;
  const { tenant } = line.owner;
  const unlocks = await isUnlocking(app, db, { tenant, lineId });
  const order = await orderUnderWay(db, lineId);
  // Money that comes later, for a line that has ended, goes back by itself.
  const isPaid = order !== undefined && order.redirectUrl === undefined;
  if (works.size > 0 || isPaid || isAsked || holds || unlocks) return 'busy';
  return (await isPlanPaidAhead(db, lineId)) ? 'plan_paid_ahead' : undefined;
}

export interface SeparatedLine {
  readonly id: string;
  readonly mdn: string;
  /** Undefined: its next 30 days are to be paid. */
  readonly paidUntil?: Date;
  readonly planName: string;
  /** After the commit call `tellSeparatedAddress`. */
  readonly asksCarrier: boolean;
}

/**
 * The line ends for whose it was, who is told nothing, and is the owner's (P05). The caller has locked the
 * owner's account (`holdOpen`), the credit of whose it was (`holdCredit`), and the line, in this order.
 * @returns undefined when something hinders it
 */
export async function separateLine(
  app: App,
  tx: Tx,
  lineId: string,
  { owner, address }: { owner: Owner; address?: StreetAddress },
): Promise<SeparatedLine | undefined> {
  if (await hindranceOf(app, tx, lineId)) return undefined;
  await endHoldQuietly(app, tx, lineId);
  await endPin(app, tx, lineId);
  const holder = await lockForWork(tx, lineId);
  const line = holder && (await viewRenewable(tx, holder, lineId));
  if (!line || holder.tenant !== owner.tenant || holder.customerId === owner.customerId) {
    return undefined;
  }
  const asks = app.adapters.of(owner.tenant).carrier.can.has('emergencyAddress');
  const asksCarrier = asks && address !== undefined;
  const to = { owner, ...(address && { address }), asksCarrier, quietly: true } as const;
  const moved = await moveLineOver(app, tx, { ...line, owner: holder }, to);
  if (!moved) return undefined;
  await dropAnnounced(app, tx, lineId);
  await dropOffer(app, tx, lineId);
  await dropMember(app, tx, lineId);
  await dropKept(tx, lineId);
  const paidUntil = line.paidUntil && line.paidUntil > app.clock.now() ? line.paidUntil : undefined;
  const planName = line.periods.at(-1)?.planName ?? line.plan.retailName;
  return { ...moved, ...(paidUntil && { paidUntil }), planName, asksCarrier };
}

/** Neither of the two is told: an email would say when, and that something happened. */
async function dropOffer(app: App, tx: Tx, lineId: string): Promise<void> {
  const open = await store.openOffer(tx, lineId);
  if (open) await store.endOffer(tx, open.id, { state: 'dropped', ended_at: app.clock.now() });
}
