import { sql, type ColumnType } from 'kysely';
import type { DisputeEvidence } from '../adapters/payment/payment.ts';
import type { Query, Tx } from '../db/database.ts';

export interface AnswerRow {
  dispute_id: string;
  tenant_id: number;
  /** One that the provider refused may be written anew. */
  attempt: number;
  state: 'asked' | 'sent' | 'refused';
  reason: string | null;
  evidence: DisputeEvidence | null;
  staff: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    dispute_answers: Omit<AnswerRow, 'evidence'> & {
      evidence: ColumnType<DisputeEvidence | null, string | null, string | null>;
    };
  }>();

export const answersOf = (db: Query, disputeIds: readonly string[]): Promise<AnswerRow[]> =>
  tables(db)
    .selectFrom('dispute_answers')
    .selectAll()
    .where('dispute_id', 'in', [...disputeIds])
    .execute();

/** False while there is one that was not refused. */
export async function saveAnswer(
  tx: Tx,
  row: Omit<AnswerRow, 'attempt' | 'state' | 'reason' | 'evidence'> & {
    evidence: DisputeEvidence;
  },
): Promise<boolean> {
  const evidence = JSON.stringify(row.evidence);
  const { staff, at } = row;
  const saved = await tables(tx)
    .insertInto('dispute_answers')
    .values({ ...row, evidence, attempt: 1, state: 'asked', reason: null })
    .onConflict((conflict) =>
      conflict
        .column('dispute_id')
        .doUpdateSet({
          attempt: sql`dispute_answers.attempt + 1`,
          state: 'asked',
          reason: null,
          evidence,
          staff,
          at,
        })
        .where('dispute_answers.state', '=', 'refused'),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

export async function settleAnswer(
  tx: Tx,
  { dispute_id, attempt }: Pick<AnswerRow, 'dispute_id' | 'attempt'>,
  values: Pick<AnswerRow, 'state' | 'reason'>,
): Promise<void> {
  await tables(tx)
    .updateTable('dispute_answers')
    .set(values)
    .where('dispute_id', '=', dispute_id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'asked')
    .execute();
}

/** That it was sent stays; what it said does not. */
export async function forgetEvidence(db: Query, before: Date): Promise<void> {
  await tables(db)
    .updateTable('dispute_answers')
    .set({ evidence: null })
    .where('at', '<', before)
    .where('evidence', 'is not', null)
    .execute();
}
