import { type RawBuilder, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { AddOnRow } from './add-on-store.ts';
import type { PlanRow } from './store.ts';

type Unchanging = 'tenant_id' | 'id' | 'position';
export type PlanContent = Omit<PlanRow, Unchanging>;
export type AddOnContent = Omit<AddOnRow, Unchanging>;

interface Draft {
  /** A draft's time, who chose it, and why it was not published then. */
  publish_at: Date | null;
  publish_by: string | null;
  publish_failed: string | null;
}

export interface Version<Content> extends Draft {
  tenant_id: number;
  /** Of the plan or add-on. */
  id: string;
  number: number;
  content: Content;
  saved_by: string;
  saved_at: Date;
  published_by: string | null;
  published_at: Date | null;
}

export const noTime = { publish_at: null, publish_by: null };

export type Versions<Content> = ReturnType<typeof versionsIn<Content>>;

/** What the console made of a plan or an add-on: `name` is the table, `of` the column with its id. */
function versionsIn<Content>(name: string, of: string) {
  const [table, id] = [sql.table(name), sql.ref(of)];
  const all = sql`select *, ${id} as id from ${table}`;
  const earliest = sql`select min(publish_at) from ${table}`;
  const ofOne = (one: { tenant_id: number; id: string }) =>
    sql<boolean>`tenant_id = ${one.tenant_id} and ${id} = ${one.id}`;
  const read = async (db: Query, rest: RawBuilder<unknown>) =>
    (await sql<Version<Content>>`${all} where ${rest}`.execute(db)).rows;

  return {
    /** The newest first; of one, or of all. */
    versionsOf: (db: Query, tenant: number, one?: string): Promise<Version<Content>[]> =>
      read(
        db,
        one === undefined
          ? sql`tenant_id = ${tenant} order by ${id}, number desc`
          : sql`${ofOne({ tenant_id: tenant, id: one })} order by number desc`,
      ),

    hasVersions: async (db: Query, tenant: number): Promise<boolean> =>
      (await read(db, sql`tenant_id = ${tenant} limit 1`)).length > 0,

    /** The draft before it is published at no time any more. */
    async insertVersion(tx: Tx, row: Omit<Version<Content>, keyof Draft>): Promise<void> {
      const times = sql`update ${table} set publish_at = null, publish_by = null`;
      await sql`${times} where ${ofOne(row)} and publish_at is not null`.execute(tx);
      await sql`
        insert into ${table} (tenant_id, ${id}, number, content, saved_by, saved_at, published_by, published_at)
        values (${row.tenant_id}, ${row.id}, ${row.number}, ${JSON.stringify(row.content)},
          ${row.saved_by}, ${row.saved_at}, ${row.published_by}, ${row.published_at})`.execute(tx);
    },

    async setVersion(
      tx: Tx,
      version: Version<Content>,
      values: Partial<Draft & Pick<Version<Content>, 'published_by' | 'published_at'>>,
    ): Promise<void> {
      const set = Object.entries(values).map(([column, to]) => sql`${sql.ref(column)} = ${to}`);
      const update = sql`update ${table} set ${sql.join(set)}`;
      await sql`${update} where ${ofOne(version)} and number = ${version.number}`.execute(tx);
    },

    versionsDue: (db: Query, now: Date, limit: number): Promise<Version<Content>[]> =>
      read(db, sql`publish_at <= ${now} order by publish_at limit ${limit}`),

    nextToPublish: sql<Date | null>`(${earliest} where publish_at is not null)`,
  };
}

export const planVersions = versionsIn<PlanContent>('plan_versions', 'plan_id');
export const addOnVersions = versionsIn<AddOnContent>('add_on_versions', 'add_on_id');
