import type { ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface SettingsRow {
  tenant_id: number;
  /** Counts the changes. */
  version: number;
  /** By name: what staff have set. */
  stored: Record<string, unknown>;
  /** By name: who changed it last, and when. */
  changes: Record<string, { at: string; by: string }>;
  kept_days_before: { days: number; until: string }[];
  changed_at: Date;
}

type Json<T> = ColumnType<T, string, string>;

const tables = (db: Query) =>
  db.withTables<{
    brand_settings: Omit<SettingsRow, 'stored' | 'changes' | 'kept_days_before'> & {
      stored: Json<SettingsRow['stored']>;
      changes: Json<SettingsRow['changes']>;
      kept_days_before: Json<SettingsRow['kept_days_before']>;
    };
  }>();

export const allSettings = (db: Query): Promise<SettingsRow[]> =>
  tables(db).selectFrom('brand_settings').selectAll().execute();

export const settingsOf = (db: Query, tenant: number): Promise<SettingsRow | undefined> =>
  tables(db)
    .selectFrom('brand_settings')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();

/** Made where there is none, and locked. */
export async function lockSettings(tx: Tx, tenant: number, now: Date): Promise<SettingsRow> {
  await tables(tx)
    .insertInto('brand_settings')
    .values({
      ...jsonOf({ stored: {}, changes: {}, kept_days_before: [] }),
      tenant_id: tenant,
      version: 0,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tables(tx)
    .selectFrom('brand_settings')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveSettings(tx: Tx, { tenant_id, ...row }: SettingsRow): Promise<void> {
  await tables(tx)
    .updateTable('brand_settings')
    .set({ ...row, ...jsonOf(row) })
    .where('tenant_id', '=', tenant_id)
    .execute();
}

const jsonOf = (row: Pick<SettingsRow, 'stored' | 'changes' | 'kept_days_before'>) => ({
  stored: JSON.stringify(row.stored),
  changes: JSON.stringify(row.changes),
  kept_days_before: JSON.stringify(row.kept_days_before),
});
