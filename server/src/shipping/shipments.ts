import type { LineShipping } from '@portside/contract/shipping-state';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { beginWithCard, type CardLine, lockCardLine, publishCard } from '../lines/card-arrives.ts';
import { whoHadAt } from '../lines/members.ts';
import { claimSim } from '../lines/sim-claims.ts';
import * as store from './store.ts';
import { trackingUrl } from './tracking.ts';

export type Shipment = store.ShipmentRow;
export const { forgetCards } = store;

/** Then a card that was mailed counts as lost, and a new one is free. */
export const LATE_AFTER = days(10);

/** A card that takes the place of a SIM is in its customer's hands. */
export const replacementHere = defineJob<{ replacementId: string; iccid: string }>(
  'replacement-card-here',
);

export interface NewShipment {
  tenant: number;
  lineId: string;
  replacementId?: string;
  recipient: string;
  address: readonly string[];
  /** Now, where nothing is said. */
  since?: Date;
}

/** `1 Main St, Apt 4` and `Springfield, IL 62701`. */
export function shippingLines(to: Readonly<Record<string, string | undefined>>): string[] {
  const { addressOne = '', addressTwo = '', city = '', state = '', zipCode = '' } = to;
  return [[addressOne, addressTwo].filter(Boolean).join(', '), `${city}, ${state} ${zipCode}`];
}

/** Once for a line at a time. */
export async function prepareCard(app: App, tx: Tx, card: NewShipment): Promise<void> {
  await store.insert(tx, {
    id: app.random.id('shp'),
    tenant_id: card.tenant,
    line_id: card.lineId,
    replacement_id: card.replacementId ?? null,
    state: 'preparing',
    recipient: card.recipient,
    address: card.address.join('\n'),
    iccid: '',
    carrier: '',
    tracking_number: '',
    mailed_by: '',
    asked_at: card.since ?? app.clock.now(),
    mailed_at: null,
    arrived_at: null,
    starts_at: null,
    late_told_at: null,
    ended_at: null,
  });
}

/** The line and its card in the mail, locked, while both are under way. */
export async function lockShipment(
  app: App,
  tx: Tx,
  id: string,
): Promise<{ line: CardLine; card: Shipment } | undefined> {
  const found = await store.find(tx, id);
  const line = found && (await lockCardLine(tx, found.line_id));
  const card = line && (await store.lock(tx, id));
  if (!line || !card) return undefined;
  if (isWanted(line, card)) return { line, card };
  await over(app, tx, card, 'stopped');
  return undefined;
}

/** A line that ended, or got another SIM meanwhile, waits for none. */
export const isWanted = (line: CardLine, card: Shipment) =>
  !line.isEnded && (card.replacement_id !== null || line.waits);

/** Its address is not kept. */
export const over = (
  app: App,
  tx: Tx,
  { id }: Shipment,
  state: 'activated' | 'lost' | 'stopped',
  more: { iccid?: string } = {},
) => store.set(tx, id, { ...more, state, ended_at: app.clock.now(), address: null });

/** Of a SIM change that is over. */
export async function stopCard(app: App, tx: Tx, lineId: string): Promise<void> {
  for (const card of await store.openOf(tx, [lineId])) await over(app, tx, card, 'stopped');
}

/** Both are locked. @returns false when another line has the card */
export async function beginCard(
  app: App,
  tx: Tx,
  { line, card }: { line: CardLine; card: Shipment },
  iccid: string,
): Promise<boolean> {
  const isFree =
    (await claimSim(tx, card.tenant_id, iccid, line.id)) &&
    !(await store.isInMail(tx, card.tenant_id, iccid, card.id));
  if (!isFree) return false;
  await over(app, tx, card, 'activated', { iccid });
  const { replacement_id: replacementId } = card;
  if (replacementId) await app.jobs.enqueue(tx, replacementHere, { replacementId, iccid });
  else await beginWithCard(app, tx, line.id, iccid);
  await publishCard(app, tx, line.id);
  return true;
}

export const isLate = ({ state, mailed_at: at }: Shipment, now: Date): boolean =>
  state === 'mailed' && at !== null && later(at, LATE_AFTER) <= now;

export async function shippingOf(
  app: App,
  db: Query,
  brand: Brand,
  lineId: string,
): Promise<LineShipping | undefined> {
  const [card] = await store.openOf(db, [lineId]);
  return card && viewOf(app, brand, card);
}

export async function shippingOfAll(
  app: App,
  db: Query,
  brand: Brand,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, LineShipping>> {
  const found = lineIds.length === 0 ? [] : await store.openOf(db, lineIds);
  return new Map(found.map((card) => [card.line_id, viewOf(app, brand, card)]));
}

/**
 * The newest of a line's cards, for who must show that it came. Not what a member asked for (P04): where
 * they live is nobody else’s to read.
 */
export async function lastCardOf(db: Query, lineId: string) {
  const card = await store.latestOf(db, lineId);
  if (card?.replacement_id && (await whoHadAt(db, lineId, card.asked_at))) return undefined;
  return (
    card && {
      recipient: card.recipient,
      address: card.address,
      carrier: card.carrier,
      trackingNumber: card.tracking_number,
      mailedAt: card.mailed_at,
      arrivedAt: card.arrived_at,
    }
  );
}

function viewOf(app: App, brand: Brand, card: Shipment): LineShipping {
  const { state, carrier, tracking_number: trackingNumber } = card;
  const url = trackingUrl(carrier, trackingNumber);
  return {
    state: state === 'arrived' || state === 'mailed' ? state : 'preparing',
    ...(card.mailed_at && { mailedAt: card.mailed_at.toISOString() }),
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(url && { trackingUrl: url }),
    ...(card.starts_at && { startsOn: card.starts_at.toISOString() }),
    startDays: brand.lines.cardStartDays,
    isLate: isLate(card, app.clock.now()),
    replacesSim: card.replacement_id !== null,
  };
}
