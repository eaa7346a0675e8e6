import { sql, type ColumnType } from 'kysely';
import type { Query } from '../db/database.ts';
import type { DayCounts } from './day-counts.ts';

interface DayRow {
  tenant_id: number;
  day: string;
  figures: ColumnType<DayCounts, string, string>;
}

const tables = (db: Query) => db.withTables<{ day_figures: DayRow }>();

export async function saveDays(
  db: Query,
  tenant: number,
  days: ReadonlyMap<string, DayCounts>,
): Promise<void> {
  const rows = [...days].map(([day, counts]) => ({
    tenant_id: tenant,
    day,
    figures: JSON.stringify(counts),
  }));
  await tables(db)
    .insertInto('day_figures')
    .values(rows)
    .onConflict((on) =>
      on.columns(['tenant_id', 'day']).doUpdateSet({ figures: sql`excluded.figures` }),
    )
    .execute();
}

export async function daysFrom(
  db: Query,
  tenant: number,
  from: string,
): Promise<Map<string, DayCounts>> {
  const rows = await tables(db)
    .selectFrom('day_figures')
    .select(['day', 'figures'])
    .where('tenant_id', '=', tenant)
    .where('day', '>=', from)
    .execute();
  return new Map(rows.map(({ day, figures }) => [day, figures]));
}

const daysOf = (db: Query, tenant: number) =>
  tables(db).selectFrom('day_figures').select('day').where('tenant_id', '=', tenant).limit(1);

export async function oldestDay(db: Query, tenant: number): Promise<string | undefined> {
  return (await daysOf(db, tenant).orderBy('day').executeTakeFirst())?.day;
}

export async function newestDay(
  db: Query,
  tenant: number,
  before: string,
): Promise<string | undefined> {
  const newest = daysOf(db, tenant).where('day', '<', before).orderBy('day', 'desc');
  return (await newest.executeTakeFirst())?.day;
}

/** Lines that had worked and had not ended when this day began. A row is a day, however large the shop. */
export async function linesBefore(db: Query, tenant: number, day: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select coalesce(sum((figures->>'activations')::int - (figures->>'ended')::int), 0)::float8 as lines
    from day_figures where tenant_id = ${tenant} and day < ${day}`.execute(db);
  return rows[0]?.lines ?? 0;
}
