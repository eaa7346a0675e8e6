import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import type { UsageRecord, UsageReport } from '../carrier-usage.ts';
import { emit } from './notices.ts';
import { carrierTables } from './store.ts';

/** Counted now, and told as carriers tell that a threshold was passed. */
export async function addUsage(
  world: World,
  { msisdn, kind, amount }: { msisdn: string } & Omit<UsageRecord, 'from'>,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    await carrierTables(tx)
      .insertInto('sandbox_carrier_usage')
      .values({ msisdn, kind, starts_at: world.clock.now(), amount })
      .onConflict((conflict) =>
        conflict
          .columns(['msisdn', 'starts_at', 'kind'])
          .doUpdateSet({ amount: sql<number>`sandbox_carrier_usage.amount + ${amount}` }),
      )
      .execute();
    await emit(world, tx, 'usage.changed', { id: msisdn, object: 'usage' });
  });
}

/** Of the time before the demo began: nobody is told. */
export async function rememberUsage(
  world: World,
  msisdn: string,
  records: readonly UsageRecord[],
): Promise<void> {
  await carrierTables(world.db.query)
    .insertInto('sandbox_carrier_usage')
    .values(records.map(({ kind, from, amount }) => ({ msisdn, kind, starts_at: from, amount })))
    .onConflict((conflict) => conflict.columns(['msisdn', 'starts_at', 'kind']).doNothing())
    .execute();
}

export async function usageSince(world: World, msisdn: string, since: Date): Promise<UsageReport> {
  const asOf = world.clock.now();
  const rows = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_usage')
    .select(['kind', 'starts_at', 'amount'])
    .where('msisdn', '=', msisdn)
    .where('starts_at', '>=', since)
    .orderBy('starts_at')
    .orderBy('kind')
    .execute();
  const records = rows.map(({ kind, starts_at: from, amount }) => ({ kind, from, amount }));
  return { asOf, records };
}
