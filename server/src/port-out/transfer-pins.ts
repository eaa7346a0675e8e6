import { phone } from '@portside/contract/phone';
import type { OutputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/port-out';
import { warnOfLine } from '../lines/told.ts';
import type { App } from '../app.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { guardMove } from '../line-guard/guard-move.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { noteActivity } from '../sessions/activity.ts';
import { transferPinEmail } from './emails.ts';
import * as store from './store.ts';
import { sealedAbout } from './sync-pin.ts';

type OpenCall = typeof calls.openPortOut;
type Line = Awaited<ReturnType<typeof lockOwn>>;

/** @throws No `not_found`, also for another customer's line */
export async function lockOwn(tx: Tx, who: Customer, id: string) {
  await lockForWork(tx, id);
  const line = await viewRenewable(tx, who, id);
  if (!line) throw notFound();
  return line;
}

/** The line, locked, if its number may leave. */
export async function lockLeaving(
  app: App,
  tx: Tx,
  who: Customer,
  id: string,
): Promise<Line | Refused<ReasonOf<OpenCall>>> {
  const line = await lockOwn(tx, who, id);
  if (line.status === 'ended') return refused('line_ended');
  // An unpaid or blocked line may leave, too.
  const isThere = line.status === 'active' || line.status === 'suspended';
  if (!isThere || !line.mdn) return refused('not_active');
  return (await guardMove(app, tx, who, id, 'transfer_pin', lineBusy)) ?? line;
}

/** Of a PIN that a carrier made and gave no end: after so long nobody asks for it any more. */
const ISSUED_LASTS = days(60);

/** One that a number could leave with; the carrier may not know yet that it has ended. */
export async function hasTransferPin(db: Query, lineId: string, now: Date): Promise<boolean> {
  const pin = await store.newestPin(db, lineId);
  if (!pin) return false;
  const ends = pin.ended_at ?? pin.expires_at ?? later(pin.made_at, ISSUED_LASTS);
  return ends > now || !pin.told;
}

interface MadePin {
  accountNumber: string;
  transferPin: string;
  expiresAt: Date | null;
  /** The carrier made it. */
  isIssued: boolean;
}

/** Instead of the one before. @returns what is shown once */
export async function keepPin(
  app: App,
  tx: Tx,
  who: Customer,
  line: Line,
  { accountNumber, transferPin, expiresAt, isIssued }: MadePin,
): Promise<OutputOf<OpenCall>> {
  const { id, mdn } = line;
  const now = app.clock.now();
  await store.endPin(tx, id, now);
  const pinId = app.random.id('pin');
  await store.insertPin(tx, {
    id: pinId,
    tenant_id: who.tenant,
    line_id: id,
    msisdn: mdn,
    account_number: accountNumber,
    sealed_pin: app.secrets.seal(transferPin, sealedAbout(pinId)),
    made_at: now,
    expires_at: expiresAt,
    ended_at: null,
    told: false,
  });
  if (isIssued) await store.noteTold(tx, id);
  await noteActivity(app, tx, who, 'transfer_pin_made', { line: phone(mdn) });
  const by = isIssued ? 'carrier' : 'us';
  await warnOfLine(app, tx, rowOf(who, id), 'both', (brand, reader) =>
    transferPinEmail(app, brand, reader, line, { expiresAt, by }),
  );
  await publishLine(app, tx, rowOf(who, id), line.status);
  return { accountNumber, transferPin, expiresAt: expiresAt?.toISOString() ?? null };
}

export const rowOf = ({ tenant, customerId }: Customer, id: string) => ({
  id,
  tenant_id: tenant,
  customer_id: customerId,
});
