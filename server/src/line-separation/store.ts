import type { DocumentKind, LineUser, SeparationRefusal } from '@portside/contract/line-separation';
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface SeparationTable {
  id: string;
  tenant_id: number;
  /** To name on the phone; it opens nothing. */
  reference: string;
  /** `lapsed`: its time was over, undecided. */
  state: 'open' | 'done' | 'refused' | 'withdrawn' | 'lapsed';
  language: string;
  /** What was written about people; null once it is gone. */
  sealed: string | null;
  token_mac: string | null;
  received_at: Date;
  /** Nothing is missing since then. */
  whole_at: Generated<Date | null>;
  answer_by: Generated<Date | null>;
  /** Staff asked something that is not answered. */
  asked_at: Generated<Date | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<SeparationRefusal | null>;
  /** Noted when it was granted: what the law asks for was there. */
  had_document: Generated<boolean>;
  staff_told_at: Generated<Date | null>;
  staff_reminded_at: Generated<Date | null>;
  staff_warned_at: Generated<Date | null>;
  disposed_at: Generated<Date | null>;
}

interface LineTable {
  separation_id: string;
  position: number;
  tenant_id: number;
  who: LineUser;
  /** Its number, and how staff know whose it is; null once it is gone. */
  sealed: string | null;
  proven_at: Generated<Date | null>;
  proven_by: Generated<'text' | 'staff' | null>;
  /** Of which line that is known: of another one nothing is. */
  proven_line_id: Generated<string | null>;
  /** Which one the last code went to. */
  texted_line_id: Generated<string | null>;
  /** The line that is kept from change for it. */
  kept_line_id: Generated<string | null>;
  /** What it became in the account of its own. */
  line_id: Generated<string | null>;
}

export interface DocumentRow {
  id: string;
  separation_id: string;
  tenant_id: number;
  kind: DocumentKind;
  type: string;
  bytes: number;
  /** Of its bytes: the same one is there once. */
  mac: string;
  sealed_name: string;
  sealed: string;
  at: Date;
}

export interface MessageRow {
  id: string;
  separation_id: string;
  tenant_id: number;
  ours: boolean;
  sealed: string;
  at: Date;
}

export type SeparationRow = Selectable<SeparationTable>;
export type LineRow = Selectable<LineTable>;

const tables = (db: Query) =>
  db.withTables<{
    line_separations: SeparationTable;
    line_separation_lines: LineTable;
    line_separation_documents: DocumentRow;
    line_separation_messages: MessageRow;
  }>();

const rows = (db: Query) => tables(db).selectFrom('line_separations').selectAll();

export async function insertSeparation(
  tx: Tx,
  row: Insertable<SeparationTable>,
  lines: readonly Insertable<LineTable>[],
): Promise<void> {
  await tables(tx).insertInto('line_separations').values(row).execute();
  await tables(tx).insertInto('line_separation_lines').values(lines).execute();
}

/** @param macs of the token of its link */
export const separationOf = (
  db: Query,
  tenant: number,
  macs: readonly string[],
): Promise<SeparationRow | undefined> =>
  rows(db).where('tenant_id', '=', tenant).where('token_mac', 'in', macs).executeTakeFirst();

export const separationAt = (
  db: Query,
  tenant: number,
  id: string,
): Promise<SeparationRow | undefined> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('disposed_at', 'is', null)
    .executeTakeFirst();

/** Before any of its lines, and before what else they lock. */
export const lockSeparation = (tx: Tx, id: string): Promise<SeparationRow | undefined> =>
  rows(tx).where('id', '=', id).where('disposed_at', 'is', null).forUpdate().executeTakeFirst();

export const anySeparation = (db: Query, id: string): Promise<SeparationRow | undefined> =>
  rows(db).where('id', '=', id).where('disposed_at', 'is', null).executeTakeFirst();

export const changeSeparation = async (
  tx: Tx,
  id: string,
  values: Partial<Omit<SeparationRow, 'id' | 'tenant_id'>>,
): Promise<void> => {
  await tables(tx).updateTable('line_separations').set(values).where('id', '=', id).execute();
};

/**
 * Whole and proven ones come first, what is due first before the others; then whole ones, then what is not,
 * then what is decided.
 */
export const listOf = (db: Query, tenant: number, limit: number) =>
  rows(db)
    .select((row) =>
      row
        .selectFrom('line_separation_lines')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('line_separation_lines.separation_id', '=', 'line_separations.id')
        .as('lines'),
    )
    .where('tenant_id', '=', tenant)
    .where('disposed_at', 'is', null)
    .orderBy(sql`state <> 'open'`)
    .orderBy(sql`state = 'open' and whole_at is null`)
    .orderBy(sql`state = 'open' and exists (
      select from line_separation_lines l
      where l.separation_id = line_separations.id and l.proven_at is null)`)
    .orderBy(sql`case when state = 'open' then answer_by end`, (one) => one.asc().nullsLast())
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute();

export async function countOf(db: Query, tenant: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('line_separations')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('disposed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const linesOf = (db: Query, id: string): Promise<LineRow[]> =>
  tables(db)
    .selectFrom('line_separation_lines')
    .selectAll()
    .where('separation_id', '=', id)
    .orderBy('position')
    .execute();

export const changeLine = async (
  tx: Tx,
  { separation_id: id, position }: Pick<LineRow, 'separation_id' | 'position'>,
  values: Partial<Omit<LineRow, 'separation_id' | 'position'>>,
): Promise<void> => {
  await tables(tx)
    .updateTable('line_separation_lines')
    .set(values)
    .where('separation_id', '=', id)
    .where('position', '=', position)
    .execute();
};

/** Another request may want the same line. */
export async function isKeptByOther(db: Query, lineId: string, id: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('line_separation_lines')
    .select('position')
    .where('kept_line_id', '=', lineId)
    .where('separation_id', '<>', id)
    .executeTakeFirst();
  return found !== undefined;
}

export type Listed = Omit<DocumentRow, 'sealed'>;

/** Without what is in them. */
export const documentsOf = (db: Query, id: string): Promise<Listed[]> =>
  tables(db)
    .selectFrom('line_separation_documents')
    .select([
      'id',
      'separation_id',
      'tenant_id',
      'kind',
      'type',
      'bytes',
      'mac',
      'sealed_name',
      'at',
    ])
    .where('separation_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();

export const documentOf = (
  db: Query,
  separationId: string,
  id: string,
): Promise<DocumentRow | undefined> =>
  tables(db)
    .selectFrom('line_separation_documents')
    .selectAll()
    .where('separation_id', '=', separationId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertDocument(tx: Tx, row: DocumentRow): Promise<void> {
  await tables(tx).insertInto('line_separation_documents').values(row).execute();
}

export async function changeKind(tx: Tx, id: string, kind: DocumentKind): Promise<void> {
  await tables(tx)
    .updateTable('line_separation_documents')
    .set({ kind })
    .where('id', '=', id)
    .execute();
}

export async function dropDocument(tx: Tx, separationId: string, id: string): Promise<void> {
  await tables(tx)
    .deleteFrom('line_separation_documents')
    .where('separation_id', '=', separationId)
    .where('id', '=', id)
    .execute();
}

export const messagesOf = (db: Query, id: string): Promise<MessageRow[]> =>
  tables(db)
    .selectFrom('line_separation_messages')
    .selectAll()
    .where('separation_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();

export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tables(tx).insertInto('line_separation_messages').values(row).execute();
}

/** All that was sent: nothing of it can be read any more. */
export async function dropSent(tx: Tx, id: string): Promise<void> {
  for (const table of ['line_separation_documents', 'line_separation_messages'] as const) {
    await tables(tx).deleteFrom(table).where('separation_id', '=', id).execute();
  }
  await tables(tx)
    .updateTable('line_separation_lines')
    .set({ sealed: null, texted_line_id: null })
    .where('separation_id', '=', id)
    .execute();
  await tables(tx)
    .updateTable('line_separations')
    .set({ sealed: null })
    .where('id', '=', id)
    .execute();
}

export async function toDispose(db: Query, receivedBefore: Date, limit: number): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('line_separations')
    .select('id')
    .where('disposed_at', 'is', null)
    .where('received_at', '<=', receivedBefore)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

/** So many milliseconds after the oldest one that is still there. */
export const nextToDispose = (after: number) => sql<Date | null>`(
  select min(received_at) + ${after}::float8 * interval '1 millisecond' from line_separations
  where disposed_at is null
)`;

/** Undecided whole ones of which staff have something to hear. */
export const toTell = (
  db: Query,
  { dueBefore, warnedBefore, limit }: { dueBefore: Date; warnedBefore: Date; limit: number },
): Promise<SeparationRow[]> =>
  rows(db)
    .where('state', '=', 'open')
    .where('answer_by', 'is not', null)
    .where('answer_by', '<', dueBefore)
    .where((row) =>
      row.or([
        row('staff_told_at', 'is', null),
        row('staff_reminded_at', 'is', null),
        row('staff_warned_at', 'is', null),
        row('staff_warned_at', '<=', warnedBefore),
      ]),
    )
    .orderBy('answer_by')
    .limit(limit)
    .execute();
