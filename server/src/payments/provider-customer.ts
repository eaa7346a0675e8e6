import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import * as cardStore from './card-store.ts';

/** The provider's record of our customer, made at the first charge. */
export async function providersCustomer(
  app: App,
  tenant: number,
  customerId: string,
): Promise<string> {
  const known = await cardStore.customerRef(app.db.query, tenant, customerId);
  if (known) return known;
  const person = await account.viewPerson(app.db.query, tenant, customerId);
  const { ref } = await app.adapters.payment.createCustomer({
    key: `customer:${customerId}`,
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
  });
  await rememberProvidersCustomer(app.db.query, tenant, customerId, ref);
  return ref;
}

/** Ties our customer to the provider's record of one. The first tie holds. */
export async function rememberProvidersCustomer(
  db: Query,
  tenant: number,
  customerId: string,
  ref: string,
): Promise<void> {
  await cardStore.saveCustomerRef(db, { customer_id: customerId, tenant_id: tenant, ref });
}
