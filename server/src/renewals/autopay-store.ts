import { sql, type Expression, type Generated, type Updateable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { hasBegun, linesOfHolder } from '../lines/renewable.ts';

interface AutopayRow {
  line_id: string;
  tenant_id: number;
  is_on: boolean;
  /** The end of what was paid when it was planned: the next period begins then. */
  period_ends_at: Date | null;
  /** The first charge, or the next try; nothing while none is to come. */
  charge_at: Date | null;
  first_tried_at: Date | null;
  tries: Generated<number>;
  /** The next email before the charge. */
  announce_at: Date | null;
  /** No more than this is charged, in cents. */
  told_cents: number | null;
  /** The card that expires before the charge was told of. */
  card_told_at: Date | null;
  /** Nothing: the primary one. A card may be deleted since. */
  card_id: string | null;
  second_card_id: string | null;
  /** The first one was refused just now. */
  trying_second: Generated<boolean>;
  /** Ids with spaces between: the bank said never again. */
  never_cards: Generated<string>;
  updated_at: Date;
}

/** How a line's autopay stands. */
export interface Autopay extends Omit<AutopayRow, 'tries' | 'trying_second' | 'never_cards'> {
  tries: number;
  trying_second: boolean;
  never_cards: string;
}

interface ConsentRow {
  id: string;
  tenant_id: number;
  line_id: string;
  customer_id: string;
  is_on: boolean;
  version: string;
  text: string;
  language: string;
  network: string;
  user_agent: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ line_autopay: AutopayRow; autopay_consents: ConsentRow }>();

export function autopayOf(db: Query, lineId: string): Promise<Autopay | undefined> {
  return tables(db)
    .selectFrom('line_autopay')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

export async function autopaysOf(
  db: Query,
  lineIds: readonly string[],
): Promise<Pick<Autopay, 'line_id' | 'tries' | 'charge_at'>[]> {
  if (lineIds.length === 0) return [];
  return tables(db)
    .selectFrom('line_autopay')
    .select(['line_id', 'tries', 'charge_at'])
    .where('line_id', 'in', lineIds)
    .where('is_on', '=', true)
    .execute();
}

/** A condition: a charge is planned, and none was declined. */
export const paysItself = (lineId: Expression<string>) => sql<boolean>`exists (
  select from line_autopay
  where line_id = ${lineId} and is_on and charge_at is not null and tries = 0
)`;

/** The same, and nobody else changes it until the transaction ends. */
export function lockAutopay(tx: Tx, lineId: string): Promise<Autopay | undefined> {
  return tables(tx)
    .selectFrom('line_autopay')
    .selectAll()
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst();
}

/** The line's row, which is made where there is none. */
export async function saveAutopay(
  tx: Tx,
  row: Pick<AutopayRow, 'line_id' | 'tenant_id' | 'is_on' | 'updated_at'>,
): Promise<void> {
  const { is_on, updated_at } = row;
  await tables(tx)
    .insertInto('line_autopay')
    .values({ ...row })
    .onConflict((conflict) => conflict.column('line_id').doUpdateSet({ is_on, updated_at }))
    .execute();
}

export async function setAutopay(
  tx: Query,
  lineId: string,
  values: Updateable<AutopayRow>,
): Promise<void> {
  await tables(tx).updateTable('line_autopay').set(values).where('line_id', '=', lineId).execute();
}

/** Nothing is told this time, unless something else is planned by now. */
export async function tellLater(
  db: Query,
  { line_id, charge_at, updated_at }: Pick<Autopay, 'line_id' | 'charge_at' | 'updated_at'>,
  next: Date | null,
): Promise<void> {
  await sql`
    update line_autopay set announce_at = ${next}
    where line_id = ${line_id} and is_on
      and date_trunc('milliseconds', charge_at) = ${charge_at}
      and date_trunc('milliseconds', updated_at) = ${updated_at}`.execute(db);
}

/** Turns it off or on, with all that is planned and told. @returns whether it was the other way */
export async function pause(tx: Tx, lineId: string, isPaused: boolean): Promise<boolean> {
  const changed = await tables(tx)
    .updateTable('line_autopay')
    .set({ is_on: !isPaused })
    .where('line_id', '=', lineId)
    .where('is_on', '=', isPaused)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function insertConsent(tx: Tx, row: ConsentRow): Promise<void> {
  await tables(tx).insertInto('autopay_consents').values(row).execute();
}

/** At once. */
export const CLAIMED = 50;

/**
 * Some lines that are to be charged and whose owners were told, put off so far that only a crash brings them back before the
 * charge has an end. Two processes never get the same one.
 */
export async function claimCharges(db: Query, now: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    update line_autopay set charge_at = ${until} where line_id in (
      select line_id from line_autopay
      where is_on and charge_at <= ${now} and announce_at is null
      order by charge_at limit ${CLAIMED} for update skip locked
    ) returning line_id`.execute(db);
  return rows.map((row) => row.line_id);
}

/** The same of those whose owner is to be told. */
export async function claimAnnouncements(db: Query, now: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    update line_autopay set announce_at = ${until} where line_id in (
      select line_id from line_autopay where is_on and announce_at <= ${now}
      order by announce_at limit ${CLAIMED} for update skip locked
    ) returning line_id`.execute(db);
  return rows.map((row) => row.line_id);
}

/** Whether another line of the customer is to be told or charged by then, or is now. */
export async function othersDue(
  db: Query,
  { id, owner }: { id: string; owner: Owner },
  what: 'told' | 'charged',
  until: Date,
): Promise<boolean> {
  const due =
    what === 'told'
      ? sql`announce_at <= ${until}`
      : sql`announce_at is null and charge_at <= ${until}`;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from line_autopay
      where is_on and line_id <> ${id} and line_id in (${linesOfHolder(owner)}) and ${due}
    ) as found`.execute(db);
  return rows[0]?.found === true;
}

const unplanned = sql<boolean>`is_on and period_ends_at is null
  and ${hasBegun('line_autopay.line_id')}`;

/** Lines that have begun, and whose first charge is not planned yet. */
export async function unplannedLines(db: Query): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_autopay')
    .select('line_id')
    .where(unplanned)
    .limit(500)
    .execute();
  return rows.map((row) => row.line_id);
}

/** In one statement, as mostly one of them is, or none. */
export async function whatIsDue(
  db: Query,
  now: Date,
): Promise<{ unplanned: boolean; toTell: boolean; toCharge: boolean }> {
  const { rows } = await sql<{ unplanned: boolean; toTell: boolean; toCharge: boolean }>`
    select exists (select from line_autopay where ${unplanned}) as unplanned,
      exists (select from line_autopay where is_on and announce_at <= ${now}) as "toTell",
      exists (
        select from line_autopay where is_on and charge_at <= ${now} and announce_at is null
      ) as "toCharge"`.execute(db);
  return rows[0] ?? { unplanned: true, toTell: true, toCharge: true };
}

/** A brand's lines whose charge was declined and is still wanted, the longest first. */
export const declinedLines = (db: Query, tenant: number, limit: number): Promise<Autopay[]> =>
  tables(db)
    .selectFrom('line_autopay')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('is_on', '=', true)
    .where('tries', '>', 0)
    .orderBy('first_tried_at')
    .limit(limit)
    .execute();

/** When there is next something to charge or to tell. */
export const nextDue = sql<Date | null>`(
  select least(
    (select min(updated_at) from line_autopay where ${unplanned}),
    (select min(charge_at) from line_autopay where is_on and announce_at is null),
    (select min(announce_at) from line_autopay where is_on)
  )
)`;
