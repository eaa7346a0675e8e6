import type * as calls from '@portside/contract/line-handover';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import { holdOpen } from '../account/joining.ts';
import { viewPerson } from '../account/person.ts';
import { namesOfAddOns } from '../add-ons/line-add-ons.ts';
import type { App } from '../app.ts';
import { holdCredit } from '../credit/credit.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { type Customer, type Owner, ownerOfRow } from '../http/who.ts';
import { tellTakenAddress } from '../lines/emergency-address.ts';
import { lockForWork } from '../lines/line-work.ts';
import { findLine } from '../lines/lines.ts';
import { publishLine } from '../lines/line-news.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { dollars } from '../money.ts';
import { isToBeErased } from '../privacy/asking.ts';
import { keptPlan } from '../renewals/next-bill.ts';
import { pauseOf, pauseRefused } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { moveLineOver } from './moving-line.ts';
import { isOpen } from './offering.ts';
import * as store from './store.ts';
import { tellGiver, tellTaker } from './telling.ts';
import { whyNot } from './why-not.ts';

type List = typeof calls.listHandovers;
type Accept = typeof calls.acceptHandover;
type Decline = typeof calls.declineHandover;
type Offered = OutputOf<List>['offers'][number];

export async function listHandovers(app: App, who: Customer): Promise<OutputOf<List>> {
  const db = app.db.query;
  const { emailVerified } = await viewPerson(db, who);
  const offers: Offered[] = [];
  for (const row of await offersTo(app, db, who)) {
    const offer = await offeredOf(app, db, row);
    if (offer) offers.push(offer);
  }
  return { emailConfirmed: emailVerified, offers };
}

/** To the confirmed address of the customer, by others, and still to be had. */
export async function offersTo(app: App, db: Query, who: Customer): Promise<store.HandoverRow[]> {
  const { email, emailVerified } = await viewPerson(db, who);
  if (!emailVerified || !who.brand.lines.handOver) return [];
  return store.offersTo(db, who, { email, now: app.clock.now() });
}

async function offeredOf(
  app: App,
  db: Query,
  row: store.HandoverRow,
): Promise<Offered | undefined> {
  const owner = ownerOfRow(row);
  const line = await viewRenewable(db, owner, row.line_id);
  const kept = await findLine(db, owner, row.line_id);
  if (!line?.paidUntil || !kept) return undefined;
  const now = app.clock.now();
  const giver = await viewPerson(db, owner);
  // What the giver was told of a higher price, the taker was not.
  const plan = await keptPlan(app, row.tenant_id, { ...line, id: '' }, now);
  return {
    id: row.id,
    from: giver.called,
    lastFour: line.mdn.slice(-4),
    simType: kept.simType,
    plan: { retailName: line.plan.retailName, retailPrice: dollars(plan.cents) },
    paidUntil: line.paidUntil.toISOString(),
    addOns: await namesOfAddOns(db, line.id, now),
    until: row.until.toISOString(),
  };
}

/**
 * The line is the customer's now, and has ended for the one who gave it; all in one transaction, under the
 * line's lock (P06). @throws No `not_found`, for an offer to another address, too
 */
export async function acceptHandover(
  app: App,
  who: Customer,
  { id, streetDirection = '', streetUnit = '', ...rest }: ParsedInputOf<Accept>,
): Promise<OutputOf<Accept> | Refused<ReasonOf<Accept>>> {
  const { streetNumber, streetName, city, state, zipCode } = rest;
  const address = { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
  const asksCarrier = app.adapters.of(who.tenant).carrier.can.has('emergencyAddress');
  const taken = await app.db.transaction((tx) => take(app, tx, who, id, { address, asksCarrier }));
  if (taken instanceof Refused) return taken;
  const { lineId, mdn } = taken;
  const emergencyAddress = asksCarrier ? await tellTakenAddress(app, lineId, who) : undefined;
  const message = say(who.language, 'The line {number} is yours.', { number: phone(mdn) });
  return { message, lineId, ...(emergencyAddress && { emergencyAddress }) };
}

async function take(
  app: App,
  tx: Tx,
  who: Customer,
  id: string,
  where: Pick<Parameters<typeof moveLineOver>[3], 'address' | 'asksCarrier'>,
): Promise<{ lineId: string; mdn: string } | Refused<ReasonOf<Accept>>> {
  await holdOpen(tx, who);
  const row = await lockTheirs(tx, who, id, (giver) => holdCredit(app, tx, giver));
  if (row instanceof Refused) return row;
  if (row.state === 'accepted') {
    const own = await findLine(tx, who, row.new_line_id ?? '');
    if (!own) throw notFound();
    // It ended since, or was handed on.
    if (own.status === 'ended') return refused('offer_over');
    return { lineId: own.id, mdn: own.mdn };
  }
  if (!(await isOpen(app, tx, row))) return refused('offer_over');
  const paused = await pauseRefused(app, tx, who);
  if (paused) return paused;
  if (await isToBeErased(tx, who)) return refused('closing');
  const giver = ownerOfRow(row);
  const before = await viewRenewable(tx, giver, row.line_id);
  if (!before) return refused('offer_over');
  const kept = (await pauseOf(app, tx, giver)) ?? (await whyNot(app, tx, giver, before, 'en'));
  if (kept) return refused('not_now');
  const line = await moveLineOver(app, tx, { ...before, owner: giver }, { owner: who, ...where });
  if (!line) return refused('offer_over');
  const now = app.clock.now();
  const taker = { taker_customer_id: who.customerId, new_line_id: line.id };
  await store.endOffer(tx, row.id, { state: 'accepted', ended_at: now, ...taker });
  await tellGiver(app, tx, row, before, 'accepted');
  await tellTaker(app, tx, row, { ...before, id: line.id }, 'accepted');
  const detail = { line: phone(line.mdn) };
  await noteActivity(app, tx, { ...giver, network: '', userAgent: '' }, 'line_handed_over', detail);
  await noteActivity(app, tx, who, 'line_taken_over', detail);
  return { lineId: line.id, mdn: line.mdn };
}

/** The offer, with its line locked; one that the customer took before, too. */
async function lockTheirs(
  tx: Tx,
  who: Customer,
  id: string,
  /** What is locked before the line, as a refund does it. */
  first: (giver: Owner) => Promise<void> = async () => {},
): Promise<store.HandoverRow | Refused<'email_unconfirmed' | 'offer_over'>> {
  const { email, emailVerified } = await viewPerson(tx, who);
  const found = await store.handoverTo(tx, who, { id, email });
  if (!found) throw notFound();
  if (!emailVerified) return refused('email_unconfirmed');
  await first(ownerOfRow(found));
  await lockForWork(tx, found.line_id);
  const row = await store.lockOffer(tx, id);
  if (!row) throw notFound();
  if (row.state === 'offered') return row;
  return row.taker_customer_id === who.customerId && row.state !== 'declined'
    ? row
    : refused('offer_over');
}

/** @throws No `not_found`, for an offer to another address, too */
export function declineHandover(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Decline>,
): Promise<OutputOf<Decline> | Refused<ReasonOf<Decline>>> {
  const done = () => ({ message: say(who.language, 'You declined this line.') });
  return app.db.transaction(async (tx) => {
    const row = await lockTheirs(tx, who, id);
    if (row instanceof Refused) {
      return (await store.hasDeclined(tx, who, id)) ? done() : row;
    }
    if (row.state === 'accepted') return refused('accepted');
    const line = await viewRenewable(tx, ownerOfRow(row), row.line_id);
    if (!line || !(await isOpen(app, tx, row))) return refused('offer_over');
    const over = { state: 'declined', ended_at: app.clock.now() } as const;
    await store.endOffer(tx, row.id, { ...over, taker_customer_id: who.customerId });
    await tellGiver(app, tx, row, line, 'declined');
    const giver = { ...ownerOfRow(row), network: '', userAgent: '' };
    await noteActivity(app, tx, giver, 'line_offer_over', { line: phone(line.mdn) });
    await noteActivity(app, tx, who, 'line_declined', { digits: line.mdn.slice(-4) });
    const { tenant_id, customer_id } = row;
    await publishLine(app, tx, { id: line.id, tenant_id, customer_id }, line.status);
    return done();
  });
}
