import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as cardStore from './card-store.ts';
import { viewPerson } from '../account/person.ts';

export async function providersCustomer(app: App, owner: Owner): Promise<string> {
  const known = await cardStore.customerRef(app.db.query, owner);
  if (known) return known;
  const person = await viewPerson(app.db.query, owner);
  const { ref } = await app.adapters.of(owner.tenant).payment.createCustomer({
    key: `customer:${owner.customerId}`,
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
  });
  return rememberProvidersCustomer(app.db.query, owner, ref);
}

/** @returns the one that is remembered: another, where two were made at once */
export function rememberProvidersCustomer(
  db: Query,
  { tenant, customerId }: Owner,
  ref: string,
): Promise<string> {
  return cardStore.saveCustomerRef(db, { customer_id: customerId, tenant_id: tenant, ref });
}
