import { sql } from 'kysely';
import type { MailReturn } from '../adapters/mail/mail.ts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

export interface ReturnRow {
  id: string;
  tenant_id: number;
  address: string;
  kind: 'refused' | MailReturn['kind'];
  /** It is the address that is wrong, not what was sent or who sent it. */
  blames_address: boolean;
  reason: string;
  at: Date;
}

export interface WarningRow {
  id: string;
  tenant_id: number;
  /** What waits for it. */
  about: string;
  queued_at: Date;
  taken_at: Date | null;
}

const tables = (db: Query) =>
  db.withTables<{ email_returns: ReturnRow; owner_warnings: WarningRow }>();

export async function insertWarning(tx: Tx, row: WarningRow): Promise<void> {
  await tables(tx)
    .insertInto('owner_warnings')
    .values(row)
    .onConflict((conflict) => conflict.column('about').doNothing())
    .execute();
}

export async function noteTaken(db: Query, id: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable('owner_warnings')
    .set({ taken_at: at })
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .execute();
}

export const warningAbout = (db: Query, about: string): Promise<WarningRow | undefined> =>
  tables(db).selectFrom('owner_warnings').selectAll().where('about', '=', about).executeTakeFirst();

export const untakenWarnings = (db: Query, before: Date): Promise<WarningRow[]> =>
  tables(db)
    .selectFrom('owner_warnings')
    .selectAll()
    .where('taken_at', 'is', null)
    .where('queued_at', '<', before)
    .orderBy('queued_at')
    .limit(500)
    .execute();

export async function insertReturn(db: Query, row: ReturnRow): Promise<void> {
  await tables(db)
    .insertInto('email_returns')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Newest first. */
export const returnsTo = (
  db: Query,
  tenant: number,
  address: string,
  limit: number,
): Promise<ReturnRow[]> =>
  tables(db)
    .selectFrom('email_returns')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('address', '=', address)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** To a brand's customers, newest first. */
export const returnsSince = (
  db: Query,
  tenant: number,
  since: Date,
  limit: number,
): Promise<ReturnRow[]> =>
  tables(db)
    .selectFrom('email_returns')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

/** Asked for at each view of a customer. */
const blames = prepared((db, tenant: number, address: string, since: Date) =>
  tables(db)
    .selectFrom('email_returns')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('address', '=', address)
    .where('at', '>', since)
    .where('blames_address', '=', true)
    .limit(1)
    .compile(),
);

export async function isBlamed(
  db: Query,
  tenant: number,
  address: string,
  since: Date,
): Promise<boolean> {
  const [found] = await blames(db, tenant, address, since);
  return found !== undefined;
}

export async function clearBlame(tx: Tx, tenant: number, address: string): Promise<void> {
  await tables(tx)
    .updateTable('email_returns')
    .set({ blames_address: false })
    .where('tenant_id', '=', tenant)
    .where('address', '=', address)
    .where('blames_address', '=', true)
    .execute();
}

export async function dropReturns(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'owner_warnings', sql`queued_at < ${before}`);
  await clearAway(db, 'email_returns', sql`at < ${before}`);
}
