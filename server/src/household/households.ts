import type { LineHousehold } from '@portside/contract/household-acts';
import { findOwner } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type LineMemberRow, moveMembers } from '../lines/members.ts';
import { memberOfRow } from './telling.ts';

/** Who has a line, or is invited to it: for the one who holds it. */
export async function householdOf(
  db: Query,
  row: LineMemberRow,
): Promise<Pick<LineHousehold, 'member' | 'invited'>> {
  const { email, role } = row;
  if (row.state === 'invited') return { invited: { email, role, until: row.until.toISOString() } };
  const owner = memberOfRow(row);
  const person = owner && (await findOwner(db, owner));
  return { member: { name: person?.called ?? '', email, role } };
}

/** When accounts become one: who was both has the line as their own, and nobody is told. */
export const moveCustomer = (
  app: App,
  tx: Tx,
  joined: { tenant: number; from: string; to: string },
): Promise<void> => moveMembers(tx, joined, app.clock.now());
