import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface KeptRow {
  line_id: string;
  tenant_id: number;
  since: Date;
}

const tables = (db: Query) => db.withTables<{ kept_lines: KeptRow }>();

/** @param id the column that names the line */
export const isKeptLine = (id: string) => sql<boolean>`exists (
  select from kept_lines where kept_lines.line_id = ${sql.ref(id)}
)`;

export async function insertKept(tx: Tx, row: KeptRow): Promise<void> {
  await tables(tx)
    .insertInto('kept_lines')
    .values(row)
    .onConflict((conflict) => conflict.column('line_id').doNothing())
    .execute();
}

export async function deleteKept(tx: Tx, lineId: string): Promise<void> {
  await tables(tx).deleteFrom('kept_lines').where('line_id', '=', lineId).execute();
}

export const keptSinceOf = (db: Query, lineId: string): Promise<KeptRow | undefined> =>
  tables(db).selectFrom('kept_lines').selectAll().where('line_id', '=', lineId).executeTakeFirst();
