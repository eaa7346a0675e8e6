import type * as calls from '@portside/contract/console/shipping';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Document } from '../http/document.ts';
import { notFound, refused, Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { viewAnyCardLine } from '../lines/card-arrives.ts';
import { told } from '../words/told.ts';
import { listCardsToSend, markArrived, markMailed } from './mailing.ts';
import { slipOf } from './slip.ts';
import { stockOf, takeIntoStock } from './stock.ts';
import * as store from './store.ts';

const SHOWN = 100;

/** Whoever sends them is not asked whom they have verified: the audit keeps which were shown. */
export async function listShipping(
  app: App,
  who: Staff,
  { state }: ParsedInputOf<typeof calls.listShipping>,
): Promise<OutputOf<typeof calls.listShipping>> {
  const found = await (state === 'mailed' ? cardsInMail(app, who) : cardsToSend(app, who));
  const cards = found.slice(0, SHOWN);
  who.noteDetail?.({ shown: cards.map(({ id }) => id) });
  return { cards, more: found.length > SHOWN };
}

async function cardsToSend(app: App, { tenant }: Staff): Promise<calls.ShippedCard[]> {
  const found = await listCardsToSend(app, { tenants: [tenant], limit: SHOWN + 1 });
  return found.map(({ id, recipient, address, since, replacesSim }) => ({
    id,
    recipient,
    address: [...address],
    since: since.toISOString(),
    replacesSim,
  }));
}

async function cardsInMail(app: App, { tenant }: Staff): Promise<calls.ShippedCard[]> {
  const found = await store.inMail(app.db.query, tenant, SHOWN + 1);
  return found.map((card) => ({
    id: card.id,
    recipient: card.recipient,
    address: (card.address ?? '').split('\n'),
    since: card.asked_at.toISOString(),
    replacesSim: card.replacement_id !== null,
    mailed: {
      at: (card.mailed_at ?? card.asked_at).toISOString(),
      by: card.mailed_by,
      iccid: card.iccid,
      carrier: card.carrier,
      trackingNumber: card.tracking_number,
    },
  }));
}

/** Of this brand; the audit says whose. @throws No `not_found` */
async function shipmentFor(app: App, who: Staff, id: string): Promise<store.ShipmentRow> {
  const card = await store.find(app.db.query, id);
  if (card?.tenant_id !== who.tenant) throw notFound();
  const line = await viewAnyCardLine(app.db.query, card.line_id);
  if (line) who.noteAbout?.(line.owner);
  return card;
}

export async function sendCard(
  app: App,
  who: Staff,
  { id, corrects = false, ...mailed }: ParsedInputOf<typeof calls.sendCard>,
): Promise<OutputOf<typeof calls.sendCard> | Refused<ReasonOf<typeof calls.sendCard>>> {
  await shipmentFor(app, who, id);
  const done = await markMailed(app, id, { ...mailed, by: who.name, fromStock: true, corrects });
  if (done instanceof Refused) {
    return done.reason === 'unknown_card'
      ? refused('not_wanted')
      : (done as Refused<Exclude<typeof done.reason, 'unknown_card'>>);
  }
  return told(sent[done]);
}

const sent = {
  mailed: 'It is noted as sent. The customer is told by email.',
  corrected: 'It is corrected. The customer sees it on the line, and gets no further email.',
  same: 'That is noted already. Nothing changed.',
} as const;

export async function noteDelivered(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.noteDelivered>,
): Promise<OutputOf<typeof calls.noteDelivered> | Refused<ReasonOf<typeof calls.noteDelivered>>> {
  await shipmentFor(app, who, id);
  const done = await markArrived(app, id);
  if (!(done instanceof Refused)) return told('It is noted as delivered. The customer is told.');
  return refused(done.reason === 'not_mailed' ? 'not_mailed' : 'not_wanted');
}

/** @throws No `not_found`, also for one that is over: its address is not kept */
export async function printSlip(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.printSlip>,
): Promise<Document> {
  const card = await shipmentFor(app, who, id);
  const slip = card.ended_at === null ? await slipOf(app, card) : undefined;
  if (!slip) throw notFound();
  return slip;
}

export async function viewStock(
  app: App,
  { tenant, brand }: Staff,
): Promise<OutputOf<typeof calls.viewStock>> {
  const db = app.db.query;
  const toSend = await store.countToSend(db, tenant);
  const none = {
    inStock: 0,
    lowBelow: brand.lines.cardStockLow,
    isLow: brand.lines.cardStockLow > 0,
  };
  return { ...((await stockOf(db, brand)) ?? none), toSend };
}

const LINES_SHOWN = 1000;

export async function addSims(
  app: App,
  who: Staff,
  input: ParsedInputOf<typeof calls.addSims>,
): Promise<OutputOf<typeof calls.addSims> | Refused<ReasonOf<typeof calls.addSims>>> {
  const done = await takeIntoStock(app, who, input);
  if (done instanceof Refused) return done;
  const { taken, already, refused: lines } = done;
  const count = new Intl.NumberFormat('en-US');
  const parts = [
    `${count.format(taken)} taken into stock`,
    ...(already > 0 ? [`${count.format(already)} there already`] : []),
    ...(lines.length > 0
      ? [`${count.format(lines.length)} ${lines.length === 1 ? 'line' : 'lines'} refused`]
      : []),
  ];
  return {
    message: `${parts.join(', ')}.`,
    taken,
    already,
    refused: lines.length,
    lines: lines.slice(0, LINES_SHOWN),
  };
}
