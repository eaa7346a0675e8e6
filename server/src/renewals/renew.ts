import type { OrderAnswer } from '@portside/contract/checkout';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { PrepayMonths } from '@portside/contract/prepay';
import type * as calls from '@portside/contract/renewals';
import { stillDue } from '../add-ons/recurring.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import {
  findLineQuote,
  findTry,
  isPaid,
  type LineQuote,
  lineQuoteOf,
  usableLineQuote,
} from '../checkout/line-orders.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { payForLine } from '../checkout/pay-for-line.ts';
import { isToEnd } from '../lines/endings.ts';
import { keptRefused } from '../lines/line-work.ts';
import { nextPeriod } from '../lines/periods.ts';
import { viewRenewable, type Renewable } from '../lines/renewable.ts';
import { isNextPlan } from './next-bill.ts';
import { quoteNext } from './quote-next.ts';
import { scheduledPlan } from './scheduled-plan.ts';
import { type Prepaying, prepayingOf } from './prepay.ts';
import type { RenewalDetails } from './renewal-kind.ts';

type QuoteCall = typeof calls.quoteRenewal;
type RenewCall = typeof calls.renewLine;

/** K02. */
export const EARLY = days(10);

/** @throws No `not_found`, also for another customer's line */
export async function quoteRenewal(
  app: App,
  who: Customer,
  { id, months }: ParsedInputOf<QuoteCall>,
): Promise<OutputOf<QuoteCall> | Refused<ReasonOf<QuoteCall>>> {
  const line = await requireLine(app, who, id);
  const fresh = await freshQuote(app, who, line, months);
  return fresh instanceof Refused ? fresh : onWire(app, who, line, fresh);
}

/**
 * Pays for a line's next period once, whatever is repeated or lost. @throws No `not_found`, also
 * for another customer's line
 */
export async function renewLine(
  app: App,
  who: Customer,
  input: ParsedInputOf<RenewCall>,
): Promise<OrderAnswer | Refused<ReasonOf<RenewCall>>> {
  const line = await requireLine(app, who, input.id);
  const sale = { kind: 'renewal', lineId: line.id } as const;
  const tried = await findTry(app, who, sale, input.idempotencyKey);
  if (tried) return tried;
  if (line.status === 'ended') return refused('line_ended');
  const busy = await lineBusy(app.db.query, line.id, 'renewal', who);
  if (busy) return busy;
  const quote = await usableLineQuote(app, who.tenant, input.quoteId, sale);
  if (!quote) {
    const old = await findLineQuote(app, who.tenant, input.quoteId, 'renewal');
    const isIts = old?.line_id === line.id;
    return expired(app, who, line, isIts ? (old.details as RenewalDetails).months : undefined);
  }
  const { months } = quote.details as RenewalDetails;
  // What was changed, stopped or bought in another tab is not paid unseen, or forgotten.
  const isWanted = async (db: Query) => {
    const now = await viewRenewable(db, who, line.id);
    if (!now || (await isToEnd(db, line.id))) return false;
    if (!(await isNextPlan(db, now, quote.plan_id))) return false;
    if (await aheadRefused(app, db, now, who.language)) return false;
    return stillDue(db, line.id, (quote.details as RenewalDetails).addOns ?? '');
  };
  const paysFor = quote.pays_for ?? '';
  if (await isPaid(app.db.query, { lineId: line.id, paysFor })) return refused('already_paid');
  if (!(await isWanted(app.db.query))) return expired(app, who, line, months);
  const answer = await payForLine(app, who, sale, quote, input, isWanted);
  const isOld = answer instanceof Refused && answer.reason === 'quote_expired';
  return isOld ? expired(app, who, await requireLine(app, who, line.id), months) : answer;
}

async function requireLine(app: App, who: Customer, id: string): Promise<Renewable> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  return line;
}

/** Answers a new quote, if there can be one: of 30 days where it cannot be paid for so long. */
async function expired(
  app: App,
  who: Customer,
  line: Renewable,
  months?: PrepayMonths,
): Promise<Refused<ReasonOf<RenewCall>>> {
  const fresh = await freshQuote(app, who, line, months);
  if (fresh instanceof Refused) {
    const { reason } = fresh;
    return reason === 'unknown_term' ? expired(app, who, line) : refused(reason, fresh.detail);
  }
  return refused('quote_expired', { quote: onWire(app, who, line, fresh) });
}

interface Fresh {
  readonly quote: LineQuote;
  readonly prepaying: Prepaying;
}

async function freshQuote(
  app: App,
  who: Customer,
  line: Renewable,
  months: PrepayMonths | undefined,
): Promise<Fresh | Refused<ReasonOf<QuoteCall>>> {
  if (line.status === 'ended') return refused('line_ended');
  if (await isToEnd(app.db.query, line.id)) return refused('line_ends');
  const busy = await lineBusy(app.db.query, line.id, 'renewal', who);
  if (busy) return busy;
  const now = app.clock.now();
  const last = line.periods.at(-1);
  if (!line.paidUntil) return refused('not_active');
  if (last && last.from > now) return refused('already_paid');
  const next = nextPeriod(line.periods, now);
  if (later(next.from, -EARLY) > now) return refused('too_early');
  const ahead = await aheadRefused(app, app.db.query, line, who.language);
  if (ahead) return ahead;
  const prepaying = await prepayingOf(app, who, line);
  const term = prepaying.prepay.find((one) => one.months === months);
  if (months && !term) return refused('unknown_term');
  const payer = { owner: who, brand: who.brand };
  return { quote: await quoteNext(app, payer, line, { autopay: false, term }), prepaying };
}

/** A line that is kept is not paid ahead with another plan: until that begins, it could not go (P05). */
async function aheadRefused(app: App, db: Query, line: Renewable, language: string) {
  const now = app.clock.now();
  const isAhead = nextPeriod(line.periods, now).from > now;
  return isAhead && (await scheduledPlan(db, line.id))
    ? keptRefused(db, line.id, language)
    : undefined;
}

/** Paid late, it begins at the payment. */
function onWire(
  app: App,
  { language }: Customer,
  line: Renewable,
  { quote, prepaying }: Fresh,
): OutputOf<QuoteCall> {
  const { months } = quote.details as RenewalDetails;
  const { from, to } = nextPeriod(line.periods, app.clock.now(), months);
  const period = { from: from.toISOString(), to: to.toISOString() };
  return { ...lineQuoteOf(quote, language), period, ...prepaying };
}
