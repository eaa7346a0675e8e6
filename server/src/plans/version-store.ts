import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { PlanRow } from './store.ts';

export type PlanContent = Omit<PlanRow, 'tenant_id' | 'id' | 'position'>;

export interface VersionRow {
  tenant_id: number;
  plan_id: string;
  number: number;
  content: PlanContent;
  saved_by: string;
  saved_at: Date;
  published_by: string | null;
  published_at: Date | null;
  /** A draft's time, who chose it, and why it was not published then. */
  publish_at: Date | null;
  publish_by: string | null;
  publish_failed: string | null;
}

const tables = (db: Query) =>
  db.withTables<{
    plan_versions: Omit<VersionRow, 'content'> & {
      content: ColumnType<PlanContent, string, string>;
    };
  }>();

/** The newest first; of one plan, or of all. */
export function versionsOf(db: Query, tenant: number, planId?: string): Promise<VersionRow[]> {
  const found = tables(db)
    .selectFrom('plan_versions')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('plan_id')
    .orderBy('number', 'desc');
  return (planId === undefined ? found : found.where('plan_id', '=', planId)).execute();
}

export async function hasVersions(db: Query, tenant: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('plan_versions')
    .select('number')
    .where('tenant_id', '=', tenant)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertVersion(tx: Tx, row: VersionRow): Promise<void> {
  await tables(tx)
    .insertInto('plan_versions')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

type Published = Pick<
  VersionRow,
  'published_by' | 'published_at' | 'publish_at' | 'publish_by' | 'publish_failed'
>;

export async function setVersion(
  tx: Tx,
  { tenant_id: tenant, plan_id: planId, number }: VersionRow,
  values: Partial<Published>,
): Promise<void> {
  await tables(tx)
    .updateTable('plan_versions')
    .set(values)
    .where('tenant_id', '=', tenant)
    .where('plan_id', '=', planId)
    .where('number', '=', number)
    .execute();
}

export const versionsDue = (db: Query, now: Date, limit: number): Promise<VersionRow[]> =>
  tables(db)
    .selectFrom('plan_versions')
    .selectAll()
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(limit)
    .execute();

export const nextToPublish = sql<Date | null>`(
  select min(publish_at) from plan_versions where publish_at is not null
)`;
