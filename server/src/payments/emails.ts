import { type Person, securityLetter } from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import type { Written } from '../letters/letter.ts';

/** What can happen to a saved card. */
export type CardChange = 'added' | 'deleted' | 'primary';

const changed: Readonly<Record<CardChange, { subject: string; line: string }>> = {
  added: {
    subject: 'A card was saved in your {product} account',
    line: 'the card {card} was saved in your {product} account just now.',
  },
  deleted: {
    subject: 'A card was deleted from your {product} account',
    line: 'the card {card} was deleted from your {product} account just now. It is not charged any more.',
  },
  primary: {
    subject: 'Your {product} primary card was changed',
    line: 'the card {card} is the primary one of your {product} account from now on.',
  },
};

/** Names the card by its network and last four digits: enough to know it, too little to use it. */
export function cardLetter(
  app: App,
  brand: Brand,
  person: Pick<Person, 'firstName' | 'language'>,
  change: CardChange,
  card: string,
): Written {
  return securityLetter(app, brand, person, { ...changed[change], values: { card } });
}
