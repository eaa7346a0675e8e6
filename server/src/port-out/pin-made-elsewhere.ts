import { phone } from '@portside/contract/phone';
import { warnOfLine } from '../lines/told.ts';
import type { HeldPin } from '../adapters/carrier/carrier-port-outs.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewAnyOfNumber, viewAnyRenewable } from '../lines/renewable.ts';
import { noteActivity } from '../sessions/activity.ts';
import { transferPinEmail } from './emails.ts';
import * as store from './store.ts';

/**
 * A transfer PIN that the carrier made and nobody asked for here: its own support may have been
 * talked into it. The customer is told once, and the line's page shows that it holds (K16).
 */
export async function lookAtPin(
  app: App,
  { tenant, ref }: { tenant: number; ref: string },
): Promise<void> {
  const { carrier } = app.adapters.of(tenant);
  if (!carrier.can.has('issueTransferPin')) return;
  const pin = await carrier.viewIssuedPin(ref);
  if (!pin || pin.isAskedFor) return;
  const line = await viewAnyOfNumber(
    app.db.query,
    app.adapters.sharing('carrier', tenant),
    pin.msisdn,
  );
  if (!line) {
    app.log.warn({ ref }, 'a transfer PIN was made for a number that no line has');
    return;
  }
  await app.db.transaction((tx) => notePin(app, tx, line.id, ref, pin));
}

async function notePin(
  app: App,
  tx: Tx,
  lineId: string,
  ref: string,
  { msisdn, expiresAt }: HeldPin,
): Promise<void> {
  const owner = await lockForWork(tx, lineId);
  const line = await viewAnyRenewable(tx, lineId);
  if (!owner || line?.mdn !== msisdn) return;
  const { tenant, customerId } = owner;
  const id = `pin_of_${tenant}_${ref}`;
  if (await store.isKnownPin(tx, id)) return;
  const now = app.clock.now();
  // The newest is the one that the line's page shows.
  await store.endPin(tx, lineId, now);
  await store.insertPin(tx, {
    id,
    tenant_id: tenant,
    line_id: lineId,
    msisdn,
    account_number: '',
    sealed_pin: null,
    made_at: now,
    expires_at: expiresAt,
    ended_at: null,
    told: true,
  });
  await store.noteTold(tx, lineId);
  const actor = { tenant, customerId, network: '', userAgent: '' };
  await noteActivity(app, tx, actor, 'transfer_pin_made', { line: phone(msisdn) });
  await warnOfLine(app, tx, line, 'both', (brand, reader) =>
    transferPinEmail(app, brand, reader, line, { expiresAt, by: 'elsewhere' }),
  );
  await publishLine(
    app,
    tx,
    { id: lineId, tenant_id: tenant, customer_id: customerId },
    line.status,
  );
}
