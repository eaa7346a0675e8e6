import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import type { Person } from '../account/person.ts';

/** Never the eSIM code: it is a secret. */
export function lineActiveEmail(brand: Brand, person: Person, mdn: string): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: 'Your {product} line is active',
      lines: [
        'Hi {firstName},',
        'Your line with the number {number} is active.',
        'Your account shows how to set up the SIM on your phone.',
      ],
      link: { label: 'Go to my line', url: pageAddress({ brand, language }, '/dashboard') },
      values: { firstName: person.called, number: phone(mdn) },
    },
  );
}
