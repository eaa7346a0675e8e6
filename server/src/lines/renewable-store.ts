import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Taken before what points to the line: whoever changes the line takes it first, too. */
export async function holdLine(tx: Tx, id: string): Promise<void> {
  await sql`select from lines where id = ${id} for key share`.execute(tx);
}

/** Something can be planned for what comes after its first period; or it is over. */
export const hasBegun = (lineId: string) =>
  sql<boolean>`exists (
    select from lines where lines.id = ${sql.ref(lineId)}
      and (paid_until is not null or status = 'ended')
  )`;
