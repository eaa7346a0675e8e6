import { normalEmail } from '@portside/contract/fields';
import { OFFER_DAYS } from '@portside/contract/line-handover';
import type * as calls from '@portside/contract/line-handover';
import type { LineHandover } from '@portside/contract/line-handover-state';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, type Refused, refused } from '../http/no.ts';
import { type Customer, type Owner, ownerOfRow } from '../http/who.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';
import { tellGiver, tellTaker } from './telling.ts';
import { hasFewDays, offersHandovers, whyNot } from './why-not.ts';

/** Each sends an email to somebody who did not ask for it. */
const MOST_A_DAY = 5;
const COUNTED = days(1);

type View = typeof calls.viewHandover;
type Offer = typeof calls.offerLine;
type Withdraw = typeof calls.withdrawOffer;

/** @throws No `not_found`, also for another customer's line */
export async function viewHandover(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<View>,
): Promise<OutputOf<View> | Refused<ReasonOf<View>>> {
  const db = app.db.query;
  const line = await viewRenewable(db, who, id);
  if (!line) throw notFound();
  const newest = await store.latestOf(db, id);
  if (newest && (newest.state === 'accepted' || (await isOpen(app, db, newest)))) {
    return { handover: handoverOf(newest) };
  }
  const why = await whyNot(app, db, who, line, who.language);
  if (why) return why;
  if (hasFewDays(app, line)) return refused('too_few_days');
  return { ...(newest && lastOf(app, newest)) };
}

/** The sweep that ends it may be a moment late. */
export const isOpen = async (app: App, db: Query, row: store.HandoverRow): Promise<boolean> =>
  row.state === 'offered' &&
  row.email !== '' &&
  row.until > app.clock.now() &&
  (await store.canGo(db, row.line_id));

/** To act on it ask under the line's lock. */
export async function isOffered(app: App, db: Query, lineId: string): Promise<boolean> {
  const row = await store.openOffer(db, lineId);
  return row !== undefined && isOpen(app, db, row);
}

export const handoverOf = (row: store.HandoverRow): LineHandover => ({
  to: row.email,
  until: row.until.toISOString(),
  ...(row.state === 'accepted' && row.ended_at && { acceptedAt: row.ended_at.toISOString() }),
});

function lastOf(app: App, row: store.HandoverRow): OutputOf<View> {
  const { email: to, state, ended_at, until } = row;
  if (!to) return {};
  if (state === 'offered') {
    // The sweep says it of one that ends sooner.
    if (until > app.clock.now()) return {};
    return { last: { to, why: 'expired', at: until.toISOString() } };
  }
  if (state === 'accepted' || !ended_at) return {};
  return { last: { to, why: state, at: ended_at.toISOString() } };
}

/**
 * Whoever confirmed that address can take the line for seven days; until then nothing changes (P06).
 * Again with the same address it is the same offer. @throws No `not_found`, also for another customer's
 * line
 */
export function offerLine(
  app: App,
  who: Customer,
  { id, email: typed }: ParsedInputOf<Offer>,
): Promise<OutputOf<Offer> | Refused<ReasonOf<Offer>>> {
  const email = normalEmail(typed);
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    const open = await store.openOffer(tx, id);
    if (open && (await isOpen(app, tx, open))) {
      return open.email === email ? offered(who, open) : refused('offered');
    }
    if (line.status === 'ended') return refused('line_ended');
    if (!offersHandovers(app, who.tenant)) return refused('not_offered');
    const no = await guardMove(app, tx, who, id, 'handover', lineBusy);
    if (no) return no;
    const giver = await viewPerson(tx, who);
    if (!giver.emailVerified) return refused('email_unconfirmed');
    if (giver.email === email) return refused('own_address');
    const why = await whyNot(app, tx, who, line, who.language);
    if (why) return why;
    if (hasFewDays(app, line)) return refused('too_few_days');
    const now = app.clock.now();
    if ((await store.countSince(tx, who, later(now, -COUNTED))) >= MOST_A_DAY)
      return refused('too_many');
    // One that ran out a moment ago, or whose address is no longer anybody's.
    const ranOut = open && open.until <= now ? 'expired' : 'dropped';
    if (open) await store.endOffer(tx, open.id, { state: ranOut, ended_at: now });
    const row = {
      id: app.random.id('han'),
      tenant_id: who.tenant,
      line_id: id,
      customer_id: who.customerId,
      email,
      state: 'offered' as const,
      offered_at: now,
      until: later(now, days(OFFER_DAYS)),
    };
    await store.insertOffer(tx, row);
    const offer = { ...row, ended_at: null, taker_customer_id: null, new_line_id: null };
    await tellGiver(app, tx, offer, line, 'offered');
    await tellTaker(app, tx, offer, line, 'offered');
    await noteActivity(app, tx, who, 'line_offered', { line: phone(line.mdn) });
    await publishLine(app, tx, rowOf(who, id), line.status);
    return offered(who, offer);
  });
}

const offered = ({ language }: Customer, row: store.HandoverRow): OutputOf<Offer> => ({
  message: say(language, 'We emailed {email}. The line stays yours until they accept it.', {
    email: row.email,
  }),
  handover: handoverOf(row),
});

/** @throws No `not_found`, also for another customer's line */
export function withdrawOffer(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Withdraw>,
): Promise<OutputOf<Withdraw> | Refused<ReasonOf<Withdraw>>> {
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    const newest = await store.latestOf(tx, id);
    if (newest?.state === 'accepted') return refused('handed_over');
    if (newest) await withdraw(app, tx, line, { row: newest, by: who });
    return { message: say(who.language, 'This line isn’t offered to anybody.') };
  });
}

/**
 * Whoever may have been in the account offered it, or did so in a browser that is logged out. Its line is
 * locked. @returns whether it was offered
 */
export async function stopOffer(app: App, tx: Tx, lineId: string): Promise<boolean> {
  const row = await store.openOffer(tx, lineId);
  if (!row) return false;
  const owner = ownerOfRow(row);
  const line = await viewRenewable(tx, owner, lineId);
  const by = { ...owner, network: '', userAgent: '' };
  return line !== undefined && withdraw(app, tx, line, { row, by });
}

async function withdraw(
  app: App,
  tx: Tx,
  line: Renewable,
  { row, by }: { row: store.HandoverRow; by: Parameters<typeof noteActivity>[2] },
): Promise<boolean> {
  const over = { state: 'withdrawn', ended_at: app.clock.now() } as const;
  if (!(await store.endOffer(tx, row.id, over))) return false;
  await tellTaker(app, tx, row, line, 'withdrawn');
  await noteActivity(app, tx, by, 'line_offer_withdrawn', { line: phone(line.mdn) });
  await publishLine(app, tx, rowOf(by, line.id), line.status);
  return true;
}

async function lockOwn(tx: Tx, who: Customer, id: string): Promise<Renewable> {
  if (!(await viewRenewable(tx, who, id))) throw notFound();
  await lockForWork(tx, id);
  const line = await viewRenewable(tx, who, id);
  if (!line) throw notFound();
  return line;
}

const rowOf = (
  { tenant: tenant_id, customerId: customer_id }: Pick<Owner, 'tenant' | 'customerId'>,
  id: string,
) => ({
  id,
  tenant_id,
  customer_id,
});
