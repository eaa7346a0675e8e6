import type { Query } from '../db/database.ts';
import { neverAgain } from './autopay-cards.ts';
import * as store from './autopay-store.ts';

const SHOWN = 300;

export interface AutopayTrouble {
  readonly lineId: string;
  readonly tries: number;
  readonly since: Date;
  /** The bank, or its network, said of a card: do not try again. */
  readonly isForbidden: boolean;
  /** Undefined after the last one. */
  readonly nextTry: Date | undefined;
}

/** Lines of a brand whose automatic payment the bank refused (K05). */
export async function autopayTroubles(db: Query, tenant: number): Promise<AutopayTrouble[]> {
  const rows = await store.declinedLines(db, tenant, SHOWN);
  return rows.map((row) => ({
    lineId: row.line_id,
    tries: row.tries,
    isForbidden: neverAgain(row).length > 0,
    since: row.first_tried_at ?? row.updated_at,
    nextTry: row.charge_at ?? undefined,
  }));
}
