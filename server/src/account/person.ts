import type { Language } from '@portside/contract/language';
import type { SecondStepKind } from '@portside/contract/second-step';
import type { StreetAddress } from '@portside/contract/street-address';
import type { Query } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import * as store from './store.ts';
import { type Owner, ownerOf } from '../http/who.ts';

export interface Person extends StreetAddress {
  id: string;
  owner: Owner;
  email: string;
  emailVerified: boolean;
  /** When it was confirmed; without, long ago or not at all. */
  emailSince?: Date;
  /** False for a second account of the address. */
  holdsEmail: boolean;
  firstName: string;
  /** In emails: empty until the address is confirmed, so that nobody's mailbox gets a stranger's words. */
  called: string;
  lastName: string;
  contactNumber: string;
  hasPassword: boolean;
  secondStep?: SecondStepKind;
  secondStepSince?: Date;
  /** Set on a closed account: the owner's account that replaced it. */
  joinedTo?: string;
  /** Set when nothing but the account's id is left. */
  erasedAt?: Date;
  createdAt: Date;
  language: Language;
}

/** @throws No `not_found` */
export async function viewPerson(db: Query, owner: Owner): Promise<Person> {
  const person = await findOwner(db, owner);
  if (!person) throw notFound();
  return person;
}

/** An account that is gone has none. */
export async function findOwner(db: Query, owner: Owner): Promise<Person | undefined> {
  const row = await store.customerById(db, owner.tenant, owner.customerId);
  return row && personOf(row);
}

export async function confirmedOwner(
  db: Query,
  tenant: number,
  email: string,
): Promise<Person | undefined> {
  const holder = await store.customerByEmail(db, tenant, email);
  return holder?.email_verified ? personOf(holder) : undefined;
}

export function personOf(row: store.CustomerRow): Person {
  return {
    id: row.id,
    owner: ownerOf(row.tenant_id, row.id),
    email: row.email,
    emailVerified: row.email_verified,
    holdsEmail: row.holds_email,
    firstName: row.first_name,
    called: row.email_verified ? row.first_name : '',
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
    ...(row.email_since && { emailSince: row.email_since }),
    ...(row.second_step && { secondStep: row.second_step }),
    ...(row.second_step_since && { secondStepSince: row.second_step_since }),
    ...(row.joined_to && { joinedTo: row.joined_to }),
    ...(row.erased_at && { erasedAt: row.erased_at }),
    createdAt: row.created_at,
    language: row.language === 'es' ? 'es' : 'en',
  };
}
