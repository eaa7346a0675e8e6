import { sql, type Generated, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { UsageKind, UsageRecord } from '../adapters/carrier/carrier-usage.ts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { ownUse } from '../lines/handing-over.ts';
import { activeLines } from '../lines/active-lines.ts';
import { takenOver } from '../lines/renewable.ts';

interface ReadingRow {
  line_id: string;
  tenant_id: number;
  msisdn: string;
  kind: UsageKind;
  starts_at: Date;
  /** Bytes, seconds or texts. */
  amount: number;
  as_of: Date;
}

interface LookRow {
  line_id: string;
  tenant_id: number;
  asked_at: Date | null;
  as_of: Date | null;
  /** Null: nobody looks any more. */
  next_at: Date | null;
}

interface AlertRow {
  line_id: string;
  tenant_id: number;
  period_from: Date;
  kind: UsageKind;
  /** The limit, in the units of its meter, rounded. */
  most: number;
  percent: 80 | 100;
  at: Date;
}

interface ChoiceRow {
  line_id: string;
  tenant_id: number;
  data_80: boolean;
  data_100: boolean;
  pay_7: Generated<boolean>;
  pay_3: Generated<boolean>;
  pay_1: Generated<boolean>;
  updated_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    usage_readings: ReadingRow;
    usage_looks: LookRow;
    usage_alerts: AlertRow;
    alert_choices: ChoiceRow;
  }>();

type Line = Pick<LookRow, 'line_id' | 'tenant_id'>;

export function lookOf(db: Query, lineId: string): Promise<LookRow | undefined> {
  return tables(db)
    .selectFrom('usage_looks')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

/** Whoever asks the carrier claims it first. @returns false when it was asked after `before` */
export async function claimLook(
  db: Query,
  line: Line,
  time: { now: Date; before: Date; next: Date },
): Promise<boolean> {
  const claimed = await tables(db)
    .insertInto('usage_looks')
    .values({ ...line, asked_at: time.now, as_of: null, next_at: time.next })
    .onConflict((conflict) =>
      conflict
        .column('line_id')
        .doUpdateSet({ asked_at: time.now, next_at: time.next })
        .where((or) =>
          or.or([
            or('usage_looks.asked_at', 'is', null),
            or('usage_looks.asked_at', '<=', time.before),
          ]),
        ),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

export async function claimDue(
  db: Query,
  { now, next }: { now: Date; next: Date },
  limit: number,
): Promise<{ id: string; tenant: number }[]> {
  const { rows } = await sql<{ id: string; tenant: number }>`
    update usage_looks set asked_at = ${now}, next_at = ${next}
    where line_id in (
      select line_id from usage_looks where next_at <= ${now}
      order by next_at limit ${limit} for update skip locked
    ) returning line_id as id, tenant_id as tenant`.execute(db);
  return rows;
}

export async function setNextLook(
  db: Query,
  lineIds: readonly string[],
  next: Date | null,
): Promise<void> {
  await sql`update usage_looks set next_at = ${next}
    where line_id = any(${lineIds}::text[])`.execute(db);
}

/** Active lines that nobody looks at yet. Their first looks are spread over `within`. */
export async function enlist(db: Query, now: Date, within: number): Promise<void> {
  await sql`
    insert into usage_looks (line_id, tenant_id, next_at)
    select id, tenant_id, ${now}::timestamptz + random() * ${within} * interval '1 millisecond'
    from (${activeLines}) as active
    where not exists (
      select from usage_looks where line_id = active.id and next_at is not null
    )
    on conflict (line_id) do update set next_at = excluded.next_at`.execute(db);
}

/** Others wait until the caller commits. @returns false when a later answer is here already */
export async function noteRead(tx: Tx, line: Line, asOf: Date): Promise<boolean> {
  const noted = await tables(tx)
    .insertInto('usage_looks')
    .values({ ...line, asked_at: null, as_of: asOf, next_at: null })
    .onConflict((conflict) =>
      conflict
        .column('line_id')
        .doUpdateSet({ as_of: asOf })
        .where((or) =>
          or.or([or('usage_looks.as_of', 'is', null), or('usage_looks.as_of', '<', asOf)]),
        ),
    )
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}

/** @returns how many are new or have changed */
export async function saveReadings(
  tx: Tx,
  line: Line & { msisdn: string },
  asOf: Date,
  records: readonly UsageRecord[],
): Promise<number> {
  if (records.length === 0) return 0;
  const kinds = records.map((one) => one.kind);
  const starts = records.map((one) => one.from.toISOString());
  const amounts = records.map((one) => one.amount);
  const saved = await sql`
    insert into usage_readings (line_id, tenant_id, msisdn, kind, starts_at, amount, as_of)
    select ${line.line_id}, ${line.tenant_id}, ${line.msisdn}, kind, starts_at, amount, ${asOf}
    from unnest(${kinds}::text[], ${starts}::timestamptz[], ${amounts}::bigint[])
      as told (kind, starts_at, amount)
    on conflict (line_id, starts_at, kind, msisdn) do update
      set amount = excluded.amount, as_of = excluded.as_of
      where usage_readings.amount <> excluded.amount`.execute(tx);
  return Number(saved.numAffectedRows ?? 0);
}

/** What one line has of a time, another one has, too. */
export async function copyReadings(
  tx: Tx,
  { from: old, to: line }: { from: string; to: string },
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await sql`
    insert into usage_readings (line_id, tenant_id, msisdn, kind, starts_at, amount, as_of)
    select ${line}, tenant_id, msisdn, kind, starts_at, amount, as_of from usage_readings
    where line_id = ${old} and starts_at >= ${from} and starts_at < ${to}`.execute(tx);
}

export type Reading = Pick<ReadingRow, 'kind' | 'starts_at' | 'amount'>;

export function readingsOf(
  db: Query,
  lineId: string,
  time: { from: Date; to: Date },
): Promise<Reading[]> {
  return tables(db)
    .selectFrom('usage_readings')
    .select(['kind', 'starts_at', 'amount'])
    .where('line_id', '=', lineId)
    .where('starts_at', '>=', time.from)
    .where('starts_at', '<', time.to)
    .execute();
}

export type Sum = Pick<ReadingRow, 'line_id' | 'kind' | 'amount'> & { at: number };

/** All that {@link readingsOf} finds in each of the times, added up. `at` is the place of its time. */
export async function sumsOf(
  db: Query,
  times: readonly { lineId: string; from: Date; to: Date }[],
): Promise<Sum[]> {
  const ids = times.map((one) => one.lineId);
  const from = times.map((one) => one.from.toISOString());
  const to = times.map((one) => one.to.toISOString());
  const { rows } = await sql<Sum>`
    select line_id, kind, sum(amount)::bigint as amount, (place - 1)::int as at
    from unnest(${ids}::text[], ${from}::timestamptz[], ${to}::timestamptz[]) with ordinality
      as asked (id, since, until, place)
    join usage_readings on line_id = asked.id and starts_at >= since and starts_at < until
    group by line_id, kind, place`.execute(db);
  return rows;
}

export async function dropReadings(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'usage_readings', sql`starts_at < ${before}`);
}

/** False when it was told before. */
export async function insertAlert(tx: Tx, row: AlertRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('usage_alerts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export type Choice = Pick<
  Selectable<ChoiceRow>,
  'data_80' | 'data_100' | 'pay_7' | 'pay_3' | 'pay_1'
>;

export function choiceOf(db: Query, lineId: string): Promise<Choice | undefined> {
  return tables(db)
    .selectFrom('alert_choices')
    .select(['data_80', 'data_100', 'pay_7', 'pay_3', 'pay_1'])
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

export async function saveChoice(db: Query, row: Insertable<ChoiceRow>): Promise<void> {
  const { line_id: _, tenant_id: __, ...values } = row;
  await tables(db)
    .insertInto('alert_choices')
    .values(row)
    .onConflict((conflict) => conflict.column('line_id').doUpdateSet(values))
    .execute();
}

export async function dropChoice(tx: Tx, lineId: string): Promise<void> {
  await tables(tx).deleteFrom('alert_choices').where('line_id', '=', lineId).execute();
}

/** For the file of whoever has these lines: what one had used when it came from another account is one sum. */
export function readingsToGive(lineIds: RawBuilder<unknown>, owner: Owner) {
  const { spans, isOwn } = ownUse(lineIds, owner);
  return sql`
  with spans as materialized (${spans})
  select line_id, kind,
    case when starts_at < taken_over_at then one.mdn else msisdn end as msisdn,
    greatest(starts_at, taken_over_at) as starts_at,
    sum(amount)::bigint as amount, max(as_of) as as_of
  from usage_readings join (${takenOver}) as one on one.id = line_id
  where ${isOwn}
  group by line_id, 2, 3, 4`;
}
