import type { setEmergencyAddress as setEmergencyAddressCall } from '@portside/contract/emergency-address';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import type { StreetAddress } from '@portside/contract/street-address';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { ownerOf, type Customer } from '../http/who.ts';
import { sweep } from '../jobs/sweep.ts';
import { noteActivity, type Actor } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
export { forgetAddresses } from './address-store.ts';
import * as addressStore from './address-store.ts';
import { addressEmail } from './address-emails.ts';
import { publishLine } from './line-news.ts';
import * as store from './store.ts';
import { readersOf, tellOfLine } from './told.ts';

type Call = typeof setEmergencyAddressCall;

/** Longer than any answer of the carrier takes. */
const ANSWERED_WITHIN = minutes(2);

/**
 * Where 911 sends help for a Wi-Fi call (K19). The carrier decides; an answer that is lost is asked
 * for again by a sweep. @throws No `not_found`, for another customer's line too; OutsideFailure
 */
export async function setEmergencyAddress(
  app: App,
  who: Customer,
  { id, streetDirection = '', streetUnit = '', ...rest }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const address = { ...rest, streetDirection, streetUnit };
  const no = await app.db.transaction((tx) => wish(app, tx, who, id, address));
  if (no) return no;
  try {
    if (!(await bringAddress(app, id, who))) return refused('not_found_by_carrier');
  } catch (error) {
    // The carrier never heard of it, so the customer may ask for another one.
    if (error instanceof OutsideFailure && error.outcome === 'not_done') {
      await app.db.transaction((tx) => addressStore.deleteWish(tx, id));
    }
    throw error;
  }
  return { message: say(who.language, 'Your 911 address is changed.') };
}

/** Of a line that came from another account: a sweep goes on where the carrier does not answer. */
export async function tellTakenAddress(
  app: App,
  lineId: string,
  who: Customer,
): Promise<'set' | 'asked' | 'not_found'> {
  try {
    await bringAddress(app, lineId, who);
    // Asked again, or by a sweep meanwhile, the carrier may have answered before.
    const line = await store.lineOf(app.db.query, who, lineId);
    return line?.service_address ? 'set' : 'not_found';
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn(
      { error, lineId },
      'the 911 address of a line that was taken over is not told yet',
    );
    return 'asked';
  }
}

/** The same of one that was separated (P05): an email says what the carrier answered. */
export async function tellSeparatedAddress(app: App, lineId: string): Promise<void> {
  try {
    await bringAddress(app, lineId);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn({ error, lineId }, 'a 911 address is not told yet');
  }
}

async function wish(
  app: App,
  tx: Tx,
  who: Customer,
  id: string,
  address: StreetAddress,
): Promise<Refused<ReasonOf<Call>> | undefined> {
  const line = await store.lockLineOf(tx, who, id);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  // Until then its activation brings an address.
  if (!worksAtCarrier(line)) return refused('not_active');
  const row = {
    line_id: id,
    tenant_id: who.tenant,
    address,
    asked_at: app.clock.now(),
    member_customer_id: who.member ? who.member.self.customerId : null,
  };
  return (await addressStore.insertWish(tx, row)) ? undefined : refused('busy');
}

const worksAtCarrier = ({ mdn, status }: store.LineRow) =>
  mdn !== '' && (status === 'active' || status === 'suspended');

/** Harmless when repeated. @returns false when the carrier refuses it @throws OutsideFailure */
async function bringAddress(app: App, lineId: string, who?: Actor): Promise<boolean> {
  const [wished, line] = await Promise.all([
    addressStore.wishOf(app.db.query, lineId),
    store.anyLine(app.db.query, lineId),
  ]);
  if (!wished || !line) return true;
  const { mdn: msisdn } = line;
  const { address } = wished;
  const isFound =
    worksAtCarrier(line) &&
    (await app.adapters.of(line.tenant_id).carrier.setEmergencyAddress({ msisdn, address }));
  await app.db.transaction(async (tx) => {
    const now = await store.lockAnyLine(tx, lineId);
    if (!now || !(await addressStore.deleteWish(tx, lineId))) return;
    const by = wished.member_customer_id ?? now.customer_id;
    if (isFound) {
      await addressStore.setServiceAddress(tx, lineId, wished);
      const actor = who ?? { ...ownerOf(now.tenant_id, by), ...nobody };
      await noteActivity(app, tx, actor, 'emergency_address_changed', { line: phone(now.mdn) });
      await publishLine(app, tx, now, now.status);
    }
    // Who asked for it is told by the answer.
    if (!isFound && who) return;
    // Whoever uses the line now is told nothing of what somebody before them asked.
    const readers = await readersOf(tx, now, 'use');
    if (!readers.some(({ owner }) => owner.customerId === by)) return;
    const setBy = now.address_customer_id ?? now.customer_id;
    const hadOne = now.service_address !== null && setBy === by;
    await tellOfLine(app, tx, now, 'use', (brand, reader) =>
      addressEmail(brand, reader, now, { isFound, hadOne }),
    );
  });
  return isFound;
}

const nobody = { network: '', userAgent: '' };

export async function bringAddresses(app: App): Promise<void> {
  const before = later(app.clock.now(), -ANSWERED_WITHIN);
  const found = await addressStore.linesWithWish(app.db.query, before);
  await sweep(app, found, (id) => bringAddress(app, id), 'a 911 address was not told yet');
}
