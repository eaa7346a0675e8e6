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
  person: Pick<Person, 'id' | 'called' | 'language'>,
  change: CardChange,
  card: string,
): Written {
  return securityEmail(brand, person, {
    ...changed[change],
    values: { card },
    pushTo: person.id,
  });
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

const disputes = {
  opened: {
    subject: 'Your bank asks us to pay {amount} back',
    lines: [
      'Your bank tells us that your payment of {amount} on {date} is disputed. The bank decides, and we’ll email you what it decided.',
      'If you asked your bank for this, you don’t have to do anything. If you didn’t, please tell your bank, and call us at {phone}.',
    ],
  },
  won: {
    subject: 'Your bank has decided: your payment of {amount} stands',
    lines: [
      'Your bank has looked at your payment of {amount} on {date}. It stands, and there is no refund.',
      'If you don’t agree, please talk to your bank.',
    ],
  },
  lost: {
    subject: 'Your bank has decided: you get {amount} back',
    lines: [
      'Your bank has looked at your payment of {amount} on {date}, and has given the money back to you.',
      'If this was a mistake, or you want to keep what you paid for, call us at {phone}.',
    ],
  },
  closed: {
    subject: 'Your bank has closed its question about {amount}',
    lines: [
      'Your bank had a question about your payment of {amount} on {date}. It is closed, and there is no refund.',
    ],
  },
} as const;

/** To the one whose bill it is, where another’s card paid (P04). */
const othersDisputes = {
  opened: {
    subject: 'A bank asks us to pay {amount} for your line back',
    lines: [
      'The bank of {payer} tells us that a payment of {amount} on {date} for one of your lines is disputed. The bank decides, and we’ll email you what it decided.',
      'None of your cards is concerned. If the money goes back, what it paid for may end.',
    ],
  },
  won: {
    subject: 'A bank has decided: a payment of {amount} for your line stands',
    lines: [
      'The bank of {payer} has looked at a payment of {amount} on {date} for one of your lines. It stands, and nothing changes for you.',
    ],
  },
  lost: {
    subject: 'A bank has decided: {amount} for your line goes back',
    lines: [
      'The bank of {payer} has looked at a payment of {amount} on {date} for one of your lines, and has decided for {payer}.',
      'What it paid for may have ended. Please look at your lines, and call us at {phone} if you have questions.',
    ],
  },
  closed: {
    subject: 'A bank has closed its question about {amount} for your line',
    lines: [
      'The bank of {payer} had a question about a payment of {amount} on {date} for one of your lines. It is closed, and there is no refund.',
    ],
  },
} as const;

interface AboutDispute {
  readonly amount: string;
  readonly date: string;
  readonly isNewDecision: boolean;
}

/** What a bank asks for, and what it decides. */
export function disputeEmail(
  brand: Brand,
  person: Person,
  news: keyof typeof disputes,
  about: AboutDispute,
): Written {
  const again = 'This takes the place of what your bank had decided before.';
  return ofDispute(brand, person, { ...disputes[news], again }, about);
}

/** The same to the one whose line another paid for. */
export function othersDisputeEmail(
  brand: Brand,
  person: Person,
  news: keyof typeof disputes,
  about: AboutDispute & { readonly payer: string },
): Written {
  const again = 'This takes the place of what that bank had decided before.';
  return ofDispute(brand, person, { ...othersDisputes[news], again }, about);
}

function ofDispute(
  brand: Brand,
  person: Person,
  { subject, lines, again }: { subject: string; lines: readonly string[]; again: string },
  { isNewDecision, ...values }: AboutDispute & { readonly payer?: string },
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines, ...(isNewDecision ? [again] : [])],
      link: { label: 'Contact us', url: pageAddress({ brand, language }, '/contact-us') },
      values: { firstName: person.called, ...values },
    },
  );
}
