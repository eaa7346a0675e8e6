import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { LineReader } from '../lines/told.ts';

interface Words {
  subject: string;
  brief?: string;
  lines: readonly string[];
}

const changed: Words = {
  subject: 'Your number is now {number}',
  brief: 'Your line {oldNumber} has another number now. Not you? Call {phone} now.',
  lines: [
    'Your line {oldNumber} has the new number {number}. The old number is gone for good.',
    'Tell everybody who calls you, and change the number wherever it receives codes: at your bank, your email, your apps.',
    'If you didn’t ask for this, call us now at {phone}.',
  ],
};

const subject = 'Your number {number} stays';
const noneFree: Words = {
  subject,
  lines: [
    'There is no free number near the ZIP Code that you entered, so your line keeps {number}. You can try another ZIP Code on the line’s page.',
  ],
};
const notChanged: Words = {
  subject,
  lines: [
    'The network didn’t change your number, so your line keeps {number}. You can try again later on the line’s page, or call us at {phone}.',
  ],
};

/** K18. */
export const numberChangedEmail = (
  brand: Brand,
  person: LineReader,
  { oldMdn, ...line }: { id: string; mdn: string; oldMdn: string },
): Written => write(brand, person, line, changed, { oldNumber: phone(oldMdn) });

export const numberKeptEmail = (
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  reason: 'no_numbers' | 'other' | null,
): Written => write(brand, person, line, reason === 'no_numbers' ? noneFree : notChanged, {});

function write(
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  { subject, lines, brief }: Words,
  values: Record<string, string>,
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines],
      link: {
        label: 'Go to my line',
        url: pageAddress({ brand, language }, `/dashboard/lines/${line.id}`),
      },
      urgent: true,
      sharing: person.sharing,
      push: { to: person.id, about: brief ? 'security' : 'line', sentence: brief ?? subject },
      ...(brief && { brief: { to: person.id, about: 'security', sentence: brief } }),
      values: { firstName: person.called, number: phone(line.mdn), ...values },
    },
  );
}
