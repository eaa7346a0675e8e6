import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';

export interface CodeRow {
  tenant_id: number;
  purpose: string;
  subject: string;
  id: string;
  address: string;
  hash: string | null;
  tries: number;
  asked_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface TicketRow {
  hash: string;
  tenant_id: number;
  purpose: string;
  subject: string;
  note: string;
  expires_at: Date;
  used_at: Date | null;
}

export type CodeKey = Pick<CodeRow, 'tenant_id' | 'purpose' | 'subject'>;

const tables = (db: Query) => db.withTables<{ codes: CodeRow; tickets: TicketRow }>();

/** False while an unused code to this address is younger than `lockedSince`. */
export async function replaceCode(db: Query, row: CodeRow, lockedSince: Date): Promise<boolean> {
  const { tenant_id: _tenant, purpose: _purpose, subject: _subject, ...fresh } = row;
  const replaced = await tables(db)
    .insertInto('codes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'purpose', 'subject'])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb('codes.asked_at', '<=', lockedSince),
            eb('codes.address', '<>', row.address),
            eb('codes.used_at', 'is not', null),
          ]),
        ),
    )
    .executeTakeFirst();
  return replaced.numInsertedOrUpdatedRows === 1n;
}

export function codeOf(db: Query, key: CodeKey) {
  return oneCode(db, key).executeTakeFirst();
}

const oneCode = (db: Query, key: CodeKey) =>
  tables(db)
    .selectFrom('codes')
    .selectAll()
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject);

export async function fillCode(
  db: Query,
  key: CodeKey & { id: string },
  hash: string,
  now: Date,
): Promise<boolean> {
  const filled = await tables(db)
    .updateTable('codes')
    .set({ hash })
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject)
    .where('id', '=', key.id)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return filled.numUpdatedRows === 1n;
}

/** Counts before comparing, so that simultaneous tries count too. */
export function countTry(db: Query, key: CodeKey, now: Date) {
  return tables(db)
    .updateTable('codes')
    .set({ tries: sql`tries + 1` })
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'hash', 'address', 'tries'])
    .executeTakeFirst();
}

export async function useCode(
  db: Query,
  key: CodeKey & { id: string },
  now: Date,
): Promise<boolean> {
  const used = await tables(db)
    .updateTable('codes')
    .set({ used_at: now })
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject)
    .where('id', '=', key.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** In one order, so that two that end the same codes do not deadlock. */
export async function endCodes(
  tx: Tx,
  of: Pick<CodeRow, 'tenant_id' | 'purpose'> & Partial<Pick<CodeRow, 'address' | 'subject'>>,
  now: Date,
): Promise<void> {
  let open = tables(tx)
    .selectFrom('codes')
    .select('subject')
    .where('tenant_id', '=', of.tenant_id)
    .where('purpose', '=', of.purpose)
    .where('used_at', 'is', null)
    .orderBy('subject')
    .forUpdate();
  if (of.address !== undefined) open = open.where('address', '=', of.address);
  if (of.subject !== undefined) open = open.where('subject', '=', of.subject);
  await tables(tx)
    .updateTable('codes')
    .set({ used_at: now })
    .where('tenant_id', '=', of.tenant_id)
    .where('purpose', '=', of.purpose)
    .where('subject', 'in', open)
    .execute();
}

export async function insertTicket(db: Query, row: TicketRow): Promise<void> {
  await tables(db).insertInto('tickets').values(row).execute();
}

export async function dropTickets(db: Query, key: CodeKey, endingFrom?: Date): Promise<void> {
  const dropping = tables(db)
    .deleteFrom('tickets')
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('subject', '=', key.subject);
  await (endingFrom ? dropping.where('expires_at', '>=', endingFrom) : dropping).execute();
}

/** The master key may have changed since it was made. */
type TicketKey = Pick<TicketRow, 'tenant_id' | 'purpose'> & { hashes: readonly string[] };

export function findTicket(db: Query, key: TicketKey, now: Date) {
  return tables(db)
    .selectFrom('tickets')
    .select(['subject', 'note'])
    .where('hash', 'in', key.hashes)
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function useTicket(db: Query, key: TicketKey, now: Date) {
  return tables(db)
    .updateTable('tickets')
    .set({ used_at: now })
    .where('hash', 'in', key.hashes)
    .where('tenant_id', '=', key.tenant_id)
    .where('purpose', '=', key.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['subject', 'note'])
    .executeTakeFirst();
}

export async function dropExpired(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'codes', sql`expires_at < ${before}`);
  await clearAway(db, 'tickets', sql`expires_at < ${before}`);
}
