import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { placeOrder } from '@portside/contract/checkout';
import { type Person, viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';

type Input = ParsedInputOf<typeof placeOrder>;

const plain = (...words: (string | undefined)[]) =>
  words.join(' ').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const streetOf = ({ streetNumber, streetDirection = '', streetName }: Input | Person) =>
  plain(streetNumber, streetDirection, streetName);

/** A line in another name, or for or mailed to another address than the account's. */
export async function isForAnother(app: App, who: Customer, input: Input): Promise<boolean> {
  const person = await viewPerson(app.db.query, who);
  const { shipping } = input;
  const at = (place: { city: string; state: string; zipCode: string }) =>
    plain(place.city, place.state, place.zipCode);
  const isOwnName =
    plain(input.firstName, input.lastName) === plain(person.firstName, person.lastName);
  const isOwnPlace = streetOf(input) === streetOf(person) && at(input) === at(person);
  const isOwnMailbox =
    !shipping ||
    (plain(shipping.addressOne).startsWith(streetOf(person)) && at(shipping) === at(person));
  return !isOwnName || !isOwnPlace || !isOwnMailbox;
}
