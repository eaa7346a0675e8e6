import type { CustomerPage } from '@portside/contract/console/customers';
import { maskedNames } from '../account/find-people.ts';
import { maskedName } from '../account/masking.ts';
import { findOwner } from '../account/person.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { givenTo, openOfHolder } from '../lines/members.ts';
import { viewRenewable } from '../lines/renewable.ts';

type Member = NonNullable<CustomerPage['lines'][number]['member']>;
type OfAnother = NonNullable<CustomerPage['linesOfOthers']>[number];

/** Of a customer's own lines those that somebody has, or is invited to. */
export async function membersByLine(db: Query, owner: Owner): Promise<ReadonlyMap<string, Member>> {
  const rows = await openOfHolder(db, owner);
  const ids = rows.flatMap(({ member_customer_id: id }) => id ?? []);
  const names = await maskedNames(db, owner.tenant, ids);
  return new Map(
    rows.map(({ line_id, state, email, role, member_customer_id: id }) => [
      line_id,
      {
        ...(state === 'accepted' && id !== null && { id, name: names.get(id) }),
        email,
        role,
      },
    ]),
  );
}

/** Lines of other accounts that a customer has. */
export async function linesOfOthers(db: Query, owner: Owner): Promise<OfAnother[]> {
  const found: OfAnother[] = [];
  for (const { lineId, role, holder } of await givenTo(db, owner)) {
    const line = await viewRenewable(db, holder, lineId);
    const person = await findOwner(db, holder);
    if (!line || !person) continue;
    found.push({
      id: lineId,
      number: line.mdn,
      plan: line.plan.retailName,
      status: line.status,
      role,
      holder: { id: person.id, name: maskedName(person.firstName, person.lastName) },
    });
  }
  return found;
}
