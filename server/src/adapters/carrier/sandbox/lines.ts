import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import type { LineState } from '../carrier-lines.ts';
import { emit } from './notices.ts';
import { activationOfNumber, portInOfNumber, carrierTables } from './store.ts';

/** A released line can be neither suspended nor resumed. */
export async function setLineState(
  world: World,
  msisdn: string,
  state: LineState,
  db: Query = world.db.query,
): Promise<void> {
  await carrierTables(db)
    .insertInto('sandbox_carrier_lines')
    .values({ msisdn, state, changed_at: world.clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('msisdn')
        .doUpdateSet({ state, changed_at: world.clock.now() })
        .where('sandbox_carrier_lines.state', '!=', 'released'),
    )
    .execute();
}

export async function viewLineState(world: World, msisdn: string): Promise<LineState> {
  const row = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_lines')
    .select('state')
    .where('msisdn', '=', msisdn)
    .executeTakeFirst();
  return row?.state ?? 'active';
}

/** Seeded lines were never activated here: they have a state only. */
export async function hasLine({ db }: World, msisdn: string): Promise<boolean> {
  if (await activationOfNumber(db.query, msisdn)) return true;
  // A number that came with its SIM card was not activated besides.
  if ((await portInOfNumber(db.query, msisdn))?.status === 'completed') return true;
  const row = await carrierTables(db.query)
    .selectFrom('sandbox_carrier_lines')
    .select('msisdn')
    .where('msisdn', '=', msisdn)
    .executeTakeFirst();
  return row !== undefined;
}

/** By the carrier itself, unasked. */
export async function turnLine(world: World, msisdn: string, state: LineState): Promise<void> {
  await world.db.transaction(async (tx) => {
    await setLineState(world, msisdn, state, tx);
    await emit(world, tx, `line.${state}`, { id: msisdn, object: 'line' });
  });
}
