import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { refused, type Refused } from '../http/no.ts';
import {
  type CardLine,
  publishCard,
  viewAnyCardLine,
  viewCardLines,
} from '../lines/card-arrives.ts';
import { claimSim } from '../lines/sim-claims.ts';
import type { News } from './emails.ts';
import { isWanted, lockShipment, over, type Shipment } from './shipments.ts';
import { checkStock, type NotFromStock } from './stock.ts';
import * as stock from './stock-store.ts';
import * as store from './store.ts';
import { tell } from './telling.ts';

/** What a packing slip shows. */
export interface CardToSend {
  id: string;
  tenant: number;
  lineId: string;
  number: string;
  recipient: string;
  address: readonly string[];
  since: Date;
  replacesSim: boolean;
}

/** L20. Oldest first. Those whose line waits no more are closed on the way. */
export async function listCardsToSend(
  app: App,
  { tenants, limit = 200 }: { tenants: readonly number[]; limit?: number },
): Promise<CardToSend[]> {
  const found = await store.toSend(app.db.query, tenants, limit);
  const ids = found.map((card) => card.line_id);
  const lines = await viewCardLines(app.db.query, ids);
  const listed = await Promise.all(
    found.map((card) => cardToSend(app, card, lines.get(card.line_id))),
  );
  return listed.filter((one) => one !== undefined);
}

/** Its packing slip. */
export async function viewCardToSend(app: App, id: string): Promise<CardToSend | undefined> {
  const card = await store.find(app.db.query, id);
  if (!card || card.ended_at) return undefined;
  return cardToSend(app, card, await viewAnyCardLine(app.db.query, card.line_id));
}

async function cardToSend(
  app: App,
  card: Shipment,
  line: CardLine | undefined,
): Promise<CardToSend | undefined> {
  if (!line || !isWanted(line, card)) {
    await app.db.transaction((tx) => over(app, tx, card, 'stopped'));
    return undefined;
  }
  return {
    id: card.id,
    tenant: card.tenant_id,
    lineId: card.line_id,
    number: line.number,
    recipient: card.recipient,
    address: (card.address ?? '').split('\n'),
    since: card.asked_at,
    replacesSim: card.replacement_id !== null,
  };
}

interface Mailed {
  iccid: string;
  carrier: string;
  trackingNumber: string;
}

interface Mailing extends Mailed {
  /** Who did it. */
  by: string;
  /** The card has to be in the stock. */
  fromStock?: boolean;
  /** Another card than was noted before is right; else it is refused. */
  corrects: boolean;
}

type Wrong = 'unknown_card' | 'sim_unknown' | 'sim_in_use' | 'already_mailed' | NotFromStock;

/**
 * It left: its customer is told by email. Once more corrects what was entered, and tells nobody; the
 * very same changes nothing.
 */
export async function markMailed(
  app: App,
  id: string,
  mailing: Mailing,
): Promise<'mailed' | 'corrected' | 'same' | Refused<Wrong>> {
  const found = await store.find(app.db.query, id);
  if (!found) return refused('unknown_card');
  if (isSame(found, mailing)) return 'same';
  if (found.ended_at) return refused('unknown_card');
  const { tenant_id: tenant } = found;
  const { iccid, fromStock = false } = mailing;
  const early = fromStock && (await checkStock(app.db.query, tenant, iccid, id));
  if (early) return early;
  const card = await app.adapters.of(tenant).carrier.checkSim(iccid);
  if (!card.ours) return refused('sim_unknown');
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, id);
    if (!both) return refused('unknown_card');
    // A colleague was first.
    if (isSame(both.card, mailing)) return 'same';
    const isFirst = both.card.state === 'preparing';
    if (!isFirst && !mailing.corrects) {
      return refused('already_mailed', { by: both.card.mailed_by });
    }
    const now = app.clock.now();
    const isFree = await claimSim(tx, tenant, iccid);
    const late = fromStock && (await checkStock(tx, tenant, iccid, id));
    if (late) return late;
    if (card.inUse || !isFree) {
      await stock.use(tx, tenant, iccid, { shipment: null, at: now });
      return refused('sim_in_use');
    }
    if (await store.isInMail(tx, tenant, iccid, id)) return refused('sim_in_use');
    await stock.putBack(tx, id, iccid);
    await stock.use(tx, tenant, iccid, { shipment: id, at: now });
    const { cardStartDays } = app.brands.byTenant(tenant).lines;
    const changes = {
      iccid,
      carrier: mailing.carrier,
      tracking_number: mailing.trackingNumber,
      mailed_by: mailing.by,
      ...(isFirst && {
        state: 'mailed' as const,
        mailed_at: now,
        ...(!both.card.replacement_id && { starts_at: later(now, days(cardStartDays)) }),
      }),
    };
    await store.set(tx, id, changes);
    await news(app, tx, { ...both.card, ...changes }, isFirst ? 'mailed' : undefined);
    return isFirst ? 'mailed' : 'corrected';
  });
}

const isSame = (card: Shipment, { iccid, carrier, trackingNumber }: Mailed): boolean =>
  card.mailed_at !== null &&
  card.iccid === iccid &&
  card.carrier === carrier &&
  card.tracking_number === trackingNumber;

/** It was delivered. Said again it tells nobody. */
export async function markArrived(
  app: App,
  id: string,
): Promise<'arrived' | Refused<'unknown_card' | 'not_mailed'>> {
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, id);
    if (!both) return refused('unknown_card');
    const { card } = both;
    if (card.state === 'preparing') return refused('not_mailed');
    if (card.state === 'arrived') return 'arrived';
    const changes = { state: 'arrived' as const, arrived_at: app.clock.now() };
    await store.set(tx, id, changes);
    await news(app, tx, { ...card, ...changes }, 'arrived');
    return 'arrived';
  });
}

async function news(
  app: App,
  tx: Parameters<typeof publishCard>[1],
  card: Shipment,
  what: News | undefined,
): Promise<void> {
  if (what) await tell(app, tx, card, what);
  await publishCard(app, tx, card.line_id);
}
