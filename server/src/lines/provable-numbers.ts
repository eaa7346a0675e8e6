import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as store from './find-store.ts';

/** Lines in use, the longest first: a text message reaches whoever has their SIM. */
export async function provableNumbers(
  db: Query,
  owner: Owner,
): Promise<{ id: string; number: string; activatedAt: Date | null }[]> {
  const rows = await store.linesInUse(db, owner);
  return rows.map(({ id, mdn: number, activated_at: activatedAt }) => ({
    id,
    number,
    activatedAt,
  }));
}

/** Whoever took a line reads what is sent there, whatever the customer's contact number is. */
export const handedNumbers = store.handedNumbers;
