import type { ColumnType } from 'kysely';
import type { Query } from './database.ts';

/** None before the first answer. `{ value: null }` is an answer, too. */
type Answer = { value: unknown } | null;

/** The last good answer of an outside service, shared by all processes. */
interface KeptAnswerRow {
  name: string;
  tenant_id: number;
  answer: ColumnType<Answer, undefined, string>;
  answered_at: ColumnType<Date | null, undefined, Date>;
  tried_at: Date;
}

const tables = (db: Query) => db.withTables<{ kept_answers: KeptAnswerRow }>();

export const keptAnswer = (
  db: Query,
  name: string,
): Promise<{ answer: Answer; tried_at: Date } | undefined> =>
  tables(db)
    .selectFrom('kept_answers')
    .select(['answer', 'tried_at'])
    .where('name', '=', name)
    .executeTakeFirst();

/** One process asks at a time: true if nobody has tried since `before`. */
export async function claimAnswer(
  db: Query,
  { name, tenant }: { name: string; tenant: number },
  now: Date,
  before: Date,
): Promise<boolean> {
  const claimed = await tables(db)
    .insertInto('kept_answers')
    .values({ name, tenant_id: tenant, tried_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ tried_at: now })
        .where('kept_answers.tried_at', '<=', before),
    )
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Only for who claimed it last: a slow answer must not replace a newer one. */
export async function keepAnswer(
  db: Query,
  name: string,
  claimedAt: Date,
  now: Date,
  value: unknown,
): Promise<void> {
  await tables(db)
    .updateTable('kept_answers')
    .set({ answer: JSON.stringify({ value }), answered_at: now })
    .where('name', '=', name)
    .where('tried_at', '=', claimedAt)
    .execute();
}
