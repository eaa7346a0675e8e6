import type { World } from '../../../app.ts';
import type { Query, Tx } from '../../../db/database.ts';
import type { NumberChange, NumberVerbs } from '../carrier-numbers.ts';
import { networkAt } from './activations.ts';
import { hasLine, viewLineState } from './lines.ts';
import { reserveNumber } from './numbers.ts';
import { carrierTables } from './store.ts';

interface ChangeRow {
  key: string;
  msisdn: string;
  new_msisdn: string;
}

const tables = (db: Query) =>
  db.withTables<{
    sandbox_carrier_number_changes: ChangeRow;
    sandbox_carrier_allowances: { msisdn: string };
  }>();

const known = (db: Query, key: string) =>
  tables(db)
    .selectFrom('sandbox_carrier_number_changes')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();

/** Once for each key. */
export async function changeNumberOnce(
  world: World,
  { key, msisdn, ...wanted }: Parameters<NumberVerbs['changeNumber']>[0],
): Promise<Exclude<NumberChange, { kind: 'pending' }>> {
  const before = await known(world.db.query, key);
  if (before) return { kind: 'changed', msisdn: before.new_msisdn };
  if (networkAt(wanted.zipCode) === 'none') return { kind: 'refused', reason: 'no_numbers' };
  const isHere =
    (await hasLine(world, msisdn)) && (await viewLineState(world, msisdn)) !== 'released';
  if (!isHere) {
    // The same change, asked for twice at once, may have been made since.
    const since = await known(world.db.query, key);
    if (since) return { kind: 'changed', msisdn: since.new_msisdn };
    return { kind: 'refused', reason: 'other' };
  }
  const newMsisdn = await reserveNumber(world, { key: `change ${key}`, ...wanted });
  await world.db.transaction((tx) => move(world, tx, { key, msisdn, new_msisdn: newMsisdn }));
  return { kind: 'changed', msisdn: newMsisdn };
}

/** The line stays what it is: its state, lock, eSIM and allowances. The old number is nobody's. */
async function move(world: World, tx: Tx, change: ChangeRow): Promise<void> {
  const inserted = await tables(tx)
    .insertInto('sandbox_carrier_number_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return;
  const { msisdn: old, new_msisdn: msisdn } = change;
  for (const table of [
    'sandbox_carrier_activations',
    'sandbox_carrier_esims',
    'sandbox_carrier_lines',
    'sandbox_carrier_locks',
  ] as const) {
    await carrierTables(tx).updateTable(table).set({ msisdn }).where('msisdn', '=', old).execute();
  }
  await tables(tx)
    .updateTable('sandbox_carrier_allowances')
    .set({ msisdn })
    .where('msisdn', '=', old)
    .execute();
  await carrierTables(tx)
    .insertInto('sandbox_carrier_lines')
    .values({ msisdn: old, state: 'released', changed_at: world.clock.now() })
    .execute();
}
