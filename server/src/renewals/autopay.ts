import {
  type Autopay,
  consentText,
  consentVersion,
  type PlannedCharge,
  type setAutopay as setAutopayCall,
  type viewPlannedCharge as viewPlannedChargeCall,
} from '@portside/contract/autopay';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query, Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { queuePart } from '../emails/queue-part.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer, Owner, Visitor } from '../http/who.ts';
import { autopayComesBack, isToEnd, leaveAutopayOff } from '../lines/endings.ts';
import { holdLine, viewRenewable, type Renewable } from '../lines/renewable.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { autopayOffEmail, autopayOfSeveralEmail, autopayOnEmail } from './autopay-emails.ts';
import { creditOn, freeCredit } from '../checkout/order-credit.ts';
import { autopayCards } from './autopay-cards.ts';
import { planCharge, planOf } from './autopay-plan.ts';
import * as store from './autopay-store.ts';

export { paysItself } from './autopay-store.ts';
import { chargeOnceOn, chargeTime, nextAnnouncement, whenTold } from './autopay-times.ts';
import { nextAmount } from './next-bill.ts';
import { viewPerson } from '../account/person.ts';
import { cardsOf } from '../payments/cards.ts';

type Call = typeof setAutopayCall;

/** When autopay charges a line next, if it has a card to charge. */
export async function nextChargeAt(
  db: Query,
  owner: Owner,
  lineId: string,
): Promise<Date | undefined> {
  const autopay = await store.autopayOf(db, lineId);
  if (!autopay?.is_on || !autopay.charge_at) return undefined;
  const { first } = await autopayCards(db, owner, autopay);
  return first && autopay.charge_at;
}

/** What a customer agrees to who turns autopay on, in the reader's language. */
export async function viewConsent(_app: App, { brand, language }: Visitor) {
  return consentOf(brand, language);
}

const consentOf = (brand: Brand, language: string) => ({
  version: consentVersion,
  text: say(language, consentText, { product: brand.product }),
});

/**
 * Turns a line's autopay on, with the consent that was shown, or off (K03).
 * @throws No `not_found`, for another customer's line too
 */
export async function setAutopay(
  app: App,
  who: Customer,
  { id, on, consent }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  if (on) {
    if (line.status === 'ended') return refused('line_ended');
    if (consent !== consentVersion) return refused('consent_outdated');
    if ((await cardsOf(app.db.query, who)).length === 0) return refused('no_card');
  }
  const before = await store.autopayOf(app.db.query, id);
  const isOn = before?.is_on ?? false;
  const changes = isOn !== on || (!on && (await autopayComesBack(app.db.query, id)));
  if (changes && !(await turn(app, who, line, on))) return refused('line_ends');
  const sentence = on ? 'Autopay is on.' : 'Autopay is off. We won’t charge you unless you pay.';
  return {
    message: say(who.language, sentence),
    autopay: await autopayOf(app, who, line),
  };
}

/** @returns false for a line that is to end: autopay cannot be turned on */
async function turn(app: App, who: Customer, line: Renewable, on: boolean): Promise<boolean> {
  const told = on && line.paidUntil ? await nextAmount(app, who, line) : null;
  const { brand, language, network, userAgent } = who;
  const actor = { owner: who, brand, language, network, userAgent };
  return app.db.transaction(async (tx) => {
    await holdLine(tx, line.id);
    if (on && (await isToEnd(tx, line.id))) return false;
    if (!on) await leaveAutopayOff(tx, line.id);
    await keepConsent(app, tx, actor, line, { on, told });
    return true;
  });
}

/**
 * For a line that is to end, and back as it was: what is planned and told stays. Takes the line
 * first. @returns whether it was the other way
 */
export function pauseAutopay(tx: Tx, lineId: string, isPaused: boolean): Promise<boolean> {
  return store.pause(tx, lineId, isPaused);
}

/** Who agreed, and from where. */
interface Consenting {
  owner: Owner;
  brand: Brand;
  language: string;
  network: string;
  userAgent: string;
}

/** State, what was agreed to, plan and email in one transaction. */
export async function keepConsent(
  app: App,
  tx: Tx,
  { owner, brand, language, network, userAgent }: Consenting,
  line: { id: string; mdn: string },
  {
    on,
    told,
    bought,
  }: {
    on: boolean;
    told: number | null;
    /** With its line, or with several of them. */
    bought?: { event: string; isAlone: boolean };
  },
): Promise<void> {
  const now = app.clock.now();
  const { tenant, customerId } = owner;
  const row = { line_id: line.id, tenant_id: tenant, is_on: on, updated_at: now };
  await holdLine(tx, line.id);
  await store.saveAutopay(tx, row);
  const consent = consentOf(brand, language);
  await store.insertConsent(tx, {
    id: app.random.id('cns'),
    line_id: line.id,
    tenant_id: tenant,
    customer_id: customerId,
    is_on: on,
    ...consent,
    language,
    network,
    user_agent: userAgent,
    at: now,
  });
  const plan = await planCharge(app, tx, line.id, { anew: true, toldCents: told });
  const person = await viewPerson(tx, owner);
  const next = plan &&
    told !== null && {
      on: plan,
      cents: told,
      creditCents: await creditOn(app, tx, owner, told),
      atOnce: plan <= app.clock.now(),
    };
  const email = !on
    ? autopayOffEmail(brand, person, line)
    : bought && !bought.isAlone
      ? autopayOfSeveralEmail(brand, person, consent.text)
      : autopayOnEmail(brand, person, line, consent.text, next || undefined);
  if (bought) {
    const part = { event: bought.event, isLast: false };
    await queuePart(app, tx, brand, person.email, email, part);
  } else await queueEmail(app, tx, brand, person.email, email);
}

/**
 * What turning it on now would plan (K03).
 * @throws No `not_found`, for another customer's line too
 */
export async function viewPlannedCharge(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof viewPlannedChargeCall>,
): Promise<OutputOf<typeof viewPlannedChargeCall>> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  const chosen = await store.autopayOf(app.db.query, id);
  const { first: card, second } = await autopayCards(app.db.query, who, chosen);
  if (!card || !line.paidUntil || line.status === 'ended') return {};
  const now = app.clock.now();
  const { timeZone } = who.brand;
  const charge = chargeOnceOn(chargeTime(line.holder, line.paidUntil, timeZone), now);
  const isTold = nextAnnouncement(charge, now) !== undefined;
  const on = isTold ? whenTold(line.holder, charge, now, timeZone) : charge;
  return { charge: await chargeOn(app, who, line, on, { card, ...(second && { second }) }) };
}

/** What is charged on that day, as it is shown. */
async function chargeOn(
  app: App,
  who: Customer,
  line: Renewable,
  on: Date,
  cards: Pick<PlannedCharge, 'card' | 'second'>,
): Promise<PlannedCharge> {
  const cents = await nextAmount(app, who, line);
  const credit = await freeCredit(app.db.query, who);
  const rest = cents - (await creditOn(app, app.db.query, who, cents));
  return {
    on: on.toISOString(),
    amount: dollars(cents),
    ...cards,
    ...(credit > 0 && { credit: dollars(credit), onCard: dollars(rest) }),
    ...(on <= app.clock.now() && { atOnce: true }),
  };
}

/** Of those lines that have it on. */
export async function autopaysOf(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, { declined: boolean; chargeAt: Date | null }>> {
  const rows = await store.autopaysOf(db, lineIds);
  return new Map(
    rows.map((row) => [row.line_id, { declined: row.tries > 0, chargeAt: row.charge_at }]),
  );
}

/** Whether a line pays for itself, and when and what next. */
export async function autopayOf(app: App, who: Customer, line: Renewable): Promise<Autopay> {
  const consent = consentOf(who.brand, who.language);
  const row = await store.autopayOf(app.db.query, line.id);
  if (!row?.is_on || line.status === 'ended') return { on: false, consent };
  const { first: card, second } = await autopayCards(app.db.query, who, row);
  const cards = { ...(card && { card }), ...(second && { second }) };
  const known = { on: true, consent, ...cards, ...(row.tries > 0 && { declined: true as const }) };
  const planned = planOf(app, row, line);
  if (!planned || !card) return known;
  const on = row.announce_at
    ? whenTold(line.holder, planned, app.clock.now(), who.brand.timeZone)
    : planned;
  const nextCharge = await chargeOn(app, who, line, on, { card, ...(second && { second }) });
  return { ...known, nextCharge };
}
