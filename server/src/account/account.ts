import { normalEmail } from '@portside/contract/fields';
import type { SecondStepKind } from '@portside/contract/second-step';
import type { StreetAddress } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { personOf, type Person } from './person.ts';
import * as store from './store.ts';
import type { Owner } from '../http/who.ts';

interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  language: string;
}

/** Undefined when another account of the tenant holds this email address. */
export function openAccount(
  app: App,
  tx: Tx,
  tenant: number,
  person: NewPerson,
): Promise<string | undefined> {
  return insertPerson(app, tx, tenant, person, { holdsEmail: true });
}

/**
 * Opens a second account with an address that another one holds. The caller cannot tell the two
 * apart. What names the address leads elsewhere, until it is confirmed ({@link confirmEmail}).
 */
export async function openSecondAccount(
  app: App,
  tx: Tx,
  tenant: number,
  person: NewPerson,
): Promise<string> {
  const id = await insertPerson(app, tx, tenant, person, { holdsEmail: false });
  if (!id) throw new Error('An account beside another one was not opened');
  return id;
}

async function insertPerson(
  app: App,
  tx: Tx,
  tenant: number,
  person: NewPerson,
  { holdsEmail }: { holdsEmail: boolean },
): Promise<string | undefined> {
  const id = app.random.id('usr');
  const inserted = await store.insertCustomer(tx, {
    id,
    tenant_id: tenant,
    email: normalEmail(person.email),
    email_verified: person.emailVerified,
    email_since: person.emailVerified ? app.clock.now() : null,
    holds_email: holdsEmail,
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
    second_step: null,
    second_step_since: null,
    language: person.language,
    created_at: app.clock.now(),
    joined_to: null,
    erased_at: null,
    joined_at: null,
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

export async function namedPerson(
  db: Query,
  tenant: number,
  name: string,
): Promise<Person | undefined> {
  if (name.includes('@')) return findPerson(db, tenant, name);
  const row = await store.customerById(db, tenant, name);
  return row && personOf(row);
}

/**
 * How many accounts of one address a password is tried on: each costs a hash. One more where the
 * address is confirmed, so that strangers' accounts are equally many with and without an owner.
 */
const TRIED = 6;

export async function peopleAt(db: Query, tenant: number, email: string): Promise<Person[]> {
  const [first, ...others] = await everyoneAt(db, tenant, email);
  if (!first) return [];
  return [first, ...others].slice(0, first.emailVerified ? TRIED + 1 : TRIED);
}

export async function everyoneAt(db: Query, tenant: number, email: string): Promise<Person[]> {
  return (await store.customersAt(db, tenant, normalEmail(email))).map(personOf);
}

/** Ids of whom {@link everyoneAt} has first at each address, by the address as it was asked. */
export async function firstAtEach(
  db: Query,
  tenant: number,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.firstAt(db, tenant, emails.map(normalEmail));
  const ids = new Map(rows.map(({ email, id }) => [email, id]));
  return new Map(
    emails.flatMap((email) => {
      const id = ids.get(normalEmail(email));
      return id === undefined ? [] : [[email, id] as const];
    }),
  );
}

export async function notePassword(tx: Tx, owner: Owner, has: boolean): Promise<void> {
  await store.updateCustomer(tx, owner.tenant, owner.customerId, { has_password: has });
}

export async function noteSecondStep(
  app: App,
  tx: Tx,
  owner: Owner,
  kind: SecondStepKind | null,
): Promise<void> {
  await store.updateCustomer(tx, owner.tenant, owner.customerId, {
    second_step: kind,
    second_step_since: kind && app.clock.now(),
  });
}

/** Details from checkout for the next time; nothing is overwritten. */
export async function rememberContact(
  tx: Tx,
  owner: Owner,
  contact: StreetAddress &
    Pick<Person, 'contactNumber'> &
    Partial<Pick<Person, 'firstName' | 'lastName'>>,
): Promise<void> {
  await store.fillInCustomer(tx, owner.tenant, owner.customerId, {
    first_name: contact.firstName ?? '',
    last_name: contact.lastName ?? '',
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
