import { stillDue } from '../add-ons/recurring.ts';
import type { App } from '../app.ts';
import { later } from '../clock.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { queuePart } from '../emails/queue-part.ts';
import { Refused } from '../http/no.ts';
import { worksOn } from '../lines/line-work.ts';
import { nextPeriod } from '../lines/periods.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import type { Moment } from '../jobs/jobs.ts';
import { inTurns, sweep } from '../jobs/sweep.ts';
import { autopayCards, cardOfTry, chooseCards } from './autopay-cards.ts';
import {
  announceEmail,
  cardExpiresEmail,
  namedCard,
  notChargedEmail,
  refusedTryEmail,
} from './autopay-emails.ts';
import { LEASE, withOthers } from './autopay-together.ts';
import { noteRefusedTry, planCharge } from './autopay-plan.ts';
import * as store from './autopay-store.ts';
import { expiresBefore, nextAnnouncement, TELLS_BEFORE, whenTold } from './autopay-times.ts';
import { nextAmount } from './next-bill.ts';
import { quoteNext } from './quote-next.ts';
import type { RenewalDetails } from './renewal-kind.ts';
import { viewPerson } from '../account/person.ts';
import { orderUnderWay, placeForLine } from '../checkout/line-orders.ts';
import { creditOn } from '../checkout/order-credit.ts';
import { settleAtOnce } from '../checkout/paying.ts';
import { savedCardsOf } from '../payments/cards.ts';
import type { Method } from '../payments/charges.ts';

/** A provider takes a second for each. */
const AT_ONCE = 8;

/**
 * Tells and charges what is due, in batches that any process may take (K04, K05). @returns false
 * when there is more than one job can do
 */
export async function runAutopay(app: App): Promise<boolean> {
  const db = app.db.query;
  const now = app.clock.now();
  const is = await store.whatIsDue(db, now);
  const plan = (id: string) => app.db.transaction((tx) => planCharge(app, tx, id));
  const unplanned = is.unplanned ? await store.unplannedLines(db) : [];
  await sweep(app, unplanned, plan, 'autopay could not be planned yet', { atOnce: AT_ONCE });
  // What was planned or told just now may be due as well.
  const isToTell = is.toTell || unplanned.length > 0;
  const isToCharge = is.toCharge || isToTell;
  const lease = later(now, LEASE);
  const tell = (id: string) => announce(app, id);
  const pay = (id: string) => charge(app, id);
  return inTurns([
    async () => {
      if (!isToTell) return 0;
      const lines = await store.claimAnnouncements(db, now, lease);
      await sweep(app, lines, tell, 'a charge could not be announced yet', { atOnce: AT_ONCE });
      return moreThan(lines);
    },
    async () => {
      if (!isToCharge) return 0;
      const lines = await store.claimCharges(db, now, lease);
      await sweep(app, lines, pay, 'autopay could not charge yet', { atOnce: AT_ONCE });
      return moreThan(lines);
    },
  ]);
}

/** Less than were asked for are the last ones. */
const moreThan = (lines: readonly string[]) => (lines.length < store.CLAIMED ? 0 : lines.length);

export const nextAutopay = (): Moment => store.nextDue;

/** The line and its autopay, if they still want to be told or charged for what was planned. */
async function wanted(app: App, lineId: string) {
  const db = app.db.query;
  const [autopay, line] = await Promise.all([
    store.autopayOf(db, lineId),
    viewAnyRenewable(db, lineId),
  ]);
  if (!autopay?.is_on || !line) return undefined;
  const isSame = line.paidUntil?.getTime() === autopay.period_ends_at?.getTime();
  if (line.status !== 'ended' && line.paidUntil && isSame) return { autopay, line };
  await app.db.transaction((tx) => planCharge(app, tx, lineId));
  return undefined;
}

/**
 * Three days before the charge: date, amount, card, and how to turn it off. If there was nobody to
 * tell it then, the charge is put off.
 */
async function announce(app: App, lineId: string): Promise<void> {
  const found = await wanted(app, lineId);
  if (!found?.autopay.charge_at) return;
  const { line } = found;
  const { charge_at: planned } = found.autopay;
  const brand = app.brands.byTenant(line.owner.tenant);
  const { first: card, second } = await autopayCards(app.db.query, line.owner, found.autopay);
  const now = app.clock.now();
  const isLast = later(planned, -TELLS_BEFORE) <= now;
  const chargeAt = isLast ? whenTold(line.holder, planned, now, brand.timeZone) : planned;
  const expires = card && expiresBefore(card.expiry, chargeAt);
  if (!isLast && !expires) {
    const next = nextAnnouncement(chargeAt, now) ?? null;
    return store.tellLater(app.db.query, found.autopay, next);
  }
  const [person, underWay, cents] = await Promise.all([
    viewPerson(app.db.query, line.owner),
    worksOn(app.db.query, lineId),
    isLast ? nextAmount(app, { tenant: line.owner.tenant, brand }, line) : null,
  ]);
  await app.db.transaction(async (tx) => {
    const autopay = await store.lockAutopay(tx, lineId);
    if (!autopay?.is_on || autopay.charge_at?.getTime() !== planned.getTime()) return;
    // It costs something else by now: another look tells that.
    if (autopay.updated_at.getTime() !== found.autopay.updated_at.getTime()) return;
    await store.setAutopay(tx, lineId, {
      announce_at: isLast ? null : (nextAnnouncement(chargeAt, now) ?? null),
      ...(isLast && { told_cents: cents, charge_at: chargeAt }),
      ...(expires && !autopay.card_told_at && { card_told_at: now }),
    });
    if (expires && !autopay.card_told_at) {
      const email = cardExpiresEmail(brand, person, line, card, chargeAt);
      const event = await withOthers(app, tx, line, 'told', `expires ${card.id}`);
      await queuePart(app, tx, brand, person.email, email, event);
    }
    if (!isLast || cents === null) return;
    const email = announceEmail(brand, person, line, {
      chargeAt,
      cents,
      card,
      second,
      endsAt: line.paidUntil,
      creditCents: await creditOn(app, tx, line.owner, cents),
      isLeaving: underWay.includes('port_out'),
    });
    const event = await withOthers(app, tx, line, 'told', card ? 'told' : 'without card');
    await queuePart(app, tx, brand, person.email, email, event);
  });
}

/**
 * One try. Its key is made of the period and the plan, so that one that was begun and lost is the same
 * one; while somebody pays by hand, nothing is tried.
 */
async function charge(app: App, lineId: string): Promise<void> {
  const found = await wanted(app, lineId);
  if (!found) return;
  const { autopay, line } = found;
  if (autopay.told_cents === null) {
    await store.setAutopay(app.db.query, lineId, { announce_at: app.clock.now() });
    return;
  }
  const { owner } = line;
  const [underWay, person, saved] = await Promise.all([
    orderUnderWay(app.db.query, lineId),
    viewPerson(app.db.query, owner),
    savedCardsOf(app.db.query, owner),
  ]);
  if (underWay) return;
  const brand = app.brands.byTenant(owner.tenant);
  const quote = await quoteNext(app, { owner, brand }, line, { autopay: true });
  const due = quote.total_cents;
  const isMore = due > autopay.told_cents;
  if (isMore || (due > 0 && due < app.adapters.of(owner.tenant).payment.leastCents)) {
    await app.db.transaction(async (tx) => {
      await store.setAutopay(tx, lineId, { charge_at: null, announce_at: null });
      const why = isMore ? 'costs_more' : 'too_small';
      const email = notChargedEmail(brand, person, line, { why, cents: due });
      await queueEmail(app, tx, brand, person.email, email);
    });
    return;
  }
  const cards = chooseCards(
    saved.map((one) => one.card),
    autopay,
  );
  const card = cardOfTry(autopay, cards);
  const cardRef = saved.find((one) => one.card.id === card?.id)?.ref;
  const method: Method | undefined =
    due === 0 ? { kind: 'none' } : cardRef === undefined ? undefined : { kind: 'saved', cardRef };
  if (!method) {
    await app.db.transaction(async (tx) => {
      const again = await noteRefusedTry(app, tx, lineId, { forGood: false });
      const email = refusedTryEmail(app, brand, person, line, {
        // Whoever deletes the second card in between still has a first one, which was refused.
        reason: cards.first ? 'declined' : 'no_card',
        again,
        card: cards.first,
        cents: due,
      });
      const event = await withOthers(app, tx, line, 'charged', 'refused');
      await queuePart(app, tx, brand, person.email, email, event);
    });
    return;
  }
  const { number } = nextPeriod(line.periods, app.clock.now());
  const isSecond = card !== undefined && card.id !== cards.first?.id;
  const details: RenewalDetails = {
    ...(quote.details as RenewalDetails),
    ...(card && { cardId: card.id }),
    ...(isSecond && cards.first && { insteadOf: namedCard(cards.first) }),
  };
  const orderId = await placeForLine(
    app,
    owner,
    brand,
    { ...quote, details },
    {
      method,
      person,
      present: false,
      language: person.language,
      // `updated_at` is of the plan: a try anew is a new one, one that was lost is not.
      idempotencyKey: `autopay ${number} ${autopay.updated_at.getTime()}`,
      isWanted: async (tx) => {
        const now = await store.lockAutopay(tx, lineId);
        if (!now?.is_on || now.updated_at.getTime() !== autopay.updated_at.getTime()) return false;
        return stillDue(tx, lineId, details.addOns ?? '');
      },
    },
  );
  if (!(orderId instanceof Refused)) await settleAtOnce(app, orderId);
}
