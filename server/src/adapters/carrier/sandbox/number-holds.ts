import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { hours, later, minutes } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import { areaOf } from '../area-codes.ts';
import type { NumberVerbs, OfferedNumber } from '../carrier-numbers.ts';
import { freeAmong, freeNumbers, holdsOf } from './numbers.ts';
import { carrierTables } from './store.ts';

const SIX = 6;
const OFFERED = minutes(10);
const KEPT = hours(1);

export async function offerNumbers(
  world: World,
  { key, zipCode, others }: Parameters<NumberVerbs['offerNumbers']>[0],
): Promise<{ numbers: OfferedNumber[]; until: Date }> {
  const until = later(world.clock.now(), OFFERED);
  const before = await holdsOf(world.db.query, key);
  const known = before.map(({ msisdn }) => msisdn);
  const isSame = !others && before.length > 0 && before.every((one) => one.zip_code === zipCode);
  const again = isSame ? await freeAmong(world, known, key) : [];
  const fresh = await freeNumbers(world, zipCode, SIX - again.length, new Set(known));
  const held = await world.db.transaction(async (tx) => {
    await lock(tx, key);
    await carrierTables(tx)
      .deleteFrom('sandbox_carrier_number_holds')
      .where('key', '=', key)
      .$if(again.length > 0, (all) => all.where('msisdn', 'not in', again))
      .execute();
    const wanted = [...again, ...fresh].toSorted();
    const rows = wanted.map((msisdn) => ({ msisdn, key, zip_code: zipCode, until }));
    if (rows.length === 0) return [];
    return carrierTables(tx)
      .insertInto('sandbox_carrier_number_holds')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('msisdn')
          .doUpdateSet({ key, zip_code: zipCode, until })
          .where((where) =>
            where.or([
              where('sandbox_carrier_number_holds.key', '=', key),
              where('sandbox_carrier_number_holds.until', '<=', world.clock.now()),
            ]),
          ),
      )
      .returning('msisdn')
      .execute();
  });
  return { numbers: held.map(({ msisdn }) => described(msisdn)), until };
}

export async function keepNumber(
  world: World,
  { key, offered, msisdn }: Parameters<NumberVerbs['keepNumber']>[0],
): Promise<boolean> {
  if ((await freeAmong(world, [msisdn], offered)).length === 0) {
    if ((await freeAmong(world, [msisdn], key)).length === 0) return false;
  }
  return world.db.transaction(async (tx) => {
    await lock(tx, key);
    const kept = await carrierTables(tx)
      .updateTable('sandbox_carrier_number_holds')
      .set({ key, until: later(world.clock.now(), KEPT) })
      .where('msisdn', '=', msisdn)
      .where('key', 'in', [offered, key])
      .executeTakeFirst();
    if (kept.numUpdatedRows !== 1n) return false;
    await carrierTables(tx)
      .deleteFrom('sandbox_carrier_number_holds')
      .where('key', '=', key)
      .where('msisdn', '!=', msisdn)
      .execute();
    return true;
  });
}

/** One offer of a key at a time. */
async function lock(tx: Tx, key: string): Promise<void> {
  const name = `numbers ${key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

function described(msisdn: string): OfferedNumber {
  const { town = '', state = '' } = areaOf(msisdn) ?? {};
  return { msisdn, town, state };
}
