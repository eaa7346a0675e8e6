import { calledBeside, otherPerson } from '../account/other-person.ts';
import type { Person } from '../account/person.ts';
import type { Query } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import type { ChargeRow } from './rows.ts';

/** Of a line that another manages, whoever paid (P04). Undefined: the one whose bill it is. */
export const otherCardholder = async (
  db: Query,
  row: Pick<ChargeRow, 'tenant_id' | 'customer_id' | 'payer_id'>,
): Promise<Person | undefined> =>
  row.payer_id === null ? undefined : otherPerson(db, ownerOfRow(row), row.payer_id);

/** As their reader calls those who paid in their place, by the account that paid. */
export async function otherPayers(
  db: Query,
  owner: Owner & { readonly language?: string },
  rows: readonly { readonly payer_id: string | null }[],
): Promise<ReadonlyMap<string | null, string>> {
  const found = new Map<string, string>();
  for (const id of new Set(rows.flatMap(({ payer_id: one }) => one ?? []))) {
    const other = await otherPerson(db, owner, id);
    if (other) found.set(id, calledBeside(other, owner.language ?? 'en'));
  }
  return found;
}
