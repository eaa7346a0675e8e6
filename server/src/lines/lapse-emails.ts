import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import type { LineReader } from './told.ts';

const paused = {
  subject: 'Your {product} line {number} is paused',
  brief:
    'Your line {number} is paused until its next 30 days are paid. We keep the number until {keptUntil}.',
  link: 'Pay for the next 30 days',
} as const;
const payAgain =
  'Pay for the next 30 days, and it works again within a minute. We keep your number until {keptUntil}.';

const words = {
  suspended: {
    ...paused,
    lines: ['The time that you paid for has ended, so your line {number} is paused.', payAgain],
  },
  refunded: {
    ...paused,
    lines: ['The days that you paid for were refunded, so your line {number} is paused.', payAgain],
  },
  reminded: {
    subject: 'We keep your number {number} until {keptUntil}',
    brief:
      'Your line {number} is still paused. Pay by {keptUntil}, or the number is gone for good.',
    lines: [
      'Your line {number} is still paused, because the next 30 days aren’t paid.',
      'We keep your number until {keptUntil}. After that it’s gone for good. Pay for the next 30 days, and the line works again within a minute.',
    ],
    link: 'Pay for the next 30 days',
  },
  ended: {
    subject: 'Your {product} line {number} has ended',
    brief: 'Your line {number} has ended because we didn’t get a payment.',
    lines: [
      'We didn’t get a payment for your line {number}, so it has ended and its number is no longer yours.',
      'You won’t be charged for it again.',
    ],
    link: 'Go to my lines',
  },
} as const;

const autopayComes = 'Autopay charges your card on {charged}. To use the line sooner, pay now.';

/** K06. */
export function unpaidEmail(
  brand: Brand,
  person: LineReader,
  about: keyof typeof words,
  line: { id: string; mdn: string; keptUntil: Date; chargeAt: Date | undefined },
): Written {
  const { language } = person;
  const { subject, lines, link, brief } = words[about];
  const ofLine = `/dashboard/lines/${line.id}`;
  const pays = person.sharing?.as === 'user' ? ofLine : `${ofLine}/renew`;
  const page = about === 'ended' ? '/dashboard' : pays;
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines, ...(line.chargeAt ? [autopayComes] : [])],
      brief: { to: person.id, about: 'line', sentence: brief },
      sharing: person.sharing,
      link: { label: link, url: pageAddress({ brand, language }, page) },
      values: {
        firstName: person.called,
        number: phone(line.mdn),
        keptUntil: dateAlone(line.keptUntil, brand.timeZone, language),
        ...(line.chargeAt && { charged: dateAlone(line.chargeAt, brand.timeZone, language) }),
      },
    },
  );
}
