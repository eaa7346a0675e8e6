import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import { allAreaCodes, areaCodesNear } from '../area-codes.ts';
import type { NumberWanted } from '../carrier-numbers.ts';
import { carrierTables } from './store.ts';

const ofDemoPeople: ReadonlySet<string> = new Set([
  '2125550100',
  '2125550101',
  '2125550190',
  '3125550102',
]);
const TRIES = 200;
const SOME = 10;

/** The one that was kept, or NXX-555-01XX near the ZIP Code; the same key gets the same number. */
export async function reserveNumber(
  world: World,
  request: { key: string } & NumberWanted,
): Promise<string> {
  // Still known after its hour, as long as nobody else took it.
  const held = request.kept ? await holdsOf(world.db.query, request.kept) : [];
  const wanted = held[0]?.msisdn;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = await numberOfKey(world, request.key);
    if (known) return known;
    const isFree = wanted && (await freeAmong(world, [wanted], request.kept)).length === 1;
    const [msisdn] = isFree ? [wanted] : await freeNumbers(world, request.zipCode, 1);
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

export const holdsOf = (db: Query, key: string) =>
  carrierTables(db)
    .selectFrom('sandbox_carrier_number_holds')
    .selectAll()
    .where('key', '=', key)
    .orderBy('msisdn')
    .execute();

async function numberOfKey(world: World, key: string): Promise<string | undefined> {
  const row = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_numbers')
    .select('msisdn')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.msisdn;
}

/** Of the nearest town, then of the next, then of anywhere. */
export async function freeNumbers(
  world: World,
  zipCode: string,
  count: number,
  except: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const found: string[] = [];
  for (const codes of [...areaCodesNear(zipCode), allAreaCodes]) {
    if (found.length >= count) break;
    const free = await someFree(world, codes, count);
    found.push(...free.filter((one) => !found.includes(one) && !except.has(one)));
  }
  return found.slice(0, count);
}

async function someFree(
  world: World,
  codes: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const drawn = new Set<string>();
  for (let time = 0; time < SOME * count; time += 1) {
    const code = codes[world.random.below(codes.length)];
    drawn.add(`${code}55501${lastTwo[world.random.below(lastTwo.length)]}`);
  }
  const some = await freeAmong(world, [...drawn]);
  if (some.length > count) return some;
  const all = codes.flatMap((code) => lastTwo.map((digits) => `${code}55501${digits}`));
  const free = await freeAmong(world, all);
  const from = world.random.below(Math.max(free.length, 1));
  return [...free.slice(from), ...free.slice(0, from)];
}

/** @param but whose hold does not count */
export async function freeAmong(
  world: World,
  numbers: readonly string[],
  but = '',
): Promise<string[]> {
  const { rows } = await sql<{ msisdn: string }>`
    select msisdn from sandbox_carrier_numbers where msisdn = any(${numbers}::text[])
    union all
    select msisdn from sandbox_carrier_number_holds
    where msisdn = any(${numbers}::text[]) and until > ${world.clock.now()} and key <> ${but}
    union all
    select msisdn from sandbox_carrier_port_ins
    where msisdn = any(${numbers}::text[]) and status <> 'cancelled'`.execute(world.db.query);
  const taken = new Set(rows.map((row) => row.msisdn));
  return numbers.filter((msisdn) => !taken.has(msisdn) && !ofDemoPeople.has(msisdn));
}

/** From 80 on they decide what a number that is brought meets: such numbers are brought, not drawn. */
const MAGIC = 80;
const lastTwo = Array.from({ length: MAGIC }, (_, at) => String(at).padStart(2, '0'));
