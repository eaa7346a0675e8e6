import { dateAndTime } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineLocks } from '@portside/contract/line-locks';
import type { Line } from '@portside/contract/lines';
import type { LineReader } from '../lines/told.ts';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';

export type Lock = keyof LineLocks;

export const lockNames: Readonly<Record<Lock, string>> = {
  sim: 'SIM lock',
  number: 'number lock',
};

function aboutLock(
  brand: Brand,
  person: LineReader,
  line: Line,
  lock: Lock,
  words: {
    subject: string;
    lines: string[];
    link: string;
    brief?: string;
    values?: Record<string, string>;
  },
): Written {
  const { language, called: firstName } = person;
  const reader = { brand, language };
  return writeEmail(reader, {
    subject: words.subject,
    lines: ['Hi {firstName},', ...words.lines],
    link: { label: words.link, url: pageAddress(reader, `/dashboard/lines/${line.id}#locks`) },
    urgent: true,
    sharing: person.sharing,
    push: { to: person.id, about: 'security', sentence: words.brief ?? words.subject },
    ...(words.brief && {
      brief: { to: person.id, about: 'security', sentence: words.brief },
    }),
    values: {
      firstName,
      lock: say(language, lockNames[lock]),
      number: line.mdn ? phone(line.mdn) : say(language, 'your new line'),
      ...words.values,
    },
  });
}

export const unlockingEmail = (
  brand: Brand,
  person: LineReader,
  line: Line,
  lock: Lock,
  offAt: Date,
) =>
  aboutLock(brand, person, line, lock, {
    subject: 'The {lock} of {number} turns off on {time}',
    lines: [
      'Someone asked in your account to turn off the {lock} of your line {number}. It turns off on {time}.',
      lock === 'sim'
        ? 'Once it’s off, the line can be moved to another SIM.'
        : 'Once it’s off, the number can be changed or moved to another carrier.',
      'If that was you, there’s nothing to do. If this wasn’t you, open the line’s page before then and press “Keep it locked”. Then change your password, and call us: {phone}.',
    ],
    brief: 'The {lock} of {number} turns off on {time}. Not you? Call {phone} now.',
    link: 'Keep it locked',
    values: { time: dateAndTime(offAt, brand.timeZone, person.language) },
  });

export const keptOnEmail = (brand: Brand, person: LineReader, line: Line, lock: Lock) =>
  aboutLock(brand, person, line, lock, {
    subject: 'The {lock} of {number} stays on',
    lines: [
      'The {lock} of your line {number} was about to turn off. That was called off, so it stays on.',
      'If you didn’t do this, change your password, and call us: {phone}.',
    ],
    link: 'Go to my line',
  });
