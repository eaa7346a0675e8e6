import type { Language } from '@portside/contract/language';
import type { StreetAddress } from '@portside/contract/street-address';
import type { Query } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import * as store from './store.ts';

/** A person as the other slices know one. */
export interface Person extends StreetAddress {
  id: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  contactNumber: string;
  hasPassword: boolean;
  /** Letters are written in it. */
  language: Language;
}

/** @throws No `not_found` */
export async function viewPerson(db: Query, tenant: number, customerId: string): Promise<Person> {
  const row = await store.customerById(db, tenant, customerId);
  if (!row) throw notFound();
  return personOf(row);
}

export function personOf(row: store.CustomerRow): Person {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    firstName: row.first_name,
    lastName: row.last_name,
    contactNumber: row.contact_number,
    streetNumber: row.street_number,
    streetDirection: row.street_direction,
    streetName: row.street_name,
    streetUnit: row.street_unit,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    hasPassword: row.has_password,
    language: row.language === 'es' ? 'es' : 'en',
  };
}
