import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { LineReader } from '../lines/told.ts';

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
  /** In a text message. */
  brief?: string;
}

const words = {
  ends: {
    subject: 'Your {product} line {number} ends on {date}',
    lines: [
      'You asked us to end your line {number}. It ends on {date}, and you won’t be charged for it again.',
      'After that the number is gone for good. To take it to another carrier, do that before {date}.',
      'You can change your mind until then: one press on the line’s page keeps it. If you didn’t ask for this, do that and call us at {phone}.',
    ],
    link: 'Keep this line',
    brief: 'Your line {number} ends on {date}. Not you? Call {phone} now.',
  },
  endsSooner: {
    subject: 'Your {product} line {number} ends on {date}',
    lines: [
      'You asked us to end your line {number} before all that you paid for is used. It ends on {date}, and you won’t be charged for it again.',
      'What you paid for after that day becomes credit when the line ends: {credit}.',
      'After that the number is gone for good. To take it to another carrier, do that before {date}.',
      'You can change your mind until then: one press on the line’s page keeps it. If you didn’t ask for this, do that and call us at {phone}.',
    ],
    link: 'Keep this line',
    brief: 'Your line {number} ends on {date}. Not you? Call {phone} now.',
  },
  kept: {
    subject: 'Your {product} line {number} goes on',
    lines: ['Your line {number} doesn’t end. It’s paid until {date}.'],
    link: 'Go to my line',
  },
  keptWithAutopay: {
    subject: 'Your {product} line {number} goes on',
    lines: [
      'Your line {number} doesn’t end. It’s paid until {date}.',
      'Autopay is on again, as it was before. You can turn it off on the line’s page.',
    ],
    link: 'Go to my line',
  },
  ended: {
    subject: 'Your {product} line {number} has ended',
    lines: [
      'Your line {number} has ended, as you asked, and its number is no longer yours.',
      'You won’t be charged for it again. Your receipts stay in your account.',
    ],
    link: 'Go to my account',
  },
} as const satisfies Record<string, Words>;

/** K17. */
export function endingEmail(
  brand: Brand,
  person: LineReader,
  about: keyof typeof words,
  line: { id: string; mdn: string; paidUntil?: Date; credit?: string },
): Written {
  const { language } = person;
  const { subject, lines, link, brief }: Words = words[about];
  const ofLine = `/dashboard/lines/${line.id}${about.startsWith('ends') ? '#end' : ''}`;
  const page = about === 'ended' ? '/dashboard' : ofLine;
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines],
      link: { label: link, url: pageAddress({ brand, language }, page) },
      sharing: person.sharing,
      push: { to: person.id, about: brief ? 'security' : 'line', sentence: brief ?? subject },
      ...(brief && { brief: { to: person.id, about: 'security', sentence: brief } }),
      values: {
        firstName: person.called,
        number: phone(line.mdn),
        credit: line.credit ?? '',
        date: line.paidUntil ? dateAlone(line.paidUntil, brand.timeZone, language) : '',
      },
    },
  );
}

/** The line has ended, and periods that were paid had not begun (P10). */
export function unusedEmail(
  brand: Brand,
  person: LineReader,
  line: { mdn: string },
  credit: string,
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: '{credit} of credit for what your line {number} didn’t use',
      lines: [
        'Hi {firstName},',
        'Your line {number} has ended, and time that you paid for had not begun. Its price is now credit in your account: {credit}.',
        'Credit is used first at your next payment. If you have no line with us any more, call us at {phone}.',
      ],
      link: { label: 'Go to my account', url: pageAddress({ brand, language }, '/dashboard') },
      push: { to: person.id, about: 'line' },
      values: { firstName: person.called, number: phone(line.mdn), credit },
    },
  );
}
