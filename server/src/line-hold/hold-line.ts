import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { dateAlone } from '@portside/contract/formats';
import { type HoldOffer, holdLengths } from '@portside/contract/line-hold';
import type * as calls from '@portside/contract/line-hold';
import { phone } from '@portside/contract/phone';
import { dataLeft, moveAddOns } from '../add-ons/line-add-ons.ts';
import type { App } from '../app.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, type Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { isToEnd } from '../lines/endings.ts';
import * as holds from '../lines/holds.ts';
import { lockForWork } from '../lines/line-work.ts';
import { publishLine } from '../lines/line-news.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { currentPeriod } from '../lines/periods.ts';
import { type Renewable, viewAnyRenewable, viewRenewable } from '../lines/renewable.ts';
import { suspensionsOf } from '../lines/suspension.ts';
import { moveChanges } from '../plan-change/at-carrier.ts';
import { planCharge } from '../renewals/autopay-plan.ts';
import { noteActivity } from '../sessions/activity.ts';
import { dataBeyondPlan } from '../usage/view-usage.ts';
import { say } from '../words/say.ts';
import { tellOver } from './tell-hold.ts';

/** A line is on hold for so long in twelve months. */
const MOST = days(90);
const COUNTED = days(365);
/** Paid days that are left after a hold: autopay has time to tell and to charge. */
const DAYS_AFTER_HOLD = 6;

/** @throws No `not_found`, also for another customer's line */
export async function viewHold(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof calls.viewHold>,
): Promise<OutputOf<typeof calls.viewHold> | Refused<ReasonOf<typeof calls.viewHold>>> {
  const db = app.db.query;
  const line = await viewRenewable(db, who, id);
  if (!line) throw notFound();
  const now = app.clock.now();
  const hold = await holds.openHold(db, id);
  if (!hold || !line.paidUntil) {
    const offers = await offersFor(app, db, who, line, now);
    return Array.isArray(offers) ? { offers: [...offers] } : offers;
  }
  const whole = holds.ifEnded(hold, hold.until);
  const { costDays, back } = holds.ifEnded(hold, now);
  return {
    offers: [],
    hold: {
      since: hold.began_at.toISOString(),
      until: hold.until.toISOString(),
      costDays: whole.costDays,
      paidUntil: line.paidUntil.toISOString(),
      confirmed: hold.confirmed_at !== null,
      ifEndedNow: { costDays, paidUntil: later(line.paidUntil, back).toISOString() },
    },
  };
}

/** Whether the brand and its carrier offer it, for any line. */
export const offersHolds = (app: App, { brand, tenant }: Pick<Customer, 'brand' | 'tenant'>) =>
  brand.lines.hold !== undefined && app.adapters.of(tenant).carrier.can.has('suspendLine');

async function offersFor(
  app: App,
  db: Query,
  who: Customer,
  line: Renewable,
  now: Date,
): Promise<HoldOffer[] | Refused<ReasonOf<typeof calls.viewHold>>> {
  const { hold } = who.brand.lines;
  if (line.status === 'ended') return refused('line_ended');
  if (!hold || !offersHolds(app, who)) return refused('not_offered');
  const { paidUntil } = line;
  if (line.status !== 'active' || !paidUntil) return refused('not_active');
  if (await isToEnd(db, line.id)) return refused('line_ends');
  const busy = await lineBusy(db, line.id, 'hold', who);
  if (busy) return busy;
  const held = await holds.heldFor(db, line.id, later(now, -COUNTED));
  const lengths = holdLengths.filter((count) => held + days(count) <= MOST);
  if (lengths.length === 0) return refused('held_enough');
  const offers = lengths.flatMap((count): HoldOffer[] => {
    const costDays = holds.costOf(days(count), hold.dayForEach);
    const enough = later(now, days(costDays + DAYS_AFTER_HOLD)) <= paidUntil;
    if (!enough) return [];
    const until = later(now, days(count)).toISOString();
    const ends = later(paidUntil, days(count - costDays)).toISOString();
    return [{ days: count, costDays, until, paidUntil: ends }];
  });
  return offers.length > 0 ? offers : refused('too_few_days');
}

/**
 * Its paid days wait from now on; the network is asked after the commit (P09). Again with the same
 * days, it is the same hold. @throws No `not_found`, also for another customer's line
 */
export async function holdLine(
  app: App,
  who: Customer,
  { id, days: count, costDays }: ParsedInputOf<typeof calls.holdLine>,
): Promise<OutputOf<typeof calls.holdLine> | Refused<ReasonOf<typeof calls.holdLine>>> {
  const left = await dataLeftOf(app, id);
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    const open = await holds.openHold(tx, id);
    if (open && open.days !== count) return refused('on_hold');
    if (open) return held(who, open.until);
    const offers = await offersFor(app, tx, who, line, app.clock.now());
    if (!Array.isArray(offers)) return offers;
    const offer = offers.find((one) => one.days === count);
    if (!offer) return refused('too_few_days');
    const { hold } = who.brand.lines;
    if (!hold || offer.costDays !== costDays) return refused('cost_changed');
    const its = { tenant: who.tenant, lineId: id };
    const begun = await holds.beginHold(app, tx, its, { days: count, ...hold });
    await moveRest(app, tx, begun.move, left);
    await noteActivity(app, tx, who, 'line_held', { line: phone(line.mdn) });
    return held(who, begun.until);
  });
}

/** What the carrier is to give of bought data, once it has its new time. */
export async function dataLeftOf(app: App, id: string): Promise<ReadonlyMap<string, number>> {
  const db = app.db.query;
  const line = await viewAnyRenewable(db, id);
  const now = app.clock.now();
  const period = line && currentPeriod(line.periods, now);
  if (!period) return new Map();
  const { tenant } = line.owner;
  return dataLeft(db, id, now, await dataBeyondPlan(app, { tenant, language: 'en' }, id, period));
}

const held = ({ brand, language }: Customer, until: Date) => ({
  message: say(
    language,
    'We asked the network to put your line on hold until {date}. You’ll get an email when it’s done.',
    { date: dateAlone(until, brand.timeZone, language) },
  ),
  until: until.toISOString(),
});

/** @throws No `not_found`, also for another customer's line */
export async function endHold(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof calls.endHold>,
): Promise<OutputOf<typeof calls.endHold> | Refused<ReasonOf<typeof calls.endHold>>> {
  const left = await dataLeftOf(app, id);
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    if (line.status === 'ended') return refused('line_ended');
    // Until the network had paused it, data may have been used.
    const worked = (await holds.openHold(tx, id))?.confirmed_at === null;
    const move = await holds.finishHold(app, tx, id, 'taken_off');
    if (!move) return refused('not_on_hold');
    await moveRest(app, tx, move, worked ? left : undefined);
    const lifted = await holds.turnBackOn(app, tx, id, { tell: true });
    await noteActivity(app, tx, who, 'line_hold_ended', { line: phone(line.mdn) });
    await publishLine(app, tx, rowOf(who, id), line.status);
    if (lifted === 'done') await tellOver(app, tx, id);
    const [other] = await suspensionsOf(tx, id);
    const isAsked = (await networkAskOf(tx, id))?.asked === 'block';
    const after = await viewRenewable(tx, who, id);
    return {
      message: say(who.language, isAsked ? blocking : sentences[other ?? 'none']),
      paidUntil: after?.paidUntil?.toISOString() ?? null,
    };
  });
}

/** With the line, for whoever has it then: nobody is told, and nothing is asked of the network (P05). */
export async function endHoldQuietly(app: App, tx: Tx, lineId: string): Promise<void> {
  const move = await holds.finishHold(app, tx, lineId, 'line_ended');
  if (move) await moveRest(app, tx, move);
}

const blocking = 'The hold is over. The network is still blocking your line.';

const sentences = {
  none: 'We asked the network to turn your line back on. You’ll get an email when it works.',
  blocked: 'The hold is over. Your line is still blocked.',
  by_operator: 'The hold is over, but we paused your line. Please contact us.',
  unpaid: 'The hold is over. Your line is still paused, because its next 30 days aren’t paid.',
  on_hold: '',
} as const;

/** What else is paid moves with the line's paid time. */
export async function moveRest(
  app: App,
  tx: Tx,
  move: holds.Move,
  left?: ReadonlyMap<string, number>,
): Promise<void> {
  await moveAddOns(app, tx, move, left);
  await moveChanges(tx, move);
  await planCharge(app, tx, move.lineId);
}

async function lockOwn(tx: Tx, who: Customer, id: string): Promise<Renewable> {
  const found = await viewRenewable(tx, who, id);
  if (!found) throw notFound();
  await lockForWork(tx, id);
  const line = await viewRenewable(tx, who, id);
  if (!line) throw notFound();
  return line;
}

const rowOf = ({ tenant: tenant_id, customerId: customer_id }: Customer, id: string) => ({
  id,
  tenant_id,
  customer_id,
});
