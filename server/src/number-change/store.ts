import { sql, type Updateable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface ChangeRow {
  /** The carrier's key. */
  id: string;
  tenant_id: number;
  line_id: string;
  zip_code: string;
  old_mdn: string;
  new_mdn: string | null;
  state: 'asked' | 'done' | 'refused' | 'stopped';
  network: string;
  user_agent: string;
  created_at: Date;
  done_at: Date | null;
  /** Why it was refused. Rows of before have none. */
  reason: 'no_numbers' | 'other' | null;
  /** The carrier's key of the number that was chosen. */
  kept_number: string | null;
  /** Who asks the carrier, or may have: what may be there cannot be stopped here. */
  asking: string | null;
}

const tables = (db: Query) => db.withTables<{ number_changes: ChangeRow }>();

export async function insertChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tables(tx).insertInto('number_changes').values(row).execute();
}

export function changeOf(db: Query, id: string): Promise<ChangeRow | undefined> {
  return tables(db)
    .selectFrom('number_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns false when it has an end already */
export async function finishChange(
  tx: Tx,
  id: string,
  values: Updateable<ChangeRow>,
): Promise<boolean> {
  const finished = await tables(tx)
    .updateTable('number_changes')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return finished.numUpdatedRows === 1n;
}

export async function isChangedSince(db: Query, lineId: string, since: Date): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('number_changes')
    .select('id')
    .where('line_id', '=', lineId)
    .where('done_at', '>', since)
    .where('state', '=', 'done')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function askedChangeOf(db: Query, lineId: string): Promise<ChangeRow | undefined> {
  return tables(db)
    .selectFrom('number_changes')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
}

export async function askedChanges(db: Query): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('number_changes')
    .select('id')
    .where('state', '=', 'asked')
    .orderBy('created_at')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

/** @returns who asked before, `null` for nobody; undefined when there is nothing to ask any more */
export async function beginAsking(
  db: Query,
  id: string,
  asking: string,
): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    update number_changes set asking = ${asking}
    from (select id, asking as before from number_changes where id = ${id} for update) as old
    where number_changes.id = old.id and state = 'asked'
    returning before`.execute(db);
  return rows[0];
}

/** It was not taken for certain, and nobody else has asked since. */
export async function neverAsked(db: Query, id: string, asking: string): Promise<void> {
  await tables(db)
    .updateTable('number_changes')
    .set({ asking: null })
    .where('id', '=', id)
    .where('asking', '=', asking)
    .execute();
}

export async function stopUnasked(tx: Tx, lineId: string, now: Date): Promise<boolean> {
  const stopped = await tables(tx)
    .updateTable('number_changes')
    .set({ state: 'stopped', done_at: now })
    .where('line_id', '=', lineId)
    .where('state', '=', 'asked')
    .where('asking', 'is', null)
    .executeTakeFirst();
  return stopped.numUpdatedRows > 0n;
}
