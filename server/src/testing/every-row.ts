import { sql } from 'kysely';
import type { Query } from '../db/database.ts';

/** Every row of every table as text: the product's, the simulated providers', the jobs'. */
export async function everyRow(db: Query): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const all = new Map<string, string[]>();
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ row: string }>`select t::text as row from ${table} t`.execute(db);
    all.set(
      `${schema}.${name}`,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
