import { dateAlone, money } from '@portside/contract/formats';
import type { LineReader } from '../lines/told.ts';
import type { Brand } from '../brands/brands.ts';
import type { Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { aboutPaying, type AboutLine } from './line-email.ts';

interface Ends {
  at: Date;
  cents: number;
  isWhole: boolean;
  /** What is paid later, but in time. */
  risen: { from: Date; cents: number } | undefined;
}

/** K26. */
export function payReminderEmail(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { at, cents, isWhole, risen }: Ends,
): Written {
  const { language } = person;
  return aboutPaying(brand, person, line, {
    subject: 'Your line {number} is paid until {date}',
    together: { title: 'The paid time of {count} of your lines ends soon' },
    brief: 'Your line {number} is paid until {date}. Log in and pay to keep it working.',
    lines: [
      'The time that you paid for your line {number} ends on {date}.',
      isWhole
        ? 'The next 30 days cost {total}. Pay before then, and your service goes on without a break.'
        : 'The next 30 days cost {total}, plus taxes and fees. Pay before then, and your service goes on without a break.',
      ...(risen ? ['From {from} on they cost {more}.'] : []),
      'If you don’t want these reminders, turn them off on the line’s page.',
    ],
    values: {
      date: dateAlone(at, brand.timeZone, language),
      total: money(dollars(cents), language),
      from: risen ? dateAlone(risen.from, brand.timeZone, language) : '',
      more: risen ? money(dollars(risen.cents), language) : '',
    },
  });
}
