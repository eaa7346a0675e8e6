import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { Allowance } from '../carrier-allowances.ts';
import { losesFirstAnswer } from './port-in-rules.ts';

interface AllowanceRow {
  key: string;
  fingerprint: string;
  msisdn: string;
  add_on_id: string;
  megabytes: number | null;
  starts_at: Date;
  ends_at: Date;
  removed_at: Date | null;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ sandbox_carrier_allowances: AllowanceRow }>();

const fingerprintOf = ({ key: _key, from, until, ...rest }: Allowance) =>
  JSON.stringify([rest.msisdn, rest.addOnId, rest.megabytes, from, until]);

/** Once for each key. */
export async function addOnce(world: World, allowance: Allowance): Promise<void> {
  const fingerprint = fingerprintOf(allowance);
  const inserted = await tables(world.db.query)
    .insertInto('sandbox_carrier_allowances')
    .values({
      key: allowance.key,
      fingerprint,
      msisdn: allowance.msisdn,
      add_on_id: allowance.addOnId,
      megabytes: allowance.megabytes ?? null,
      starts_at: allowance.from,
      ends_at: allowance.until,
      removed_at: null,
      created_at: world.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) {
    if (losesFirstAnswer(allowance.msisdn)) throw new OutsideFailure('carrier', 'unknown');
    return;
  }
  const known = await tables(world.db.query)
    .selectFrom('sandbox_carrier_allowances')
    .select(['fingerprint', 'removed_at'])
    .where('key', '=', allowance.key)
    .executeTakeFirst();
  if (known && !known.removed_at && known.fingerprint !== fingerprint) {
    throw new Error(`The idempotency key ${allowance.key} was used for another allowance`);
  }
}

/** One that is not known yet is noted, so that it never begins. */
export async function removeAllowance(
  world: World,
  { key, msisdn }: { key: string; msisdn: string },
): Promise<void> {
  const now = world.clock.now();
  await tables(world.db.query)
    .insertInto('sandbox_carrier_allowances')
    .values({
      key,
      fingerprint: '',
      msisdn,
      add_on_id: '',
      megabytes: null,
      starts_at: now,
      ends_at: now,
      removed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ removed_at: now }))
    .execute();
}

export async function allowancesOf(world: World, msisdn: string): Promise<Allowance[]> {
  const rows = await tables(world.db.query)
    .selectFrom('sandbox_carrier_allowances')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({
    key: row.key,
    msisdn: row.msisdn,
    addOnId: row.add_on_id,
    ...(row.megabytes !== null && { megabytes: row.megabytes }),
    from: row.starts_at,
    until: row.ends_at,
  }));
}
