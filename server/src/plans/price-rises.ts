import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import * as store from './store.ts';

/** Bought at the old price, by a quote that was valid until then. */
const LOOK_AGAIN = days(1);

interface Price {
  readonly id: string;
  readonly price_cents: number;
}

/** Writes down which plans have become dearer, so that their lines are told (K07). */
export async function notePrices(
  app: App,
  tx: Tx,
  tenant: number,
  { before, now: prices }: { before: readonly Price[]; now: readonly Price[] },
): Promise<void> {
  const old = new Map(before.map((one) => [one.id, one.price_cents]));
  const now = app.clock.now();
  for (const { id, price_cents: cents } of prices) {
    const was = old.get(id);
    if (was === undefined || was === cents) continue;
    await store.voidRises(tx, { tenant, id, cents }, now);
    if (was > cents) continue;
    await store.insertRise(tx, {
      id: app.random.id('ris'),
      plan_id: id,
      tenant_id: tenant,
      cents,
      at: now,
      look_at: now,
      void_at: null,
    });
  }
}

export interface PriceRise {
  id: string;
  tenant: number;
  planId: string;
  cents: number;
  lookAt: Date;
  /** Its lines were looked for before. */
  isSecond: boolean;
}

export { nextLookAtRises } from './store.ts';

/** Whose lines are still to be told. */
export async function openRises(db: Query): Promise<PriceRise[]> {
  const rows = await store.openRises(db);
  return rows.flatMap(({ id, tenant_id: tenant, plan_id: planId, cents, at, look_at: lookAt }) =>
    lookAt ? [{ id, tenant, planId, cents, lookAt, isSecond: lookAt > at }] : [],
  );
}

/** All of its lines were told; a day later those are, that were bought with an older quote. */
export async function noteLooked(app: App, { id, isSecond }: PriceRise): Promise<void> {
  const look_at = isSecond ? null : later(app.clock.now(), LOOK_AGAIN);
  await store.setRise(app.db.query, id, { look_at });
}

/** A line of the plan changed hands: whoever has it now was told of no rise. */
export async function lookAtRisesAgain(
  app: App,
  tx: Tx,
  tenant: number,
  planId: string,
): Promise<void> {
  const look_at = app.clock.now();
  for (const { id } of await store.standingRises(tx, tenant, planId)) {
    await store.setRise(tx, id, { look_at });
  }
}

/** What a plan rose to, where it has not fallen again. */
export async function standingRises(
  db: Query,
  tenant: number,
  planId: string,
): Promise<{ id: string; cents: number }[]> {
  return store.standingRises(db, tenant, planId);
}
