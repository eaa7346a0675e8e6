import { sql, type Expression } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface EndingRow {
  line_id: string;
  tenant_id: number;
  asked_at: Date;
  autopay_was_on: boolean;
}

const tables = (db: Query) => db.withTables<{ line_endings: EndingRow }>();

export function endingOf(db: Query, lineId: string): Promise<EndingRow | undefined> {
  return tables(db)
    .selectFrom('line_endings')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

export const isEnding = (lineId: Expression<string>) =>
  sql<boolean>`exists (select from line_endings where line_id = ${lineId})`;

export async function insertEnding(tx: Tx, row: EndingRow): Promise<void> {
  await tables(tx).insertInto('line_endings').values(row).execute();
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

/** What is under way at the carrier, such as a move to another one, is waited for. */
const ready = sql`status in ('active', 'suspended')
  and not exists (select from line_work where line_work.line_id = lines.id)`;

export async function lockEndings(tx: Tx, now: Date, limit: number): Promise<EndingLine[]> {
  const { rows } = await sql<EndingLine>`
    select lines.id, lines.tenant_id, customer_id, mdn
    from line_endings join lines on lines.id = line_id
    where paid_until <= ${now} and ${ready}
    order by paid_until limit ${limit} for update of lines skip locked`.execute(tx);
  return rows;
}

export const nextEnding = sql<Date | null>`(
  select min(paid_until) from line_endings join lines on lines.id = line_id where ${ready}
)`;
