import type { AddOn } from '@portside/contract/add-on';
import type * as calls from '@portside/contract/add-ons';
import type { OrderAnswer } from '@portside/contract/checkout';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { dateAlone } from '@portside/contract/formats';
import { stateOfZip } from '@portside/contract/places';
import type { App } from '../app.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import {
  findLineQuote,
  findTry,
  isPaid,
  type LineQuote,
  lineQuoteOf,
  quoteForLine,
  usableLineQuote,
} from '../checkout/line-orders.ts';
import { payForLine } from '../checkout/pay-for-line.ts';
import { addOnPrice } from '../checkout/plan-price.ts';
import { isToEnd } from '../lines/endings.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import { cents } from '../money.ts';
import { findAddOn } from '../plans/add-ons.ts';
import { say } from '../words/say.ts';
import { type AddOnDetails, canRecur, holdsUntil } from './add-on-kind.ts';
import { activeUntil } from './line-add-ons.ts';

type QuoteCall = typeof calls.quoteAddOn;
type BuyCall = typeof calls.buyAddOn;
type QuoteRefused = Refused<ReasonOf<QuoteCall>>;

interface Fresh {
  quote: LineQuote;
  addOn: AddOn;
  until: Date;
}

/** K10. @throws No `not_found`, also for another customer's line */
export async function quoteAddOn(
  app: App,
  who: Customer,
  { id, addOnId }: ParsedInputOf<QuoteCall>,
): Promise<OutputOf<QuoteCall> | QuoteRefused> {
  const fresh = await freshQuote(app, who, await requireLine(app, who, id), addOnId);
  return fresh instanceof Refused ? fresh : onWire(fresh, who.language);
}

/**
 * Buys what was quoted, once for each quote. @throws No `not_found`, also for another customer's line
 */
export async function buyAddOn(
  app: App,
  who: Customer,
  input: ParsedInputOf<BuyCall>,
): Promise<OrderAnswer | Refused<ReasonOf<BuyCall>>> {
  const line = await requireLine(app, who, input.id);
  const sale = { kind: 'add_on', lineId: line.id } as const;
  const tried = await findTry(app, who, sale, input.idempotencyKey);
  if (tried) return tried;
  if (line.status === 'ended') return refused('line_ended');
  const busy = await lineBusy(app.db.query, line.id, 'add_on', who);
  if (busy) return busy;
  const quote = await usableLineQuote(app, who.tenant, input.quoteId, sale);
  if (!quote) return expired(app, who, line, input.quoteId);
  if (await isPaid(app.db.query, { lineId: line.id, paysFor: quote.pays_for ?? '' })) {
    return refused('already_paid');
  }
  const details = quote.details as AddOnDetails;
  const { addOnId, recurring } = details;
  if (!(await findAddOn(app, who.tenant, addOnId))) return refused('unknown_add_on');
  if (!isOpen(app, line, recurring)) return refused('not_active');
  const answer = await payForLine(
    app,
    who,
    sale,
    quote,
    input,
    // What was quoted to recur would not, on a line that was ended, or paid for several months, since.
    async (db) => {
      const now = app.clock.now();
      if (await activeUntil(db, line.id, details, now)) return false;
      if (!recurring) return true;
      const same = await viewRenewable(db, who, line.id);
      return same !== undefined && canRecur(same, now) && !(await isToEnd(db, line.id));
    },
  );
  const isOld = answer instanceof Refused && answer.reason === 'quote_expired';
  return isOld ? expired(app, who, await requireLine(app, who, line.id), quote.id) : answer;
}

async function requireLine(app: App, who: Customer, id: string): Promise<Renewable> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  return line;
}

const isOpen = (app: App, line: Renewable, recurring: boolean) =>
  line.status === 'active' ? holdsUntil(line, recurring, app.clock.now()) : undefined;

/** With a new quote, if it is known what for, and can be had. */
async function expired(
  app: App,
  who: Customer,
  line: Renewable,
  quoteId: string,
): Promise<Refused<ReasonOf<BuyCall>>> {
  const old = await findLineQuote(app, who.tenant, quoteId, 'add_on');
  if (!old) return refused('quote_expired');
  const fresh = await freshQuote(app, who, line, (old.details as AddOnDetails).addOnId);
  if (fresh instanceof Refused) return fresh;
  return refused('quote_expired', { quote: onWire(fresh, who.language) });
}

async function freshQuote(
  app: App,
  who: Customer,
  line: Renewable,
  addOnId: string,
): Promise<Fresh | QuoteRefused> {
  if (line.status === 'ended') return refused('line_ended');
  const busy = await lineBusy(app.db.query, line.id, 'add_on', who);
  if (busy) return busy;
  const onSale = await findAddOn(app, who.tenant, addOnId, who.language);
  if (!onSale) return refused('unknown_add_on');
  const recurring =
    onSale.recurring && canRecur(line, app.clock.now()) && !(await isToEnd(app.db.query, line.id));
  const addOn = { ...onSale, recurring };
  const until = isOpen(app, line, recurring);
  if (!until) return refused('not_active');
  const details: AddOnDetails = {
    addOnId,
    recurring,
    megabytes: addOn.megabytes ?? 0,
  };
  const active = await activeUntil(app.db.query, line.id, details, app.clock.now());
  if (active) return refused('already_active', { message: activeWords(who, addOn, active) });
  const { address, zipCode } = line;
  const state = address?.state ?? stateOfZip(zipCode) ?? '';
  const place = { zipCode, state, ...(address && { address }) };
  const price = await addOnPrice(
    app,
    who.tenant,
    { name: addOn.name, cents: cents(addOn.price) },
    place,
  );
  const quote = await quoteForLine(app, who, {
    kind: 'add_on',
    lineId: line.id,
    details,
    plan: { id: addOn.id, retailName: addOn.name, flag: line.plan.flag },
    place: { zipCode, state },
    lines: price.lines,
    estimated: price.estimated,
  });
  return { quote, addOn, until };
}

const activeWords = ({ brand, language }: Customer, { name }: AddOn, until: Date) =>
  say(language, 'This line has {name} until {date}. You can buy it again after that.', {
    name,
    date: dateAlone(until, brand.timeZone, language),
  });

const onWire = ({ quote, addOn, until }: Fresh, language: string): OutputOf<QuoteCall> => ({
  ...lineQuoteOf(quote, language),
  addOn,
  until: until.toISOString(),
});
