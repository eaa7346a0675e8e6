import type { NetworkAsk } from '@portside/contract/lines';
import type { Generated, Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface NetworkAskRow {
  line_id: string;
  tenant_id: number;
  asked: NetworkAsk['asked'];
  since: Date;
  /** The customer asked for it, and is told when it is done. */
  tell: boolean;
  is_late: Generated<boolean>;
}

const tables = (db: Query) => db.withTables<{ line_network_asks: NetworkAskRow }>();

export function askOf(db: Query, lineId: string) {
  return tables(db)
    .selectFrom('line_network_asks')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

/** In place of what was asked before. */
export async function saveAsk(tx: Tx, row: Insertable<NetworkAskRow>): Promise<void> {
  const { asked, since, tell } = row;
  await tables(tx)
    .insertInto('line_network_asks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('line_id').doUpdateSet({ asked, since, tell, is_late: false }),
    )
    .execute();
}

/** @returns what is late from now on, once */
export function noteLate(tx: Tx, lineId: string, since: Date) {
  return tables(tx)
    .updateTable('line_network_asks')
    .set({ is_late: true })
    .where('line_id', '=', lineId)
    .where('since', '=', since)
    .where('is_late', '=', false)
    .returningAll()
    .executeTakeFirst();
}

export function takeAsk(tx: Tx, lineId: string) {
  return tables(tx)
    .deleteFrom('line_network_asks')
    .where('line_id', '=', lineId)
    .returningAll()
    .executeTakeFirst();
}
