import type { NetworkAsk, NetworkChange } from '@portside/contract/lines';
import { sql, type Generated, type Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface AskRow<Asked> {
  line_id: string;
  tenant_id: number;
  asked: Asked;
  since: Date;
  is_late: Generated<boolean>;
}

interface NetworkAskRow extends AskRow<NetworkAsk['asked']> {
  /** The customer asked for it, and is told when it is done. */
  tell: boolean;
}

const tables = (db: Query) =>
  db.withTables<{
    line_network_asks: NetworkAskRow;
    line_change_asks: AskRow<NetworkChange['asked']>;
  }>();

export function askOf(db: Query, lineId: string) {
  return tables(db)
    .selectFrom('line_network_asks')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

export function changeOf(db: Query, lineId: string) {
  return tables(db)
    .selectFrom('line_change_asks')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

/** Asked of `lines`. */
export const changeOfLine = sql<{
  asked: NetworkChange['asked'];
  since: string;
  isLate: boolean;
} | null>`(select json_build_object('asked', asked, 'since', since, 'isLate', is_late)
  from line_change_asks where line_change_asks.line_id = lines.id)`;

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

/** The same. */
export async function saveChange(
  tx: Tx,
  row: Insertable<AskRow<NetworkChange['asked']>>,
): Promise<void> {
  const { asked, since } = row;
  await tables(tx)
    .insertInto('line_change_asks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('line_id').doUpdateSet({ asked, since, is_late: false }),
    )
    .execute();
}

/** @returns what is late from now on, once */
export async function noteLate(
  tx: Tx,
  { lineId, since, change }: { lineId: string; since: Date; change: boolean },
): Promise<{ asked: NetworkAsk['asked'] | NetworkChange['asked']; tell: boolean } | undefined> {
  const noted = tables(tx)
    .updateTable(change ? 'line_change_asks' : 'line_network_asks')
    .set({ is_late: true })
    .where('line_id', '=', lineId)
    .where('since', '=', since)
    .where('is_late', '=', false);
  const tell = change ? sql<boolean>`true` : sql<boolean>`tell`;
  return noted.returning(['asked', tell.as('tell')]).executeTakeFirst();
}

export function takeAsk(tx: Tx, lineId: string) {
  return tables(tx)
    .deleteFrom('line_network_asks')
    .where('line_id', '=', lineId)
    .returningAll()
    .executeTakeFirst();
}

export async function takeChange(tx: Tx, lineId: string): Promise<void> {
  await tables(tx).deleteFrom('line_change_asks').where('line_id', '=', lineId).execute();
}
