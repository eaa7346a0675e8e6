import type { LineAddOn } from '@portside/contract/add-on';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Period } from '../lines/periods.ts';
import { keepable } from './keepable.ts';
import * as store from './store.ts';
import { tellCarrierJob } from './tell-carrier.ts';

export { type BoughtData, dataIn } from './store.ts';

type Bought = Pick<
  store.LineAddOnRow,
  'tenant_id' | 'line_id' | 'add_on_id' | 'name' | 'price_cents' | 'megabytes' | 'recurring'
> &
  Pick<store.LineAddOnRow, 'order_id' | 'starts_at' | 'ends_at'> &
  Partial<Pick<store.LineAddOnRow, 'follows' | 'stopped_at'>>;

/** The carrier is told by a job. Hold the line's lock. */
export async function giveAddOns(app: App, tx: Tx, bought: readonly Bought[]): Promise<void> {
  const rows = bought.map((one) => ({
    follows: null,
    stopped_at: null,
    ...one,
    id: app.random.id('lad'),
    taken_back_at: null,
    carrier_told_at: null,
    created_at: app.clock.now(),
  }));
  await store.insertAddOns(tx, rows);
  for (const { id } of rows) await app.jobs.enqueue(tx, tellCarrierJob, { id });
}

/**
 * What is not over goes on in another line, as the carrier has it: nothing is bought again, and no
 * order of the one before is named (P06). Hold both lines' locks. @param used megabytes of those with
 * data that are gone, by id
 */
export async function handAddOns(
  app: App,
  tx: Tx,
  { from, to }: { from: string; to: string },
  used: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await store.addOnsOfLine(tx, from, { now: app.clock.now(), ids: [] });
  const copies = rows.map((row) => ({
    ...row,
    id: app.random.id('lad'),
    line_id: to,
    order_id: null,
    follows: null,
    recurring: false,
    stopped_at: null,
    created_at: app.clock.now(),
    megabytes: row.megabytes && Math.max(0, Math.floor(row.megabytes - (used.get(row.id) ?? 0))),
    // As the carrier has it, which counts by itself.
    megabytes_left: row.megabytes_left ?? row.megabytes,
    carrier_key: row.carrier_key ?? row.id,
  }));
  await store.insertAddOns(tx, copies);
  for (const [at, { id }] of rows.entries()) {
    const copy = copies[at];
    if (copy) await store.noteHanded(tx, id, copy.id);
  }
  for (const { id, carrier_told_at: told } of copies) {
    if (!told) await app.jobs.enqueue(tx, tellCarrierJob, { id });
  }
}

/** Names of what a line has beside its plan, each once. */
export async function namesOfAddOns(db: Query, lineId: string, now: Date): Promise<string[]> {
  const rows = await store.addOnsOfLine(db, lineId, { now, ids: [] });
  return [...new Set(rows.map(({ name }) => name))];
}

/**
 * Their time moves with the line's paid time, and the carrier is told by a job. @param left of those
 * with data, what is left, by id
 */
export async function moveAddOns(
  app: App,
  tx: Tx,
  move: Parameters<typeof store.moveAddOns>[1],
  left: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const moved = await store.moveAddOns(tx, move, left);
  for (const id of moved) await app.jobs.enqueue(tx, tellCarrierJob, { id });
}

/** What is left of the data that was bought, by id. @param beyondPlan megabytes used on top of the plan's own */
export async function dataLeft(
  db: Query,
  lineId: string,
  now: Date,
  beyondPlan: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.addOnsOfLine(db, lineId, { now, ids: [] });
  const data = rows.flatMap(({ id, name, starts_at: from, ends_at: until, megabytes }) =>
    megabytes === null || from > now
      ? []
      : [{ id, name, until: until.toISOString(), megabytesLeft: megabytes, recurring: false }],
  );
  const left = leftAfter(data, beyondPlan);
  return new Map(left.map((one) => [one.id, Math.floor(one.megabytesLeft ?? 0)]));
}

/** What an order bought is gone, and bought again no more. */
export async function takeBackAddOns(app: App, tx: Tx, orderId: string): Promise<void> {
  const taken = await store.takeBack(tx, orderId, app.clock.now());
  for (const id of taken) await app.jobs.enqueue(tx, tellCarrierJob, { id });
}

/** Bought twice for the same days, what gives no data gives no more. @returns the end of those days */
export async function activeUntil(
  db: Query,
  lineId: string,
  { addOnId, megabytes }: { addOnId: string; megabytes: number },
  now: Date,
): Promise<Date | undefined> {
  return megabytes > 0 ? undefined : store.passEnds(db, { lineId, addOnId }, now);
}

/**
 * What a line has now, each add-on once, the oldest first; one that recurs stays in the list of a
 * line whose paid time is over. On a line that is to end none does. @param beyondPlan megabytes used
 * on top of the plan's own
 */
export async function viewAddOns(
  db: Query,
  { id: lineId, ends, periods }: { id: string; ends: boolean; periods: readonly Period[] },
  now: Date,
  beyondPlan = 0,
): Promise<LineAddOn[]> {
  const recurs = new Set((await store.recurringOf(db, lineId)).map((row) => row.id));
  const rows = await store.addOnsOfLine(db, lineId, { now, ids: [...recurs] });
  const standing = (same: readonly store.LineAddOnRow[]) => {
    if (ends) return { recurring: false };
    const recurring = same.some((row) => recurs.has(row.id));
    const stopped = !recurring && keepable(same, periods, now).length > 0;
    return { recurring, ...(stopped && { stopped: true as const }) };
  };
  const all = [...Map.groupBy(rows, (row) => row.add_on_id)].map(([id, same]) => {
    const holds = same.filter((row) => row.starts_at <= now && row.ends_at > now);
    const megabytes = holds.reduce((sum, row) => sum + (row.megabytes ?? 0), 0);
    const until = Math.max(...same.map((row) => row.ends_at.getTime()));
    return {
      id,
      name: same.at(-1)?.name ?? '',
      ...(same.some((row) => row.megabytes !== null) && { megabytesLeft: megabytes }),
      until: new Date(until).toISOString(),
      ...standing(same),
    };
  });
  return leftAfter(all, beyondPlan);
}

/** The add-on that ends first is used first. */
export function leftAfter(addOns: readonly LineAddOn[], beyondPlan: number): LineAddOn[] {
  let used = Math.max(0, beyondPlan);
  const left = new Map<LineAddOn, number>();
  for (const one of addOns.toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))) {
    const of = Math.min(one.megabytesLeft ?? 0, used);
    used -= of;
    if (one.megabytesLeft !== undefined) left.set(one, one.megabytesLeft - of);
  }
  return addOns.map((one) => {
    const megabytesLeft = left.get(one);
    return megabytesLeft === undefined ? one : { ...one, megabytesLeft };
  });
}
