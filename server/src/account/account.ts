import { normalEmail } from '@portside/contract/fields';
import type { StreetAddress } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { personOf, type Person } from './person.ts';
import * as store from './store.ts';

export { noteConfirmed, sendEmailCode } from './confirm-email.ts';
export { restoreEmail } from './change-email.ts';
export { securityLetter } from './emails.ts';
export { viewPerson, type Person } from './person.ts';
export { DENIAL_LIVES, postNotice } from './notices.ts';

/** Opens an account. Undefined when the tenant has one with this e-mail address already. */
export async function openAccount(
  app: App,
  tx: Query,
  tenant: number,
  person: {
    firstName: string;
    lastName: string;
    email: string;
    emailVerified: boolean;
    language: string;
  },
): Promise<string | undefined> {
  const id = app.random.id('usr');
  const inserted = await store.insertCustomer(tx, {
    id,
    tenant_id: tenant,
    email: normalEmail(person.email),
    email_verified: person.emailVerified,
    first_name: person.firstName,
    last_name: person.lastName,
    contact_number: '',
    street_number: '',
    street_direction: '',
    street_name: '',
    street_unit: '',
    city: '',
    state: '',
    zip_code: '',
    has_password: true,
    language: person.language,
    created_at: app.clock.now(),
  });
  return inserted ? id : undefined;
}

export async function findPerson(
  db: Query,
  tenant: number,
  email: string,
): Promise<Person | undefined> {
  const row = await store.customerByEmail(db, tenant, normalEmail(email));
  return row && personOf(row);
}

/** Whether the customer can log in with a password; the password itself is sign-in's. */
export async function notePassword(
  tx: Query,
  tenant: number,
  customerId: string,
  has: boolean,
): Promise<void> {
  await store.updateCustomer(tx, tenant, customerId, { has_password: has });
}

/** What checkout learns of a customer, kept for the next time; it overwrites nothing. */
export async function rememberContact(
  tx: Query,
  tenant: number,
  customerId: string,
  contact: StreetAddress & { contactNumber: string },
): Promise<void> {
  await store.fillInCustomer(tx, tenant, customerId, {
    contact_number: contact.contactNumber,
    street_number: contact.streetNumber,
    street_direction: contact.streetDirection,
    street_name: contact.streetName,
    street_unit: contact.streetUnit,
    city: contact.city,
    state: contact.state,
    zip_code: contact.zipCode,
  });
}
