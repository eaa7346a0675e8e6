import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { isKeptLine } from './kept-store.ts';

interface EndingRow {
  line_id: string;
  tenant_id: number;
  asked_at: Date;
  autopay_was_on: boolean;
  /** It ends with this period; null: with all that is paid (P10). */
  period_number: number | null;
}

/** Of a line that is to end. */
const endsAt = sql<Date>`coalesce((
  select ends_at from line_periods where line_periods.line_id = lines.id
    and number = period_number and taken_back_at is null
), paid_until)`;

/** When each of the lines that are asked for ends; null: it does not. */
export const endingAt = sql<Date | null>`(
  select ${endsAt} from line_endings where line_endings.line_id = lines.id
)`;

const tables = (db: Query) => db.withTables<{ line_endings: EndingRow }>();

export function endingOf(db: Query, lineId: string): Promise<EndingRow | undefined> {
  return tables(db)
    .selectFrom('line_endings')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

export async function insertEnding(tx: Tx, row: EndingRow): Promise<void> {
  await tables(tx).insertInto('line_endings').values(row).execute();
}

/** The period that a line was to end with was refunded: it ends with the one that runs now. */
export async function endWithRunning(tx: Tx, lineId: string, number: number): Promise<void> {
  await sql`
    update line_endings set period_number = ${number}
    where line_id = ${lineId} and period_number is not null and not exists (
      select from line_periods where line_periods.line_id = ${lineId}
        and number = period_number and taken_back_at is null)`.execute(tx);
}

export async function leaveAutopayOff(tx: Tx, lineId: string): Promise<void> {
  await tables(tx)
    .updateTable('line_endings')
    .set({ autopay_was_on: false })
    .where('line_id', '=', lineId)
    .execute();
}

export function deleteEnding(tx: Tx, lineId: string): Promise<EndingRow | undefined> {
  return tables(tx)
    .deleteFrom('line_endings')
    .where('line_id', '=', lineId)
    .returningAll()
    .executeTakeFirst();
}

export function deleteEndingSince(
  tx: Tx,
  lineId: string,
  since: Date,
): Promise<EndingRow | undefined> {
  return tables(tx)
    .deleteFrom('line_endings')
    .where('line_id', '=', lineId)
    .where('asked_at', '>=', since)
    .returningAll()
    .executeTakeFirst();
}

export interface EndingLine {
  id: string;
  tenant_id: number;
  customer_id: string;
  mdn: string;
}

/** What is under way at the carrier, such as a move to another one, is waited for; so is a line that is kept. */
const ready = sql`status in ('active', 'suspended') and not ${isKeptLine('lines.id')}
  and not exists (select from line_work where line_work.line_id = lines.id)`;

export async function lockEndings(tx: Tx, now: Date, limit: number): Promise<EndingLine[]> {
  const { rows } = await sql<EndingLine>`
    select lines.id, lines.tenant_id, customer_id, mdn
    from line_endings join lines on lines.id = line_id
    where ${endsAt} <= ${now} and ${ready}
    order by ${endsAt} limit ${limit} for update of lines skip locked`.execute(tx);
  return rows;
}

export const nextEnding = sql<Date | null>`(
  select min(${endsAt}) from line_endings join lines on lines.id = line_id where ${ready}
)`;
