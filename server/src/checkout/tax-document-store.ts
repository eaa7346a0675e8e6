import { sql } from 'kysely';
import type { Query } from '../db/database.ts';

export interface TaxDocumentRow {
  order_id: string;
  kind: 'sale' | 'return';
  tenant_id: number;
  status: 'open' | 'drafted' | 'committed';
  tries: number;
  /** Of the try that is committed. */
  document: string | null;
  tax_cents: number | null;
  created_at: Date;
  updated_at: Date;
}

type Key = Pick<TaxDocumentRow, 'order_id' | 'kind'>;

const tables = (db: Query) => db.withTables<{ tax_documents: TaxDocumentRow }>();

/** Counts a try, unless there is a draft already. */
export async function beginTry(
  db: Query,
  key: Key & Pick<TaxDocumentRow, 'tenant_id'>,
  now: Date,
): Promise<TaxDocumentRow> {
  const begun = await tables(db)
    .insertInto('tax_documents')
    .values({
      ...key,
      status: 'open',
      tries: 1,
      document: null,
      tax_cents: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'kind'])
        .doUpdateSet({ tries: sql`tax_documents.tries + 1`, updated_at: now })
        .where('tax_documents.status', '=', 'open'),
    )
    // Read with the count: of two tries at once each has its own.
    .returningAll()
    .executeTakeFirst();
  return begun ?? documentOf(db, key);
}

/** Of two tries at once, one. */
export async function keepDraft(
  db: Query,
  { order_id, kind }: Key,
  draft: { document: string; tax_cents: number; updated_at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('tax_documents')
    .set({ ...draft, status: 'drafted' })
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .execute();
}

export async function setCommitted(db: Query, { order_id, kind }: Key, now: Date): Promise<void> {
  await tables(db)
    .updateTable('tax_documents')
    .set({ status: 'committed', updated_at: now })
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .execute();
}

export function documentOf(db: Query, { order_id, kind }: Key): Promise<TaxDocumentRow> {
  return tables(db)
    .selectFrom('tax_documents')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}
