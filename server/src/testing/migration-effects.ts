import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** What a migration has done to a table that was there before it. */
export interface TableEffect {
  readonly table: string;
  /** The lock levels of the table and its indexes that it holds until its end. */
  readonly locks: ReadonlySet<string>;
  /** How often it went over rows: to validate, to build an index, to change them. */
  readonly scans: number;
  readonly changedRows: number;
  readonly isRewritten: boolean;
  /** Columns that are not there any more, under this name or with this type; `*` for the table. */
  readonly gone: readonly string[];
  /** Columns that an insert of the version before does not name, and must. */
  readonly demanded: readonly string[];
  readonly newIndexes: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

interface Table {
  readonly name: string;
  readonly file: number;
  readonly scans: number;
  readonly changed: number;
  readonly columns: readonly Column[];
  readonly indexes: readonly string[];
  readonly locks: readonly string[];
}

/** Runs a migration in this transaction and tells what it did to each table there was. */
export async function effectsOf(tx: Tx, run: () => Promise<void>): Promise<TableEffect[]> {
  const before = await tables(tx);
  await run();
  const after = await tables(tx);
  return [...before].map(([id, old]) => compare(old, after.get(id)));
}

function compare(old: Table, now: Table | undefined): TableEffect {
  if (!now || now.name !== old.name) {
    return { ...nothingDone, table: old.name, gone: ['*'] };
  }
  const same = (one: Column) => now.columns.some((c) => c.name === one.name && c.type === one.type);
  const known = (one: Column) => old.columns.some((c) => c.name === one.name && c.isNeeded);
  return {
    table: old.name,
    locks: new Set(now.locks),
    scans: now.scans - old.scans,
    changedRows: now.changed - old.changed,
    isRewritten: now.file !== old.file,
    gone: old.columns.filter((one) => !same(one)).map(({ name }) => name),
    demanded: now.columns.filter((one) => one.isNeeded && !known(one)).map(({ name }) => name),
    newIndexes: now.indexes.filter((name) => !old.indexes.includes(name)),
  };
}

const nothingDone = {
  locks: new Set<string>(),
  scans: 0,
  changedRows: 0,
  isRewritten: false,
  demanded: [],
  newIndexes: [],
};

async function tables(db: Query): Promise<Map<number, Table>> {
  const { rows } = await sql<Table & { id: number }>`
    select t.oid::int as id, t.relname as name, pg_relation_filenode(t.oid)::int as file,
      (select coalesce(sum(pg_stat_get_xact_numscans(one)), 0) from unnest(t.oid || i.oids) one)::int
        as scans,
      (pg_stat_get_xact_tuples_inserted(t.oid) + pg_stat_get_xact_tuples_updated(t.oid)
        + pg_stat_get_xact_tuples_deleted(t.oid))::int as changed,
      (select coalesce(json_agg(json_build_object('name', attname,
          'type', format_type(atttypid, atttypmod),
          'isNeeded', attnotnull and not atthasdef and attidentity = '')), '[]')
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
      i.names as indexes,
      (select coalesce(json_agg(distinct mode), '[]') from pg_locks
        where pid = pg_backend_pid() and relation = any(t.oid || i.oids)) as locks
    from pg_class t, lateral (
      select coalesce(array_agg(indexrelid), '{}') as oids,
        coalesce(json_agg(relname order by relname), '[]') as names
      from pg_index join pg_class c on c.oid = indexrelid where indrelid = t.oid
    ) as i
    where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
      and t.relname not like 'kysely\\_%'`.execute(db);
  return new Map(rows.map(({ id, ...table }) => [id, table]));
}
