import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * For migrations with `outsideTransaction`: builds an index concurrently; an unfinished one is
 * built again. In a transaction it is a plain one. @param on sql`orders (tenant_id, created_at)`
 */
export async function buildIndex(
  db: Kysely<unknown>,
  name: string,
  on: RawBuilder<unknown>,
  { unique = false } = {},
): Promise<void> {
  const index = sql.id(name);
  const kind = sql.raw(unique ? 'unique index' : 'index');
  if (db.isTransaction) {
    await sql`create ${kind} if not exists ${index} on ${on}`.execute(db);
    return;
  }
  const broken = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (broken.rows.length > 0) await sql`drop index concurrently if exists ${index}`.execute(db);
  await sql`create ${kind} concurrently if not exists ${index} on ${on}`.execute(db);
}
