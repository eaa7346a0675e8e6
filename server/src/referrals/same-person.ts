import { findOwner } from '../account/person.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { cardsOf } from '../payments/cards.ts';

/** As far as we know: by account, mailbox and saved cards. */
export async function isSamePerson(db: Query, one: Owner, other: Owner): Promise<boolean> {
  if (one.customerId === other.customerId) return true;
  const [mine, theirs] = [await mailboxOf(db, one), await mailboxOf(db, other)];
  if (mine !== '' && mine === theirs) return true;
  const known = new Set(await cardsAlike(db, one));
  return known.size > 0 && (await cardsAlike(db, other)).some((card) => known.has(card));
}

/** Many mail services see no dots, and nothing after a plus. */
async function mailboxOf(db: Query, owner: Owner): Promise<string> {
  const email = (await findOwner(db, owner))?.email.toLowerCase() ?? '';
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(0, at)).replace(/\+.*$/, '').replaceAll('.', '');
  return name === '' ? email : `${name}${email.slice(at)}`;
}

/** We keep no fingerprint of a card. */
async function cardsAlike(db: Query, owner: Owner): Promise<string[]> {
  const cards = await cardsOf(db, owner);
  return cards.map(({ network, last4Digits, expiry, cardholderName }) =>
    [network, last4Digits, expiry, cardholderName.toLowerCase().replaceAll(/\s+/g, ' ')].join(' '),
  );
}
