import type { StreetAddress } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as addressStore from './address-store.ts';
import { deleteEnding } from './ending-store.ts';
import { publishLine } from './line-news.ts';
import { askNetwork, dropAsk } from './network-asks.ts';
import { finishWaiting } from './number-clashes.ts';
import * as periodStore from './period-store.ts';
import { valueOf } from './period-value.ts';
import { knownPeriods } from './periods.ts';
import * as store from './store.ts';
import * as suspensionStore from './suspension-store.ts';

export { isAddressAsked } from './address-store.ts';
export { ownUse, linesToGive, periodsToGive, ownTimeToGive, wishesToGive } from './given-store.ts';

/** The carrier has it as we do; ask under the line's lock. */
export async function isSteady(db: Query, lineId: string): Promise<boolean> {
  const line = await store.anyLine(db, lineId);
  return line?.status === 'active' && !line.carrier_suspended && line.mdn !== '';
}

/** Whose it becomes, and where it will be used. */
interface Taking {
  readonly owner: Owner;
  readonly address?: StreetAddress;
  /** The carrier keeps an address for 911: the line has none until it has taken this one. */
  readonly asksCarrier: boolean;
  /** Whatever it is paused for, and paid or not; nobody who reads of it learns where it went (P05). */
  readonly quietly?: true;
}

export interface HandedLine {
  readonly id: string;
  readonly mdn: string;
}

/**
 * The line ends here, and one of the other account begins with its number, SIM, plan and all days that
 * are left; the carrier is asked for nothing. What is left of each period is over in the old line, as
 * if a plan change had cut it, and its copy names no order (P06). The caller has asked whether it may,
 * and holds the line and the credit of its owner.
 */
export async function handLineOver(
  app: App,
  tx: Tx,
  lineId: string,
  { owner, address, asksCarrier, quietly }: Taking,
): Promise<HandedLine | undefined> {
  const old = await store.lockAnyLine(tx, lineId);
  const now = app.clock.now();
  const isPaid = old?.paid_until && old.paid_until > now;
  const mayGo = quietly ? old?.paid_until : old?.status === 'active' && isPaid;
  if (!old || (old.status !== 'active' && old.status !== 'suspended') || !mayGo) return undefined;
  await knownPeriods(tx, old);
  const rows = await periodStore.periodsOf(tx, lineId);
  const left = rows.filter((one) => one.ends_at && one.starts_at && one.ends_at > now);
  // Of one that is past due the plan and its price go by the last one, which is over.
  const going = left.length > 0 ? left : rows.slice(-1);
  const id = app.random.id('lin');
  for (const one of left) {
    const { starts_at: from, ends_at: to, number } = one;
    if (!from || !to) continue;
    const { paid_cents: paidCents, refunded_cents: refundedCents, cut_cents: cut } = one;
    const time = { from, to, paidCents, refundedCents, convertedCents: cut ?? 0 };
    const cents = valueOf(time, now).left;
    await periodStore.cutPeriod(
      tx,
      { line_id: lineId, number },
      { now, by: periodStore.handedTo(id), cents },
    );
  }
  await deleteEnding(tx, lineId);
  await dropAsk(tx, lineId);
  const reasons = quietly ? await leavingReasons(tx, lineId) : [];
  const isPaused = old.status === 'suspended' || old.carrier_suspended;
  await store.setLine(tx, lineId, {
    status: 'ended',
    ended_at: now,
    ...(isPaid && { paid_until: now }),
    ...(quietly
      ? { separated_at: now, former_iccid: old.iccid, former_imei: old.imei }
      : { handed_over_at: now }),
    // It lives on there, and is released with the new line.
    released_at: now,
    // Who sets up, looks at or answers for the SIM finds the new line.
    iccid: '',
    imei: '',
    activation_ref: null,
  });
  await store.insertLine(tx, {
    ...old,
    ...store.neverStopped,
    status: isPaused ? 'suspended' : 'active',
    carrier_suspended: old.carrier_suspended,
    id,
    customer_id: owner.customerId,
    order_id: null,
    nickname: old.plan_name,
    icon: 'phone',
    first_name: '',
    last_name: '',
    // For taxes: where it is used is not known better.
    zip_code: address?.zipCode ?? old.zip_code,
    service_address: (!asksCarrier && address) || null,
    activated_at: now,
    created_at: now,
    // What the giver paid, asked for and brought along is theirs.
    plan_cents: going.length > 0 ? null : old.plan_cents,
    plan_paid_cents: null,
    carrier_asked_at: old.carrier_asked_at && now,
    port_in_id: null,
    port_in_status: null,
    incoming_mdn: '',
    kept_number: null,
    ...(quietly ? { own_since: now } : { taken_over_at: now }),
    carrier_key: store.carrierKeyOf(old),
  });
  for (const one of going) {
    await periodStore.insertPeriod(tx, {
      id: app.random.id('per'),
      tenant_id: one.tenant_id,
      line_id: id,
      number: one.number,
      starts_at: one.starts_at,
      ends_at: one.ends_at,
      plan_id: one.plan_id,
      plan_name: one.plan_name,
      price_cents: one.price_cents,
      paid_cents: one.paid_cents,
      order_id: null,
      taken_back_at: null,
      created_at: now,
      refunded_cents: one.refunded_cents,
      handed_from: one.handed_from ?? one.id,
    });
  }
  // Whose it is now was told nothing yet; its number is kept for so long from now on.
  for (const { reason } of reasons) {
    const why = { reason, since: now };
    await suspensionStore.insertSuspension(tx, { line_id: id, tenant_id: old.tenant_id, ...why });
  }
  const row = { id, tenant_id: old.tenant_id, customer_id: owner.customerId };
  // What its holder had blocked works again, once the network has done it.
  if (isPaused && reasons.length === 0) {
    await askNetwork(app, tx, row, { asked: 'unblock', tell: false });
  }
  if (asksCarrier && address) {
    const wish = { address, asked_at: now, member_customer_id: null };
    await addressStore.insertWish(tx, { line_id: id, tenant_id: old.tenant_id, ...wish });
  }
  await finishWaiting(app, tx, lineId);
  await publishLine(app, tx, old, 'ended');
  await publishLine(app, tx, row, isPaused ? 'suspended' : 'active');
  return { id, mdn: old.mdn };
}

/** Why the line stays paused, whoever has it: not for what its holder asked. */
async function leavingReasons(tx: Tx, lineId: string) {
  const rows = await suspensionStore.suspensionRows(tx, lineId);
  return rows.filter(({ reason }) => reason === 'unpaid' || reason === 'by_operator');
}
