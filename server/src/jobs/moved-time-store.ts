import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { Query } from '../db/database.ts';
import type { Moment } from './jobs.ts';
import { GIVEN_UP } from './queue-store.ts';

const tables = (db: Query) =>
  db.withTables<{ sandbox_clock: { only_one: boolean; moved_ms: number } }>();

/** Milliseconds; all processes follow it. */
export async function movedBy(db: Query): Promise<number> {
  const row = await tables(db).selectFrom('sandbox_clock').select('moved_ms').executeTakeFirst();
  return row?.moved_ms ?? 0;
}

/** Jobs that are neither given up nor the queue’s own. */
export const ours = sql`name <> ${GIVEN_UP} and name not like ${'\\_\\_pgboss%'}`;

/** Delayed jobs come nearer as well. @returns false if time is past `known`: another process moved it */
export async function moveBy(db: Query, known: number, milliseconds: number): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      insert into sandbox_clock (only_one, moved_ms) values (true, ${known + milliseconds})
      on conflict (only_one) do update set moved_ms = excluded.moved_ms
        where sandbox_clock.moved_ms <= ${known}
      returning 1
    ), nearer as (
      update pgboss.job_common set start_after = start_after - ${milliseconds} * interval '1 millisecond'
      where state < 'active' and not blocked and start_after > now() and ${ours}
        and exists (select from moved)
    )
    select from moved`.execute(db);
  return rows.length > 0;
}

/** A month of a thousand lines passes before the database looks at its tables by itself. */
export async function planAnew(db: Query): Promise<void> {
  await sql`do $$ declare changed regclass; begin
    for changed in select relid from pg_stat_user_tables
      where n_mod_since_analyze > 20 + n_live_tup / 10
    loop execute format('analyze %s', changed); end loop;
  end $$`.execute(db);
}

/** What the queue holds, and when something is next due. */
export interface Outlook {
  /** Jobs that could be done now, or are being done, here or elsewhere. */
  readonly isBusy: boolean;
  /** Milliseconds until a delayed job. */
  readonly nextIn: number | null;
  readonly givenUp: number;
  /** One for each that was asked about. */
  readonly moments: readonly (Date | undefined)[];
}

/** In one statement, as it is asked at each stop of time. */
export async function lookAhead(db: Query, asked: readonly Moment[]): Promise<Outlook> {
  const moments = asked.map((one, at) => sql`${one} as ${sql.id(`m${at}`)}`);
  const question = sql<Record<string, unknown>>`
    select waiting.runnable or exists (
        select from pgboss.job_common where state = 'active' and ${ours}
      ) as busy, waiting.ahead as ahead,
      (select count(*) from pgboss.job_common where name = ${GIVEN_UP} and state < 'active'
        and not blocked) as given_up
      ${moments.length > 0 ? sql`, ${sql.join(moments)}` : sql``}
    from (
      select coalesce(bool_or(start_after <= now()), false) as runnable,
        (extract(epoch from min(start_after) filter (where start_after > now()) - now())
          * 1000)::float8 as ahead
      from pgboss.job_common where state < 'active' and not blocked and ${ours}
    ) as waiting`;
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    plannedOnce(question.compile(db)),
  );
  const row = rows[0] ?? {};
  return {
    isBusy: row['busy'] === true,
    nextIn: row['ahead'] as number | null,
    givenUp: Number(row['given_up']),
    moments: asked.map((_, at) => (row[`m${at}`] as Date | null) ?? undefined),
  };
}

/**
 * With what never changes, all but times, as part of its text. PostgreSQL plans a prepared statement
 * anew for the values it gets, where it knows too little without them: here that takes longer than
 * the answer.
 */
function plannedOnce<Row>({ sql: text, parameters }: CompiledQuery<Row>): CompiledQuery<Row> {
  const times: unknown[] = [];
  const fixed = text.replaceAll(/\$(\d+)/g, (_, nr: string) => {
    const value = parameters[Number(nr) - 1];
    return literal(value) ?? `$${times.push(value)}`;
  });
  return CompiledQuery.raw(fixed, times);
}

function literal(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (!Array.isArray(value)) return undefined;
  const all = value.map(literal);
  return all.includes(undefined) ? undefined : `array[${all.join(', ')}]`;
}

/** Each stop asks whether jobs run: few among many that are done. Another process may be making it. */
export async function indexRunning(db: Query): Promise<void> {
  await sql`do $$ begin
    -- To create one that is there locks the table, too.
    if to_regclass('pgboss.portside_running') is null then
      create index portside_running on pgboss.job_common (name) where state = 'active';
    end if;
  exception when unique_violation or duplicate_table then null;
  end $$`.execute(db);
}
