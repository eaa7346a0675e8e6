import { phone } from '@portside/contract/phone';
import type { LineReader } from './told.ts';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import type { SuspensionReason } from './suspension.ts';

export function aboutLine(
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  { subject, lines, isOver }: { subject: string; lines: string[]; isOver?: true },
): Written {
  const { language, called: firstName } = person;
  const reader = { brand, language };
  // Nobody but its holder may open it then.
  const isGone = isOver && person.sharing !== undefined && person.sharing.as !== 'holder';
  const page = isGone ? '/dashboard' : `/dashboard/lines/${line.id}`;
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines],
    link: { label: isGone ? 'Go to my lines' : 'Go to my line', url: pageAddress(reader, page) },
    urgent: true,
    push: { to: person.id, about: 'security' },
    sharing: person.sharing,
    values: { firstName, number: phone(line.mdn) },
  });
}

export const blockedEmail = (
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  isOnHold: boolean,
) =>
  aboutLine(brand, person, line, {
    subject: 'Your {product} line {number} is blocked',
    lines: [
      'Your line {number} was blocked in your account, and the network has done it. Nobody can call, text or use data with it.',
      isOnHold
        ? 'It’s on hold, too, and stays so: when its hold ends, the line is still blocked. The number stays yours.'
        : 'The days you’ve paid for keep running. If autopay is on, it charges as planned. The number stays yours.',
      'When you have the phone again, unblock the line on its page. If you don’t get it back, replace the SIM.',
      'If you didn’t do this, unblock the line on its page, change your password, and call us: {phone}.',
    ],
  });

/** The carrier ended it, unasked. */
export const endedByCarrierEmail = (
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
) =>
  aboutLine(brand, person, line, {
    isOver: true,
    subject: 'Your {product} line {number} has ended',
    lines: [
      'Our network ended your line {number}. You can’t call, text or use data with it anymore, and you won’t be charged for it again.',
      'If you didn’t expect this, call us now: {phone}. We’ll find out why, and refund the days you paid for and didn’t get.',
    ],
  });

/** To who has a line of another account (P04). */
export const worksAgainEmail = (
  brand: Brand,
  reader: LineReader,
  line: { id: string; mdn: string },
) =>
  aboutLine(brand, reader, line, {
    subject: 'Your {product} line {number} works again',
    lines: ['Your line {number} is no longer paused: the network has turned it back on.'],
  });

export const unblockedEmail = (
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  { other, isAsked = false }: { other: SuspensionReason | undefined; isAsked?: boolean },
) =>
  aboutLine(brand, person, line, {
    subject: 'Your {product} line {number} is unblocked',
    lines: [
      'Your line {number} was unblocked in your account.',
      ...(other ? [] : ['The network has turned it back on.']),
      ...(other === 'unpaid' ? ['It’s still paused, because its next 30 days aren’t paid.'] : []),
      ...(other === 'on_hold'
        ? [
            isAsked
              ? 'It’s being put on hold, as asked before. You’ll get an email when that’s done.'
              : 'It’s still on hold. You can turn it back on on its page.',
          ]
        : []),
      'If you didn’t do this, block the line again on its page, change your password, and call us: {phone}.',
    ],
  });
