import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import type { Person } from '../account/person.ts';

export function goodwillEmail(
  brand: Brand,
  person: Person,
  { amount, reason }: { amount: string; reason: string },
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: 'You have {amount} of {product} credit from us',
      lines: [
        'Hi {firstName},',
        'We gave you {amount} of credit: {reason}',
        'You don’t have to do anything. We’ll use it first the next time you pay.',
      ],
      link: {
        label: 'See my credit',
        url: pageAddress({ brand, language }, '/dashboard/payment'),
      },
      values: { firstName: person.called, amount, reason },
    },
  );
}
