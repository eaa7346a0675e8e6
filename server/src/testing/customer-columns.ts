import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Of each table that names a customer, or a row that does. */
export async function columnsOfCustomers(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive known as (
      select 'customers'::name as tbl
      union
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id')
      union
      select c.relname from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      join known on known.tbl = p.relname
      where k.contype = 'f'
    )
    select known.tbl || '.' || a.attname as name from known
    join pg_class c on c.relname = known.tbl and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    order by 1`.execute(app.app.db.query);
  return rows.map(({ name }) => name);
}
