import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../../app.ts';
import type { Query } from '../../db/database.ts';
import { OutsideFailure } from '../outside-failure.ts';

export type SandboxService = 'payment' | 'carrier';

/** `down` answers nothing, `slow` takes three seconds. */
export const breakModes = ['none', 'down', 'slow'] as const;
/** `no_refunds` and `rejects`: it works, but refuses every refund or charge. */
export const paymentModes = [...breakModes, 'no_refunds', 'rejects'] as const;
export type BreakMode = (typeof paymentModes)[number];

export type Pause = (milliseconds: number) => Promise<unknown>;
export const realPause: Pause = (milliseconds) => sleep(milliseconds);

const SLOW_MS = 3000;

const tables = (db: Query) =>
  db.withTables<{ sandbox_modes: { service: SandboxService; mode: BreakMode } }>();

/** How late another process's change is seen. */
const KNOWN_MS = 250;
const modes = new WeakMap<World['db'], Map<SandboxService, Promise<BreakMode>>>();

export function readMode({ db }: World, service: SandboxService): Promise<BreakMode> {
  const known = modes.get(db) ?? new Map<SandboxService, Promise<BreakMode>>();
  modes.set(db, known);
  let mode = known.get(service);
  if (!mode) {
    mode = lookUp(db.query, service);
    known.set(service, mode);
    mode.catch(() => known.delete(service));
    setTimeout(() => known.delete(service), KNOWN_MS).unref();
  }
  return mode;
}

async function lookUp(db: Query, service: SandboxService): Promise<BreakMode> {
  const row = await tables(db)
    .selectFrom('sandbox_modes')
    .select('mode')
    .where('service', '=', service)
    .executeTakeFirst();
  return row?.mode ?? 'none';
}

export async function setMode(world: World, service: SandboxService, mode: BreakMode) {
  await tables(world.db.query)
    .insertInto('sandbox_modes')
    .values({ service, mode })
    .onConflict((conflict) => conflict.column('service').doUpdateSet({ mode }))
    .execute();
  modes.get(world.db)?.delete(service);
}

/** First in every verb. @throws OutsideFailure while it is down */
export async function behave(
  world: World,
  service: SandboxService,
  pause: Pause,
): Promise<BreakMode> {
  const mode = await readMode(world, service);
  if (mode === 'down') throw new OutsideFailure(service, 'not_done');
  if (mode === 'slow') await pause(SLOW_MS);
  return mode;
}
