import { phone } from '@portside/contract/phone';
import type { LineReader } from './told.ts';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';

/** Without the address: whoever reads it may be somebody else. */
export function addressEmail(
  brand: Brand,
  { id: to, called: firstName, language, sharing }: LineReader,
  line: { id: string; mdn: string },
  { isFound, hadOne }: { isFound: boolean; hadOne: boolean },
): Written {
  const reader = { brand, language };
  return writeEmail(reader, {
    subject: isFound
      ? 'The 911 address of {number} was changed'
      : 'The 911 address of {number} was not changed',
    lines: [
      'Hi {firstName},',
      ...(isFound
        ? [
            'The address that 911 gets for Wi-Fi calls of your line {number} was just changed. You can see it on the line’s page.',
            'If you didn’t do this, change it back on the line’s page, change your password, and call us: {phone}.',
          ]
        : !hadOne
          ? [
              '911 responders can’t find the address that you entered for your line {number}. Until you enter another one on the line’s page, 911 may get the address of whoever had this line before.',
            ]
          : [
              '911 responders can’t find the address that you entered for your line {number}, so the old one stays. Please enter it again on the line’s page.',
            ]),
    ],
    link: { label: 'Go to my line', url: pageAddress(reader, `/dashboard/lines/${line.id}`) },
    push: { to, about: 'security' },
    sharing,
    values: { firstName, number: phone(line.mdn) },
  });
}
