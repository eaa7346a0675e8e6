import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { refused, type Refused } from '../http/no.ts';
import { publishCard, viewAnyCardLine } from '../lines/card-arrives.ts';
import { isTaken } from '../lines/sim-claims.ts';
import type { News } from './emails.ts';
import { isWanted, lockShipment, over, type Shipment } from './shipments.ts';
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
  const listed = await Promise.all(found.map((card) => cardToSend(app, card)));
  return listed.filter((one) => one !== undefined);
}

/** Its packing slip. */
export async function viewCardToSend(app: App, id: string): Promise<CardToSend | undefined> {
  const card = await store.find(app.db.query, id);
  return card && !card.ended_at ? cardToSend(app, card) : undefined;
}

async function cardToSend(app: App, card: Shipment): Promise<CardToSend | undefined> {
  const line = await viewAnyCardLine(app.db.query, card.line_id);
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

export interface Mailed {
  iccid: string;
  carrier: string;
  trackingNumber: string;
}

type Wrong = 'unknown_card' | 'sim_unknown' | 'sim_in_use';

/**
 * It left: its customer is told by email. Once more corrects what was entered, and tells nobody.
 * `operator` is who did it.
 */
export async function markMailed(
  app: App,
  operator: string,
  id: string,
  mailed: Mailed,
): Promise<'mailed' | 'corrected' | Refused<Wrong>> {
  const found = await store.find(app.db.query, id);
  if (!found || found.ended_at) return refused('unknown_card');
  const { tenant_id: tenant } = found;
  const { iccid } = mailed;
  const card = await app.adapters.of(tenant).carrier.checkSim(iccid);
  if (!card.ours) return refused('sim_unknown');
  if (card.inUse) return refused('sim_in_use');
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, id);
    if (!both) return refused('unknown_card');
    const isUsed =
      (await isTaken(tx, tenant, iccid)) || (await store.isInMail(tx, tenant, iccid, id));
    if (isUsed) return refused('sim_in_use');
    const now = app.clock.now();
    const isFirst = both.card.state === 'preparing';
    const { cardStartDays } = app.brands.byTenant(tenant).lines;
    const changes = {
      iccid,
      carrier: mailed.carrier,
      tracking_number: mailed.trackingNumber,
      mailed_by: operator,
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
