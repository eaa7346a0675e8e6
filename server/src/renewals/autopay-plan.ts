import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Customer } from '../http/who.ts';
import { type OwnedRenewable, type Renewable, viewAnyLine } from '../lines/renewable.ts';
import {
  chargeOnceOn,
  chargeTime,
  nextAnnouncement,
  nextTry,
  TELLS_BEFORE,
} from './autopay-times.ts';
import * as store from './autopay-store.ts';

/** When autopay charges next; nothing while it is off, or there is nothing to charge. */
export type Plan = Date | undefined;

/**
 * Plans the charge for what comes after all that is paid. What is planned for that already stays,
 * unless it is turned on anew. @param options.toldCents what the customer was told that it costs @param
 * options.known the line, where the transaction has it locked
 */
export async function planCharge(
  app: App,
  tx: Tx,
  lineId: string,
  {
    anew = false,
    toldCents = null,
    known,
  }: {
    anew?: boolean;
    toldCents?: number | null;
    known?: Pick<OwnedRenewable, 'status' | 'holder' | 'owner' | 'paidUntil'>;
  } = {},
): Promise<Plan> {
  const autopay = await store.lockAutopay(tx, lineId);
  if (!autopay?.is_on) return undefined;
  const line = known ?? (await viewAnyLine(tx, lineId));
  const endsAt = line?.paidUntil;
  if (!endsAt || line.status === 'ended') {
    // A line that has not begun is planned when it has; one that ended has no autopay any more.
    const isOver = line?.status === 'ended';
    const none = { charge_at: null, announce_at: null, ...(isOver && { is_on: false }) };
    await store.setAutopay(tx, lineId, none);
    return undefined;
  }
  const isPlanned = autopay.period_ends_at?.getTime() === endsAt.getTime();
  if (isPlanned && !anew) return autopay.charge_at ?? undefined;
  const now = app.clock.now();
  const { timeZone } = app.brands.byTenant(line.owner.tenant);
  const usual = chargeTime(line.holder, endsAt, timeZone);
  const chargeAt = anew ? chargeOnceOn(usual, now) : inTime(usual, now);
  await store.setAutopay(tx, lineId, {
    period_ends_at: endsAt,
    charge_at: chargeAt ?? null,
    first_tried_at: null,
    tries: 0,
    announce_at: (chargeAt && nextAnnouncement(chargeAt, now)) ?? null,
    told_cents: toldCents,
    card_told_at: null,
    trying_second: false,
    never_cards: '',
    updated_at: now,
  });
  return chargeAt;
}

/** After a refund there must be time to tell; otherwise nothing is charged until somebody pays. */
const inTime = (usual: Date, now: Date): Plan =>
  later(usual, -TELLS_BEFORE) > now ? usual : undefined;

/** What is planned; of a line that has just begun, what is going to be. */
export function planOf(
  app: App,
  autopay: store.Autopay,
  line: Pick<Renewable, 'holder' | 'paidUntil'>,
): Plan {
  if (autopay.period_ends_at || !line.paidUntil) return autopay.charge_at ?? undefined;
  const { timeZone } = app.brands.byTenant(autopay.tenant_id);
  return inTime(chargeTime(line.holder, line.paidUntil, timeZone), app.clock.now());
}

/** What was shown, and to a member of the holder's household if it was one. */
export type Shown = { readonly totalCents: number } & Pick<Customer, 'member'>;

/** The customer, or a member for them, was shown another amount; who was not told yet will be. */
export async function retellCharge(
  app: App,
  tx: Tx,
  lineId: string,
  { totalCents, member }: Shown,
): Promise<void> {
  const autopay = await store.lockAutopay(tx, lineId);
  if (!autopay?.is_on) return;
  if (member && totalCents > (autopay.told_cents ?? 0)) return announceAnew(app, tx, lineId);
  // A charge that is being worked out is not made: it is of another plan.
  const updated_at = app.clock.now();
  const told = autopay.told_cents !== null && { told_cents: totalCents };
  await store.setAutopay(tx, lineId, { updated_at, ...told });
}

/**
 * Who manages the line made it dearer, and not who pays (P04): the holder is told anew, and nothing is
 * charged before that is three days old.
 */
export async function announceAnew(app: App, tx: Tx, lineId: string): Promise<void> {
  const autopay = await store.lockAutopay(tx, lineId);
  if (!autopay?.is_on) return;
  const now = app.clock.now();
  const isTold = autopay.told_cents !== null && autopay.charge_at !== null;
  // What is being told or charged is of another amount, and comes to nothing.
  const again = isTold && { told_cents: null, announce_at: now };
  await store.setAutopay(tx, lineId, { updated_at: now, ...again });
}

/** A try came to nothing. @returns when it is tried again, if it is */
export async function noteRefusedTry(
  app: App,
  tx: Tx,
  lineId: string,
  { forGood }: { forGood: boolean },
): Promise<Plan> {
  const autopay = await store.lockAutopay(tx, lineId);
  if (!autopay?.is_on) return undefined;
  const now = app.clock.now();
  const first = autopay.first_tried_at ?? now;
  const tries = autopay.tries + 1;
  const again = forGood ? undefined : nextTry(first, tries);
  await store.setAutopay(tx, lineId, {
    first_tried_at: first,
    tries,
    charge_at: again ?? null,
    announce_at: null,
    trying_second: false,
    updated_at: now,
  });
  return again;
}

/** The bank refused the first card: the second one is due at once, in the same transaction. */
export async function trySecond(app: App, tx: Tx, lineId: string): Promise<void> {
  const now = app.clock.now();
  const due = { charge_at: now, announce_at: null, trying_second: true, updated_at: now };
  await store.setAutopay(tx, lineId, due);
}
