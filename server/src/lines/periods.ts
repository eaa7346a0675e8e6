import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { deleteEnding, endWithRunning } from './ending-store.ts';
import { publishLine } from './line-news.ts';
import * as periodStore from './period-store.ts';
import * as store from './store.ts';
import { liftFrom } from './suspension.ts';
import { unusedPeriodsJob } from './unused-periods.ts';

const PAID_FOR = days(30);

export interface Period {
  number: number;
  from: Date;
  to: Date;
  planId: string;
  planName: string;
  /** What was paid, after a discount. */
  priceCents: number;
  paidCents: number;
  refundedCents: number;
  convertedCents: number;
  orderId: string | null;
  /** Of one that came with a line from another account: the period that was paid for there. */
  handedFrom?: string;
}

async function periodsOf(db: Query, lineId: string): Promise<Period[]> {
  const rows = await periodStore.periodsOf(db, lineId);
  return rows.flatMap(periodOf);
}

/** A process of the version before writes none when it activates a line. @param rows if they are read */
export async function knownPeriods(
  db: Query,
  { id, paid_until }: Pick<store.LineRow, 'id' | 'paid_until'>,
  rows?: readonly periodStore.KnownPeriod[],
): Promise<Period[]> {
  const periods = rows ? rows.flatMap(periodOf) : await periodsOf(db, id);
  if (periods.length > 0 || !paid_until) return periods;
  await periodStore.addMissingPeriod(db, id);
  return periodsOf(db, id);
}

function periodOf(row: periodStore.KnownPeriod): Period[] {
  if (!row.starts_at || !row.ends_at) return [];
  return [
    {
      number: row.number,
      from: new Date(row.starts_at),
      to: new Date(row.ends_at),
      planId: row.plan_id,
      planName: row.plan_name,
      priceCents: row.price_cents,
      paidCents: row.paid_cents,
      refundedCents: row.refunded_cents,
      convertedCents: row.cut_cents ?? 0,
      orderId: row.order_id,
      ...(row.handed_from && { handedFrom: row.handed_from }),
    },
  ];
}

/** The order whose payment each one came from, in another account, too. */
export async function paymentsBehind(
  db: Query,
  periods: readonly Period[],
): Promise<ReadonlyMap<Period, string>> {
  const from = periods.flatMap(({ handedFrom }) => handedFrom ?? []);
  const handed = from.length > 0 ? await periodStore.ordersOfHanded(db, from) : undefined;
  return new Map(
    periods.flatMap((one) => {
      const id = one.orderId ?? handed?.get(one.handedFrom ?? '');
      return id ? [[one, id] as const] : [];
    }),
  );
}

export const currentPeriod = (periods: readonly Period[], now: Date): Period | undefined =>
  periods.findLast((one) => one.from <= now && one.to > one.from) ?? periods[0];

/** After the last paid one, or from now if that is over; or so many of them. */
export function nextPeriod(periods: readonly Period[], now: Date, months = 1) {
  const last = periods.at(-1);
  const from = last && last.to > now ? last.to : now;
  return { number: (last?.number ?? 0) + 1, from, to: later(from, PAID_FOR * months) };
}

/** Of what is paid for several periods at once, what each one cost: cents that are over, the first ones. */
export function sharesOf(cents: number, months: number): number[] {
  const each = Math.floor(cents / months);
  return Array.from({ length: months }, (_, at) => each + (at < cents - each * months ? 1 : 0));
}

/** They begin when the line works. */
export async function payFirstPeriods(
  app: App,
  tx: Tx,
  line: Pick<store.LineRow, 'id' | 'tenant_id' | 'order_id' | 'plan_id' | 'plan_name'>,
  paid: { priceCents: number; paidCents: number; months: number },
): Promise<void> {
  const now = app.clock.now();
  for (const [at, paidCents] of sharesOf(paid.paidCents, paid.months).entries()) {
    await periodStore.insertPeriod(tx, {
      id: app.random.id('per'),
      tenant_id: line.tenant_id,
      line_id: line.id,
      number: at + 1,
      starts_at: null,
      ends_at: null,
      plan_id: line.plan_id,
      plan_name: line.plan_name,
      order_id: line.order_id,
      price_cents: paid.priceCents,
      paid_cents: paidCents,
      taken_back_at: null,
      created_at: now,
    });
  }
}

/**
 * One that was refunded meanwhile has no days: as unpaid it is paused next. @returns the line’s
 * changes
 */
export async function beginFirstPeriods(tx: Tx, lineId: string, now: Date) {
  const months = await periodStore.beginPeriods(tx, lineId, { now, each: PAID_FOR });
  const to = later(now, PAID_FOR * Math.max(1, months));
  const isUnpaid = await periodStore.isTakenBack(tx, lineId);
  return { status: 'active' as const, activated_at: now, paid_until: isUnpaid ? now : to };
}

/** For seeds and imports. */
export async function recordPeriods(app: App, tx: Tx, line: store.LineRow): Promise<void> {
  const { activated_at: since, paid_until: until } = line;
  if (!since || !until) return;
  const count = Math.round((until.getTime() - since.getTime()) / PAID_FOR);
  const cents = line.plan_cents ?? 0;
  for (let number = 1; number <= count; number += 1) {
    const ends = later(until, -(count - number) * PAID_FOR);
    await periodStore.insertPeriod(tx, {
      id: app.random.id('per'),
      tenant_id: line.tenant_id,
      line_id: line.id,
      number,
      starts_at: later(ends, -PAID_FOR),
      ends_at: ends,
      plan_id: line.plan_id,
      plan_name: line.plan_name,
      order_id: null,
      price_cents: cents,
      paid_cents: cents,
      taken_back_at: null,
      created_at: later(ends, -PAID_FOR),
    });
  }
}

type PaidPeriod = Omit<
  Period,
  'from' | 'to' | 'orderId' | 'handedFrom' | 'refundedCents' | 'convertedCents'
> & {
  orderId: string;
  /** So many at once, from `number` on; `paidCents` is for all of them. */
  months?: number;
};

/** With its line, as it is locked and paid now. */
interface AddedPeriod extends Period {
  readonly line: {
    readonly holder: string;
    readonly status: store.LineRow['status'];
    readonly paidUntil: Date;
    readonly owner: Owner;
  };
}

/**
 * Begins where the last one ends, or now if that is over. @returns undefined when the line has
 * ended, or the period is paid already
 */
export function payPeriod(
  app: App,
  tx: Tx,
  lineId: string,
  paid: PaidPeriod,
): Promise<AddedPeriod | undefined> {
  return addPeriod(app, tx, lineId, paid, async (periods, now) => nextPeriod(periods, now));
}

/**
 * Begins now, and cuts short all that was paid. @param cuts what becomes credit for each period
 * that is cut, by its number @returns undefined when the line has ended, or it is not what was
 * quoted any more
 */
export function beginAnew(
  app: App,
  tx: Tx,
  lineId: string,
  paid: PaidPeriod,
  cuts: (periods: readonly Period[]) => ReadonlyMap<number, number> | undefined,
): Promise<Period | undefined> {
  return addPeriod(app, tx, lineId, paid, async (periods, now) => {
    const { number } = nextPeriod(periods, now);
    const cents = cuts(periods);
    if (number !== paid.number || !cents) return undefined;
    for (const one of periods.filter(({ to }) => to > now)) {
      const cut = { now, by: paid.orderId, cents: cents.get(one.number) ?? 0 };
      await periodStore.cutPeriod(tx, { line_id: lineId, number: one.number }, cut);
    }
    return { number, from: now, to: later(now, PAID_FOR) };
  });
}

async function addPeriod(
  app: App,
  tx: Tx,
  lineId: string,
  paid: PaidPeriod,
  place: (
    periods: readonly Period[],
    now: Date,
  ) => Promise<{ number: number; from: Date; to: Date } | undefined>,
): Promise<AddedPeriod | undefined> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line || line.status === 'ended') return undefined;
  const now = app.clock.now();
  const time = await place(await knownPeriods(tx, line), now);
  if (time?.number !== paid.number) return undefined;
  const shares = sharesOf(paid.paidCents, paid.months ?? 1);
  const { number, from } = time;
  const to = later(time.to, PAID_FOR * (shares.length - 1));
  for (const [at, paidCents] of shares.entries()) {
    const isNew = await periodStore.insertPeriod(tx, {
      id: app.random.id('per'),
      tenant_id: line.tenant_id,
      line_id: lineId,
      number: number + at,
      starts_at: later(from, PAID_FOR * at),
      ends_at: later(time.to, PAID_FOR * at),
      plan_id: paid.planId,
      plan_name: paid.planName,
      order_id: paid.orderId,
      price_cents: paid.priceCents,
      paid_cents: paidCents,
      taken_back_at: null,
      created_at: now,
    });
    if (!isNew) return undefined;
  }
  await store.setLine(tx, lineId, { paid_until: to });
  await liftFrom(app, tx, { ...line, paid_until: to }, 'unpaid');
  await publishLine(app, tx, line, line.status);
  const { status, customer_id: holder } = line;
  const about = { holder, status, paidUntil: to, owner: ownerOfRow(line) };
  return { ...paid, from, to, refundedCents: 0, convertedCents: 0, line: about };
}

/**
 * What it had cut short is as it was, unless something was paid after it. A line that was to end
 * (K17) is only paused, when nothing that is paid is left.
 */
export async function takeBackPeriod(
  app: App,
  tx: Tx,
  lineId: string,
  orderId: string,
): Promise<boolean> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line) return false;
  const now = app.clock.now();
  const isLast = (await periodsOf(tx, lineId)).at(-1)?.orderId === orderId;
  if (!(await periodStore.takeBackPeriod(tx, orderId, now))) return false;
  if (isLast) await periodStore.uncutPeriods(tx, lineId, orderId);
  // What a change had cut is there again, and never begins.
  if (line.status === 'ended') await app.jobs.enqueue(tx, unusedPeriodsJob, { lineId });
  else await closeGap(tx, line.id, now);
  const left = await periodsOf(tx, line.id);
  const paidUntil = left.at(-1)?.to ?? line.activated_at;
  await store.setLine(tx, line.id, { paid_until: paidUntil });
  const running = currentPeriod(left, now);
  if (running) await endWithRunning(tx, line.id, running.number);
  // Its end was told for a later day: until then the number is kept, as of every unpaid line.
  const wasPaid = line.paid_until !== null && line.paid_until > now;
  if (wasPaid && paidUntil && paidUntil <= now) await deleteEnding(tx, line.id);
  await publishLine(app, tx, line, line.status);
  return true;
}

/** The period that an order paid keeps another plan. */
export function keepPlanOfPeriod(
  tx: Tx,
  orderId: string,
  plan: { id: string; retailName: string; priceCents: number; paidCents: number },
): Promise<void> {
  return periodStore.setPeriodPlan(tx, orderId, {
    plan_id: plan.id,
    plan_name: plan.retailName,
    price_cents: plan.priceCents,
    paid_cents: plan.paidCents,
  });
}

/** What the carrier has confirmed. */
export async function setPlan(
  app: App,
  tx: Tx,
  lineId: string,
  plan: { id: string; retailName: string; flag: number },
): Promise<void> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line) return;
  const { id: plan_id, retailName: plan_name, flag: plan_flag } = plan;
  // A line that nobody has named has its plan's name.
  const nickname = line.nickname === line.plan_name ? plan_name : line.nickname;
  await store.setLine(tx, lineId, { plan_id, plan_name, plan_flag, nickname });
  await publishLine(app, tx, line, line.status);
}

/** What was paid ahead begins where the time before it ends now. */
async function closeGap(tx: Tx, lineId: string, now: Date): Promise<void> {
  let free = now;
  for (const { number, from, to } of await periodsOf(tx, lineId)) {
    const length = to.getTime() - from.getTime();
    const isEarlier = from > free;
    if (isEarlier) {
      const time = { from: free, to: later(free, length) };
      await periodStore.movePeriod(tx, lineId, number, time);
    }
    const end = isEarlier ? later(free, length) : to;
    if (end > free) free = end;
  }
}
