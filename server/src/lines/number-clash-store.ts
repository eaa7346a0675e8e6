import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** A line that has no number yet, as another one (the holder) has it. */
export interface NumberClash {
  line_id: string;
  tenant_id: number;
  holder_id: string;
  mdn: string;
  since: Date;
}

const tables = (db: Query) => db.withTables<{ number_clashes: NumberClash }>();

/** @returns false for one that is known */
export async function putClash(tx: Tx, { since, ...clash }: NumberClash): Promise<boolean> {
  const { holder_id: holder, mdn } = clash;
  const put = await tables(tx)
    .insertInto('number_clashes')
    .values({ ...clash, since })
    .onConflict((conflict) =>
      conflict
        .column('line_id')
        .doUpdateSet({ holder_id: holder, mdn, since })
        .where(sql<boolean>`(number_clashes.holder_id, number_clashes.mdn) <> (${holder}, ${mdn})`),
    )
    .executeTakeFirst();
  return put.numInsertedOrUpdatedRows === 1n;
}

export async function waitingFor(tx: Tx, holderId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('number_clashes')
    .select('line_id')
    .where('holder_id', '=', holderId)
    .execute();
  return rows.map((row) => row.line_id);
}

const stands = sql<boolean>`exists (
    select from lines where id = holder_id and mdn = number_clashes.mdn and status <> 'ended'
  ) and exists (
    select from lines where id = line_id and mdn <> number_clashes.mdn and status <> 'ended'
  )`;

export function standingClashes(db: Query): Promise<NumberClash[]> {
  return tables(db)
    .selectFrom('number_clashes')
    .selectAll()
    .where(stands)
    .orderBy('since')
    .execute();
}

export async function dropSettledClashes(db: Query): Promise<void> {
  await sql`delete from number_clashes where not (${stands})`.execute(db);
}
