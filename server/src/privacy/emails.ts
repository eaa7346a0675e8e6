import type { Obstacle } from '@portside/contract/privacy';
import { obstacles } from '@portside/contract/privacy';
import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';

type Reader = Pick<Person, 'called' | 'language'>;

export function erasedEmail(brand: Brand, { called: firstName, language }: Reader): Written {
  const lines = [
    'Hi {firstName},',
    'Your {product} account is erased, and nobody can log in to it anymore. Your name, addresses, cards, logins, chats and emails are gone.',
    'We keep what the law requires: receipts and the tax in them, what you agreed to, and what a bank may ask about a payment.',
    'This is our last email to you. Questions? Call {phone}.',
  ];
  return writeEmail(
    { brand, language },
    { subject: 'Your {product} account is erased', lines, values: { firstName } },
  );
}

/** Something came in the way since it was asked. */
export function notErasedEmail(
  brand: Brand,
  { called: firstName, language }: Reader,
  obstacle: Obstacle,
): Written {
  const reader = { brand, language };
  return writeEmail(reader, {
    subject: 'Your {product} account was not erased',
    lines: [
      'Hi {firstName},',
      'You asked us to erase your {product} account. We couldn’t: {why}',
      'Your account stays as it is, and your request is closed.',
    ],
    link: {
      label: 'Open the settings',
      url: pageAddress(reader, '/dashboard/setting'),
    },
    values: { firstName, why: say(language, obstacles[obstacle]) },
  });
}
