import type {
  chooseLanguage as chooseLanguageCall,
  editUser as editUserCall,
} from '@portside/contract/account';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { sendNewAddressCode } from './change-email.ts';
import { changeContactNumber } from './contact-number.ts';
import { postNotice } from './notices.ts';
import { viewPerson } from './person.ts';
import * as store from './store.ts';
import { noteActivity } from '../sessions/activity.ts';

type Input = ParsedInputOf<typeof editUserCall>;
type Said = OutputOf<typeof editUserCall>;

/**
 * Changes one of: names, address, phone number. A new email address gets a code first ({@link
 * sendNewAddressCode}, I17).
 */
export async function editUser(
  app: App,
  who: Customer,
  input: Input,
): Promise<Said | Refused<'email_same'>> {
  return app.db.transaction(async (tx) => {
    if (input.email !== undefined) return editEmail(app, tx, who, input.email);
    if (input.phoneNumber !== undefined) return editPhone(app, tx, who, input.phoneNumber);
    if (input.streetName !== undefined) return editAddress(app, tx, who, input);
    return editNames(app, tx, who, input);
  });
}

async function editEmail(
  app: App,
  tx: Tx,
  who: Customer,
  email: string,
): Promise<Said | Refused<'email_same'>> {
  const newEmail = normalEmail(email);
  const person = await viewPerson(tx, who);
  if (person.email === newEmail) return refused('email_same');
  await sendNewAddressCode(app, tx, who, newEmail);
  return { message: say(who.language, 'We sent a code to your new email address.') };
}

async function editPhone(app: App, tx: Tx, who: Customer, contactNumber: string): Promise<Said> {
  const before = await viewPerson(tx, who);
  const change = { from: before.contactNumber, to: contactNumber };
  await changeContactNumber(app, tx, who, change);
  await noteActivity(app, tx, who, 'phone_changed');
  await postNotice(app, tx, who, before, 'phone');
  return { message: say(who.language, 'Your phone number was changed.') };
}

async function editAddress(app: App, tx: Tx, who: Customer, input: Input): Promise<Said> {
  const before = await viewPerson(tx, who);
  await store.updateCustomer(tx, who.tenant, who.customerId, {
    street_number: input.streetNumber ?? '',
    street_direction: input.streetDirection ?? '',
    street_name: input.streetName ?? '',
    street_unit: input.streetUnit ?? '',
    city: input.city ?? '',
    state: input.state ?? '',
    zip_code: input.zipCode ?? '',
  });
  await noteActivity(app, tx, who, 'address_changed');
  await postNotice(app, tx, who, before, 'address');
  return { message: say(who.language, 'Your address was changed.') };
}

async function editNames(app: App, tx: Tx, who: Customer, input: Input): Promise<Said> {
  await store.updateCustomer(tx, who.tenant, who.customerId, {
    first_name: input.firstName ?? '',
    last_name: input.lastName ?? '',
  });
  await noteActivity(app, tx, who, 'name_changed');
  return { message: say(who.language, 'Your name was changed.') };
}

export async function chooseLanguage(
  app: App,
  who: Customer,
  { language }: ParsedInputOf<typeof chooseLanguageCall>,
): Promise<Said> {
  await store.updateCustomer(app.db.query, who.tenant, who.customerId, { language });
  return { message: say(language, 'From now on we’ll write to you in this language.') };
}
