import type { World } from '../../../app.ts';
import { carrierTables } from './store.ts';

export async function setNumberLock(
  world: World,
  { msisdn, on }: { msisdn: string; on: boolean },
): Promise<void> {
  const row = { is_on: on, changed_at: world.clock.now() };
  await carrierTables(world.db.query)
    .insertInto('sandbox_carrier_locks')
    .values({ msisdn, ...row })
    .onConflict((conflict) => conflict.column('msisdn').doUpdateSet(row))
    .execute();
}

export async function viewNumberLock(world: World, msisdn: string): Promise<boolean> {
  const row = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_locks')
    .select('is_on')
    .where('msisdn', '=', msisdn)
    .executeTakeFirst();
  return row?.is_on ?? true;
}
