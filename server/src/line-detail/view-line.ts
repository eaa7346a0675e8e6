import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { LineDetail, viewLine as viewLineCall } from '@portside/contract/line-detail';
import { viewAddOns } from '../add-ons/line-add-ons.ts';
import type { App } from '../app.ts';
import { notFound } from '../http/no.ts';
import { type Customer, selfOf } from '../http/who.ts';
import { locksOf } from '../line-locks/line-locks.ts';
import { findLine } from '../lines/lines.ts';
import { worksOn } from '../lines/line-work.ts';
import { paidAhead } from '../line-ending/unused-periods.ts';
import { endsOn as endingDay } from '../lines/endings.ts';
import { currentPeriod } from '../lines/periods.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { networkAskOf, networkChangeOf } from '../lines/network-asks.ts';
import { handoversOf } from '../line-handover/handovers.ts';
import { offersHandovers } from '../line-handover/why-not.ts';
import { offersHolds } from '../line-hold/hold-line.ts';
import { openHold } from '../lines/holds.ts';
import { seenAs } from '../lines/seen-by.ts';
import { suspensionsOf, unpaidSince } from '../lines/suspension.ts';
import { dollars } from '../money.ts';
import { wantsCardAlone } from '../port-in/port-in.ts';
import { portOutOf } from '../port-out/port-outs.ts';
import { nextPlanOf } from '../plan-change/change-later.ts';
import { autopayOf } from '../renewals/autopay.ts';
import { comingRise, handMoment, keptPlan } from '../renewals/next-bill.ts';
import { shippingOf } from '../shipping/shipments.ts';
import { simOf } from '../sim-replacement/replacement-view.ts';
import { dataBeyondPlan } from '../usage/view-usage.ts';
import { standingOn } from './standing.ts';
import { keptUntil, nextAction } from './next-action.ts';

/** K01. @throws No `not_found`, also for another customer's line */
export async function viewLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof viewLineCall>,
): Promise<LineDetail> {
  const db = app.db.query;
  // Before the line: a change that is done is never shown beside the SIM that was there before it.
  const sim = await simOf(app, db, id, who.language);
  const [found, renewable, standing] = await Promise.all([
    findLine(db, who, id),
    viewRenewable(db, who, id),
    standingOn(app, db, who, id),
  ]);
  if (!found || !renewable) throw notFound();
  const shipping = await shippingOf(app, db, who.brand, id);
  const line = { ...found, ...(shipping && { shipping }) };
  // What is paid ahead may be another plan.
  const ofPlan = renewable.periods.filter((one) => one.planId === line.plan.id);
  const [plan, rise, suspensions, autopay, locks, endsOn, leaving, nextPlan, works] =
    await Promise.all([
      keptPlan(app, who.tenant, { ...renewable, periods: ofPlan }, handMoment(app, who, renewable)),
      comingRise(app, who.tenant, renewable),
      suspensionsOf(db, id),
      autopayOf(app, who, renewable),
      locksOf(app, db, { tenant: who.tenant, lineId: id }),
      endingDay(db, renewable),
      portOutOf(app, db, line),
      nextPlanOf(app, who.tenant, renewable),
      worksOn(db, id),
    ]);
  const ends = endsOn !== undefined;
  const { theirAddress } = renewable;
  const isTheirs = theirAddress?.by === selfOf(who).customerId;
  const own = who.member ? undefined : renewable.address;
  const address = isTheirs ? theirAddress.address : own;
  const now = app.clock.now();
  const [reason] = line.status === 'suspended' ? suspensions : [];
  const hold = suspensions.includes('on_hold') && (await openHold(db, id));
  const period = currentPeriod(renewable.periods, now);
  const unpaid = suspensions.includes('unpaid') ? await unpaidSince(db, id) : undefined;
  const network = line.status === 'suspended' ? await networkAskOf(db, id) : undefined;
  const networkChange = await networkChangeOf(db, id);
  const kept = keptUntil(who.brand, line, unpaid);
  const beyond = period ? await dataBeyondPlan(app, who, id, period) : 0;
  const its = { id, ends, periods: renewable.periods };
  const addOns = line.status === 'ended' ? [] : await viewAddOns(db, its, now, beyond);
  const mayHold = line.status === 'active' && !ends && offersHolds(app, who);
  const handover = (await handoversOf(app, db, who)).get(id);
  const mayHandOver = line.status === 'active' && !ends && offersHandovers(app, who.tenant);
  const mayGive = line.status !== 'ended' && who.brand.lines.household;
  const goesOn = !ends && line.status !== 'ended';
  const ahead = line.status !== 'ended' && !hold && (await paidAhead(db, renewable, now));
  const paysItself = autopay.nextCharge !== undefined && !autopay.declined;
  const action = nextAction(seenAs(standing?.role, line), {
    now,
    reason,
    paysItself: paysItself || ends,
    underWay: works,
    wantsCardAlone: await wantsCardAlone(app, who, line),
  });
  return seenAs<LineDetail>(standing?.role, {
    ...line,
    plan: { ...line.plan, retailPrice: dollars(plan.cents) },
    ...(reason && { statusReason: reason }),
    ...(network && { network }),
    ...(hold && { heldUntil: hold.until.toISOString() }),
    ...(mayHold && { mayHold }),
    ...(mayHandOver && { mayHandOver }),
    ...(mayGive && { mayGive }),
    ...(handover && { handover }),
    ...(renewable.takenOverAt && { takenOverAt: renewable.takenOverAt.toISOString() }),
    ...(networkChange && { networkChange }),
    ...(works.length > 0 && { underWay: works }),
    ...(period && { period: { from: period.from.toISOString(), to: period.to.toISOString() } }),
    ...(kept && { numberKeptUntil: kept.toISOString() }),
    ...(endsOn && { endsOn: endsOn.toISOString() }),
    autopay,
    ...(rise && goesOn && { priceRise: onWire(rise) }),
    addOns,
    ...(ahead && {
      paidAhead: { periods: ahead.periods.length, credit: dollars(ahead.cents) },
    }),
    ...(nextPlan && { nextPlan }),
    locks,
    ...(sim && { sim }),
    ...leaving,
    ...(address && { emergencyAddress: address }),
    ...(action && { nextAction: action }),
    ...(standing && { household: standing.household }),
  });
}

const onWire = ({ plan, cents, from }: { plan: string; cents: number; from: Date }) => ({
  plan,
  price: dollars(cents),
  from: from.toISOString(),
});
