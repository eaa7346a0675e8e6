import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/**
 * Owner: shipping. A card lies in one drawer. Of one that stands in several brands' stocks, the row of
 * the brand that sent it first stays, else of the one that took it in first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from sim_stock as double using sim_stock as other
    where double.iccid = other.iccid and double.tenant_id != other.tenant_id
      and (coalesce(other.used_at, 'infinity'), other.added_at, other.tenant_id)
        < (coalesce(double.used_at, 'infinity'), double.added_at, double.tenant_id)`.execute(db);
  await buildIndex(db, 'sim_stock_of_card', sql`sim_stock (iccid)`, { unique: true });
}
