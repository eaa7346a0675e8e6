import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/port-out';
import type { PortOutState } from '../adapters/carrier/carrier-port-outs.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { say } from '../words/say.ts';
import { issuePin } from './issue-pin.ts';
import { isOpen, recentPortOuts, recordPortOut } from './port-outs.ts';
import * as store from './store.ts';
import { syncPin, syncPinJob } from './sync-pin.ts';
import { keepPin, lockLeaving, lockOwn, rowOf } from './transfer-pins.ts';

type OpenCall = typeof calls.openPortOut;
type CloseCall = typeof calls.closePortOut;

const LASTS = days(7);
const PIN_DIGITS = 6;
const ACCOUNT_DIGITS = 10;

/**
 * Account number and transfer PIN for another carrier; the PIN is told once (K16).
 * @throws No `not_found`, also for another customer's line
 * @throws OutsideFailure the carrier does not know it, so it has ended
 */
export async function openPortOut(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<OpenCall>,
): Promise<OutputOf<OpenCall> | Refused<ReasonOf<OpenCall>>> {
  if (!takesOurPins(app, who.tenant)) return issuePin(app, who, id);
  const made = await app.db.transaction((tx) => makePin(app, tx, who, id));
  if (made instanceof Refused) return made;
  try {
    await syncPin(app, id);
  } catch (error) {
    // Nobody has seen it. The job tells the carrier that it ended.
    if (error instanceof OutsideFailure) await app.db.transaction((tx) => endPin(app, tx, id));
    throw error;
  }
  return made;
}

/** Otherwise it makes them, and they hold there until they expire. */
const takesOurPins = (app: App, tenant: number): boolean =>
  app.adapters.of(tenant).carrier.can.has('transferPin');

async function makePin(
  app: App,
  tx: Tx,
  who: Customer,
  id: string,
): Promise<OutputOf<OpenCall> | Refused<ReasonOf<OpenCall>>> {
  const line = await lockLeaving(app, tx, who, id);
  if (line instanceof Refused) return line;
  const before = await store.newestPin(tx, id);
  const shown = await keepPin(app, tx, who, line, {
    accountNumber: before?.account_number || app.random.digits(ACCOUNT_DIGITS),
    transferPin: app.random.digits(PIN_DIGITS),
    expiresAt: later(app.clock.now(), LASTS),
    isIssued: false,
  });
  await app.jobs.enqueue(tx, syncPinJob, { lineId: id });
  return shown;
}

/**
 * Ends the PIN, and refuses the other carrier's request while the carrier lets us (K16).
 * @throws No `not_found`, also for another customer's line
 */
export async function closePortOut(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<CloseCall>,
): Promise<OutputOf<CloseCall> | Refused<ReasonOf<CloseCall>>> {
  const line = await app.db.transaction(async (tx) => {
    const found = await lockOwn(tx, who, id);
    if (await endPin(app, tx, id)) await publishLine(app, tx, rowOf(who, id), found.status);
    return found;
  });
  await syncPin(app, id);
  const state = await refuseRequest(app, who.tenant, line);
  if (!state && !takesOurPins(app, who.tenant)) return refused('pin_stays');
  if (!state) return { message: say(who.language, 'The transfer PIN has ended.') };
  if (state === 'refused' || state === 'cancelled') {
    return { message: say(who.language, 'We refused the request. Your number stays here.') };
  }
  return refused('too_late');
}

/** While the carrier lets us. @returns how it stands, if there is one @throws OutsideFailure */
export async function refuseRequest(
  app: App,
  tenant: number,
  line: { id: string; mdn: string; status: string },
): Promise<PortOutState | undefined> {
  const ref = await openRequest(app, tenant, line);
  if (!ref) return undefined;
  const { carrier } = app.adapters.of(tenant);
  const found = carrier.can.has('refusePortOut')
    ? await carrier.refusePortOut(ref)
    : await carrier.viewPortOut(ref);
  await recordPortOut(app, tenant, found);
  return found.state;
}

/** The carrier may know of one that no notice told us yet. */
async function openRequest(
  app: App,
  tenant: number,
  { id, mdn, status }: { id: string; mdn: string; status: string },
): Promise<string | undefined> {
  const known = await store.openPortOut(app.db.query, id);
  if (known || status === 'ended') return known?.ref;
  const found = await recentPortOuts(app, tenant);
  return found.find((one) => one.msisdn === mdn && isOpen(one.state))?.ref;
}

/** What the carrier made stays until it expires there. @returns whether one has ended */
export async function endPin(app: App, tx: Tx, lineId: string): Promise<boolean> {
  await lockForWork(tx, lineId);
  const pin = await store.newestPin(tx, lineId);
  if (!pin || !takesOurPins(app, pin.tenant_id)) return false;
  const isEnded = await store.endPin(tx, lineId, app.clock.now());
  if (isEnded) await app.jobs.enqueue(tx, syncPinJob, { lineId });
  return isEnded;
}
