import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import type { Query } from '../../../db/database.ts';
import type { Outage } from '../carrier.ts';

const tables = (db: Query) =>
  db.withTables<{ sandbox_carrier_outages: { zip_prefix: string; since: Date } }>();

export async function viewOutage(world: World, zipCode: string): Promise<Outage | null> {
  const row = await tables(world.db.query)
    .selectFrom('sandbox_carrier_outages')
    .select('since')
    .where(sql<boolean>`starts_with(${zipCode}, zip_prefix)`)
    .orderBy('since')
    .executeTakeFirst();
  return row ?? null;
}

export async function setOutage(world: World, prefix: string, isOn: boolean): Promise<void> {
  const db = tables(world.db.query);
  if (!isOn) {
    await db.deleteFrom('sandbox_carrier_outages').where('zip_prefix', '=', prefix).execute();
    return;
  }
  await db
    .insertInto('sandbox_carrier_outages')
    .values({ zip_prefix: prefix, since: world.clock.now() })
    .onConflict((conflict) => conflict.column('zip_prefix').doNothing())
    .execute();
}

export async function listOutages(world: World): Promise<string[]> {
  const rows = await tables(world.db.query)
    .selectFrom('sandbox_carrier_outages')
    .select('zip_prefix')
    .orderBy('zip_prefix')
    .execute();
  return rows.map((row) => row.zip_prefix);
}
