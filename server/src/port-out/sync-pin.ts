import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { lockForWork } from '../lines/line-work.ts';
import * as store from './store.ts';

/** Repeated until the carrier answers. */
export const syncPinJob = defineJob<{ lineId: string }>('sync-transfer-pin', { atOnce: 4 });

export const sealedAbout = (id: string) => `transfer_pins sealed_pin ${id}`;

/**
 * Tells the carrier the line's PIN, or that it has ended; harmless when repeated. If that changes on
 * the way the job comes back. @throws OutsideFailure
 */
export async function syncPin(app: App, lineId: string): Promise<void> {
  const pin = await store.newestPin(app.db.query, lineId);
  if (!pin || pin.told) return;
  const { carrier } = app.adapters.of(pin.tenant_id);
  const { msisdn, account_number: accountNumber, expires_at: expiresAt } = pin;
  // Of a PIN that the carrier made, or that another carrier knew, it needs no news.
  const isOurs = carrier.can.has('transferPin');
  if (isOurs && pin.sealed_pin && expiresAt) {
    const transferPin = app.secrets.open(pin.sealed_pin, sealedAbout(pin.id));
    await carrier.setTransferPin({ msisdn, accountNumber, transferPin, expiresAt });
  } else if (isOurs) {
    await carrier.endTransferPin({ msisdn });
  }
  await app.db.transaction((tx) => noteTold(app, tx, pin));
}

async function noteTold(app: App, tx: Tx, told: store.PinRow): Promise<void> {
  const { line_id: lineId } = told;
  await lockForWork(tx, lineId);
  const now = await store.newestPin(tx, lineId);
  if (!now) return;
  const isSame = now.id === told.id && now.sealed_pin === told.sealed_pin;
  if (isSame) {
    await store.noteTold(tx, lineId);
    return;
  }
  await store.tellAgain(tx, now.id);
  await app.jobs.enqueue(tx, syncPinJob, { lineId });
}

export async function syncPins(app: App): Promise<void> {
  const found = await store.untoldPins(app.db.query);
  await sweep(app, found, (id) => syncPin(app, id), 'a transfer PIN was not told yet');
}
