import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { Person } from '../account/person.ts';
import { securityEmail } from '../account/security-email.ts';

export type CardChange = 'added' | 'deleted' | 'primary';

const changed: Readonly<Record<CardChange, { subject: string; line: string }>> = {
  added: {
    subject: 'A card was saved in your {product} account',
    line: 'The card {card} was just saved in your {product} account.',
  },
  deleted: {
    subject: 'A card was deleted from your {product} account',
    line: 'The card {card} was just deleted from your {product} account. It won’t be charged anymore.',
  },
  primary: {
    subject: 'Your {product} primary card was changed',
    line: 'The card {card} is now the primary card of your {product} account.',
  },
};

/** Network and last four digits identify the card and are of no other use. */
export function cardEmail(
  brand: Brand,
  person: Pick<Person, 'called' | 'language'>,
  change: CardChange,
  card: string,
): Written {
  return securityEmail(brand, person, { ...changed[change], values: { card } });
}

export function strayEmail(brand: Brand, person: Person, amount: string): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: 'We charged your card by mistake and refunded it',
      lines: [
        'Hi {firstName},',
        'Your card was charged {amount} for an order that didn’t go through. We refunded the whole amount. Your bank will show it within a few days.',
        'You don’t have to do anything. If you have a question, call us at {phone}.',
      ],
      link: { label: 'Contact us', url: pageAddress({ brand, language }, '/contact-us') },
      values: { firstName: person.called, amount },
    },
  );
}
