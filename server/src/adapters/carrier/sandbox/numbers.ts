import { sql } from 'kysely';
import { stateOfZip } from '@portside/contract/places';
import type { World } from '../../../app.ts';
import { allAreaCodes, areaCodesOf } from '../area-codes.ts';
import { carrierTables } from './store.ts';

const kept: ReadonlySet<string> = new Set(['2125550100', '2125550101', '2125550190', '3125550102']);
const TRIES = 200;
const SOME = 10;

/** NXX-555-01XX of the ZIP Code's state; the same key gets the same number. */
export async function reserveNumber(
  world: World,
  request: { key: string; zipCode: string },
): Promise<string> {
  const near = areaCodesOf(stateOfZip(request.zipCode));
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = await numberOfKey(world, request.key);
    if (known) return known;
    const msisdn = (await freeNumber(world, near)) ?? (await freeNumber(world, allAreaCodes));
    if (!msisdn) throw new Error('The simulated carrier has given away all of its numbers');
    const reserved = await carrierTables(world.db.query)
      .insertInto('sandbox_carrier_numbers')
      .values({
        msisdn,
        key: request.key,
        zip_code: request.zipCode,
        reserved_at: world.clock.now(),
      })
      // Another process took the number, or had the same key: try again.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (reserved.numInsertedOrUpdatedRows === 1n) return msisdn;
  }
  throw new Error(`No number could be kept for ${request.key}`);
}

export async function releaseNumber(world: World, key: string): Promise<void> {
  await carrierTables(world.db.query)
    .deleteFrom('sandbox_carrier_numbers')
    .where('key', '=', key)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('sandbox_carrier_activations')
            .select('sandbox_carrier_activations.ref')
            .whereRef('sandbox_carrier_activations.msisdn', '=', 'sandbox_carrier_numbers.msisdn')
            .where('sandbox_carrier_activations.status', '!=', 'refused'),
        ),
      ),
    )
    .execute();
}

async function numberOfKey(world: World, key: string): Promise<string | undefined> {
  const row = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_numbers')
    .select('msisdn')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.msisdn;
}

/** A few area codes first, and all only if those are used up. */
async function freeNumber(world: World, codes: readonly string[]): Promise<string | undefined> {
  if (codes.length === 0) return undefined;
  const some = Array.from({ length: SOME }, () => {
    const code = codes[world.random.below(codes.length)];
    return `${code}55501${lastTwo[world.random.below(lastTwo.length)]}`;
  });
  const all = () => codes.flatMap((code) => lastTwo.map((digits) => `${code}55501${digits}`));
  const [first] = await freeAmong(world, some);
  if (first) return first;
  const free = await freeAmong(world, all());
  return free[world.random.below(Math.max(free.length, 1))];
}

async function freeAmong(world: World, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ msisdn: string }>`
    select msisdn from sandbox_carrier_numbers where msisdn = any(${numbers}::text[])
    union all
    select msisdn from sandbox_carrier_port_ins
    where msisdn = any(${numbers}::text[]) and status <> 'cancelled'`.execute(world.db.query);
  const taken = new Set(rows.map((row) => row.msisdn));
  return numbers.filter((msisdn) => !taken.has(msisdn) && !kept.has(msisdn));
}

/** What these bring about, nobody meets by chance: such numbers are brought, not drawn. */
const magic = new Set(['86', '96']);
const lastTwo = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).filter(
  (digits) => !magic.has(digits),
);
