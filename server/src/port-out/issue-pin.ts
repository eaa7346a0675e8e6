import type { OutputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/port-out';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import * as store from './store.ts';
import { keepPin, lockLeaving } from './transfer-pins.ts';

type OpenCall = typeof calls.openPortOut;

/**
 * The PIN that the carrier makes, in its own time. Until it is shown nothing is noted here, and
 * whoever asks again is asking for the same one. @throws OutsideFailure
 */
export async function issuePin(
  app: App,
  who: Customer,
  id: string,
): Promise<OutputOf<OpenCall> | Refused<ReasonOf<OpenCall>>> {
  const asked = await app.db.transaction(async (tx) => {
    const line = await lockLeaving(app, tx, who, id);
    if (line instanceof Refused) return line;
    return { key: await nextKey(tx, line), msisdn: line.mdn };
  });
  if (asked instanceof Refused) return asked;
  const issued = await app.adapters.of(who.tenant).carrier.issueTransferPin(asked);
  if (issued.kind === 'pending') return refused('pin_pending');
  return app.db.transaction(async (tx) => {
    const line = await lockLeaving(app, tx, who, id);
    if (line instanceof Refused) return line;
    if (line.mdn !== asked.msisdn) return refused('pin_not_made');
    if (issued.kind === 'issued') return keepPin(app, tx, who, line, { ...issued, isIssued: true });
    // Two who asked at once are refused once.
    if ((await nextKey(tx, line)) === asked.key) await noteRefused(app, tx, who, line);
    return refused('pin_not_made');
  });
}

interface OfLine {
  id: string;
  mdn: string;
}

/** Of the PIN after the latest one. */
async function nextKey(tx: Tx, { id, mdn }: OfLine): Promise<string> {
  const latest = await store.latestPin(tx, id);
  return `transfer-pin:${mdn}:after:${latest?.id ?? id}`;
}

/** So that the next attempt has another key. */
async function noteRefused(app: App, tx: Tx, who: Customer, { id, mdn }: OfLine): Promise<void> {
  const now = app.clock.now();
  await store.insertPin(tx, {
    id: app.random.id('pin'),
    tenant_id: who.tenant,
    line_id: id,
    msisdn: mdn,
    account_number: '',
    sealed_pin: null,
    made_at: now,
    expires_at: now,
    ended_at: now,
    told: true,
  });
}
