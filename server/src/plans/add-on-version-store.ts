import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { AddOnRow } from './add-on-store.ts';

export type AddOnContent = Omit<AddOnRow, 'tenant_id' | 'id' | 'position'>;

export interface AddOnVersionRow {
  tenant_id: number;
  add_on_id: string;
  number: number;
  content: AddOnContent;
  saved_by: string;
  saved_at: Date;
  published_by: string | null;
  published_at: Date | null;
  publish_at: Date | null;
  publish_by: string | null;
  publish_failed: string | null;
}

const tables = (db: Query) =>
  db.withTables<{
    add_on_versions: Omit<AddOnVersionRow, 'content'> & {
      content: ColumnType<AddOnContent, string, string>;
    };
  }>();

/** The newest first; of one add-on, or of all. */
export function versionsOf(db: Query, tenant: number, id?: string): Promise<AddOnVersionRow[]> {
  const found = tables(db)
    .selectFrom('add_on_versions')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('add_on_id')
    .orderBy('number', 'desc');
  return (id === undefined ? found : found.where('add_on_id', '=', id)).execute();
}

export async function insertVersion(tx: Tx, row: AddOnVersionRow): Promise<void> {
  await tables(tx)
    .insertInto('add_on_versions')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

export async function setVersion(
  tx: Tx,
  { tenant_id: tenant, add_on_id: id, number }: AddOnVersionRow,
  values: Partial<
    Pick<
      AddOnVersionRow,
      'published_by' | 'published_at' | 'publish_at' | 'publish_by' | 'publish_failed'
    >
  >,
): Promise<void> {
  await tables(tx)
    .updateTable('add_on_versions')
    .set(values)
    .where('tenant_id', '=', tenant)
    .where('add_on_id', '=', id)
    .where('number', '=', number)
    .execute();
}

export const versionsDue = (db: Query, now: Date, limit: number): Promise<AddOnVersionRow[]> =>
  tables(db)
    .selectFrom('add_on_versions')
    .selectAll()
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(limit)
    .execute();

export const nextToPublish = sql<Date | null>`(
  select min(publish_at) from add_on_versions where publish_at is not null
)`;
