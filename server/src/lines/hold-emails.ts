import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineReader } from './told.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { SuspensionReason } from './suspension.ts';

interface HeldLine {
  readonly id: string;
  readonly mdn: string;
  readonly paidUntil: Date | null;
}

/** What else is so of the line. */
export interface Beside {
  /** Pauses it, too. */
  readonly other: SuspensionReason | undefined;
  /** The network was asked to block it, and has not done it yet. */
  readonly isAsked: boolean;
  /** Its customer ends it, with what is paid. */
  readonly ends: boolean;
}

const stillPaused = {
  blocked: 'It stays blocked until you unblock it on its page.',
  by_operator: 'We paused it, too. Please contact us: {phone}.',
  on_hold: '',
  unpaid: 'It’s still paused, because its next 30 days aren’t paid.',
} as const satisfies Record<SuspensionReason, string>;

const blocking = 'The network is still blocking it. You’ll get an email when that’s done.';

const still = ({ other, isAsked }: Beside) =>
  other ? [isAsked ? blocking : stillPaused[other]] : [];

const paid = ({ other, ends }: Beside) =>
  ends
    ? ['You asked us to end this line: it ends on {paidUntil}, with what is paid.']
    : other === 'unpaid'
      ? []
      : ['The line is paid until {paidUntil}.'];

function aboutHold(
  brand: Brand,
  person: LineReader,
  line: HeldLine,
  about: { subject: string; lines: readonly string[]; until?: Date },
): Written {
  const { language, called: firstName } = person;
  const reader = { brand, language };
  const day = (at: Date | null | undefined) => (at ? dateAlone(at, brand.timeZone, language) : '');
  return writeEmail(reader, {
    subject: about.subject,
    lines: ['Hi {firstName},', ...about.lines],
    link: { label: 'Go to my line', url: pageAddress(reader, `/dashboard/lines/${line.id}`) },
    push: { to: person.id, about: 'line' },
    sharing: person.sharing,
    values: {
      firstName,
      number: phone(line.mdn),
      until: day(about.until),
      paidUntil: day(line.paidUntil),
    },
  });
}

/** The network has paused it. */
export const onHoldEmail = (
  brand: Brand,
  person: LineReader,
  line: HeldLine,
  { until, ...beside }: Beside & { until: Date },
): Written =>
  aboutHold(brand, person, line, {
    until,
    subject: 'Your {product} line {number} is on hold',
    lines: [
      'Your line {number} is on hold, as asked in your account. Nobody can call, text or use data with it. Don’t count on it for 911.',
      beside.other
        ? 'Its hold ends on {until}. The number stays yours, and autopay charges nothing before then.'
        : 'It turns back on automatically on {until}. The number stays yours, and autopay charges nothing before then.',
      ...still(beside),
      ...paid(beside),
      'You can end the hold earlier on its page. It can then cost fewer days.',
      'If you didn’t do this, end the hold, change your password, and call us: {phone}.',
    ],
  });

/** A few days before the end. */
export const backSoonEmail = (
  brand: Brand,
  person: LineReader,
  line: HeldLine,
  { until, ...beside }: Beside & { until: Date },
): Written =>
  aboutHold(brand, person, line, {
    until,
    subject: beside.other
      ? 'The hold of your {product} line {number} ends on {until}'
      : 'Your {product} line {number} is back on {until}',
    lines: [
      'The hold of your line {number} ends on {until}.',
      ...still(beside),
      ...paid(beside),
      ...(beside.ends
        ? []
        : [
            'If autopay is on, it charges for the next 30 days shortly before {paidUntil}, as usual.',
          ]),
    ],
  });

/** The network has turned it back on, or something else keeps it paused. */
export const holdOverEmail = (
  brand: Brand,
  person: LineReader,
  line: HeldLine,
  beside: Beside,
): Written =>
  aboutHold(brand, person, line, {
    subject: beside.other
      ? 'The hold of your {product} line {number} is over'
      : 'Your {product} line {number} is back on',
    lines: [
      beside.other
        ? 'The hold of your line {number} is over.'
        : 'Your line {number} is no longer on hold. The network has turned it back on.',
      ...still(beside),
      ...paid(beside),
    ],
  });

/** The network did not pause it within a day. */
export const notHeldEmail = (
  brand: Brand,
  person: LineReader,
  line: HeldLine,
  beside: Beside,
): Written =>
  aboutHold(brand, person, line, {
    subject: 'Your {product} line {number} couldn’t be put on hold',
    lines: [
      'You asked us to put your line {number} on hold. Our network hasn’t done it within a day, so we took that back. It cost you nothing.',
      ...still(beside),
      ...paid(beside),
      'You can try again on the line’s page. If something isn’t as it should be, call us: {phone}.',
    ],
  });
