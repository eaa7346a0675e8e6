import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, type Written } from '../emails/email.ts';

/** To who is on the phone with us, and reads it out. A thief who calls them must not get it by asking. */
export function callerCodeEmail(
  brand: Brand,
  { language, called: firstName }: Pick<Person, 'language' | 'called'>,
  code: string,
): Written {
  return writeEmail(
    { brand, language },
    {
      subject: 'Your code for {product} support',
      lines: [
        'Hi {firstName},',
        'You’re talking with {product} support. Read this code out to the person who helps you. They can then see and change your account for 15 minutes.',
        'Did somebody call you and ask for it? Hang up: we never call you to get a code.',
      ],
      code,
      values: { firstName },
    },
  );
}
