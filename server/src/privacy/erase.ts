import type { Obstacle } from '@portside/contract/privacy';
import { addressesLeft, emptyPerson, lockWithJoined } from '../account/erasing.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Owner } from '../http/who.ts';
import { endMembershipsOf } from '../household/ended-members.ts';
import { defineJob } from '../jobs/jobs.ts';
import { detachCards } from '../payments/cards.ts';
import { endAllTexts } from '../texts/allow-texts.ts';
import { erasedEmail } from './emails.ts';
import * as eraseStore from './erase-store.ts';
import { whatIsInTheWay } from './in-the-way.ts';

const SEALED = 'erased addresses';
/** Mail servers are asked for a day, and what was sent is noted for support. */
const LAST_LETTERS_SECONDS = 25 * 3600;

export const eraseLetters = defineJob<{ tenant: number; sealed: string }>('erase-letters');

/**
 * For the console, the command line and the customer's own wish alike. With the accounts that were
 * joined to it. @throws No `not_found` when it is erased already, or closed
 */
export async function erase(
  app: App,
  tx: Tx,
  brand: Brand,
  owner: Owner,
): Promise<undefined | Refused<Obstacle>> {
  const people = await lockWithJoined(tx, owner);
  const person = people.find(({ id }) => id === owner.customerId);
  if (!person || person.joinedTo) throw notFound();
  for (const one of people) {
    const [obstacle] = await whatIsInTheWay(app, tx, one.owner);
    if (obstacle) return refused(obstacle);
  }
  // To an address of one's own only: the other account's owner would read it.
  if (person.holdsEmail) {
    await queueEmail(app, tx, brand, person.email, erasedEmail(brand, person));
  }
  const addresses: string[] = [];
  for (const one of people) {
    const own = [one.email, ...(await eraseStore.formerAddressesOf(tx, one.owner))];
    addresses.push(...own);
    await eraseStore.takeOffReceipts(tx, one.owner, own);
    await detachCards(app, tx, one.owner);
    await endAllTexts(app, tx, one.owner);
    await endMembershipsOf(app, tx, one.owner);
    await eraseStore.eraseRows(tx, one.owner);
    await emptyPerson(tx, one.owner, app.clock.now());
  }
  const free = await addressesLeft(tx, owner.tenant, addresses);
  await eraseStore.eraseAddresses(tx, owner.tenant, free);
  const sealed = app.secrets.seal(JSON.stringify(free), SEALED);
  const again = { tenant: owner.tenant, sealed };
  await app.jobs.enqueue(tx, eraseLetters, again, { after: LAST_LETTERS_SECONDS });
  return undefined;
}

/** What was on its way when the account was erased. Harmless when repeated. */
export async function eraseLastLetters(
  app: App,
  { tenant, sealed }: { tenant: number; sealed: string },
): Promise<void> {
  const addresses = JSON.parse(app.secrets.open(sealed, SEALED)) as string[];
  await app.db.transaction(async (tx) => {
    const own = await addressesLeft(tx, tenant, addresses);
    await eraseStore.eraseAddresses(tx, tenant, own);
  });
}
