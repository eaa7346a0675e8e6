import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import {
  writeEmail,
  pageAddress,
  type Words as EmailWords,
  type Written,
} from '../emails/email.ts';
import { say } from '../words/say.ts';
import type { LineReader } from '../lines/told.ts';

export interface AboutLine {
  id: string;
  mdn: string;
}

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
  /** Below the line's page. */
  to?: string;
  values?: Record<string, string>;
  brief?: string;
  /** On a lock screen, where the subject says too much. */
  push?: string;
  together?: EmailWords['together'];
}

/** An email that leads to the line's page, and to the end of the line (K17). */
export function aboutLine(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  words: Words,
): Written {
  const { language } = person;
  const page = pageAddress({ brand, language }, `/dashboard/lines/${line.id}`);
  return written(brand, person, line, words, {
    link: { label: words.link, url: page + (words.to ?? '') },
    also: { label: 'End this line', url: `${page}#end` },
  });
}

/** An email whose one link pays for the next 30 days. */
export function aboutPaying(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  words: Omit<Words, 'link'>,
): Written {
  const { language } = person;
  const page = pageAddress({ brand, language }, `/dashboard/lines/${line.id}/renew`);
  return written(brand, person, line, words, {
    link: { label: 'Pay for the next 30 days', url: page },
  });
}

interface Links {
  link: { label: string; url: string };
  also?: { label: string; url: string };
}

function written(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { subject, lines, values, brief, push, together }: Omit<Words, 'link'>,
  links: Links,
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject,
      sharing: person.sharing,
      lines: ['Hi {firstName},', ...lines],
      ...links,
      ...(together && { together }),
      ...(brief && { brief: { to: person.id, about: 'payment', sentence: brief } }),
      push: { to: person.id, about: 'payment', sentence: push ?? brief ?? subject },
      values: {
        firstName: person.called,
        number: line.mdn ? phone(line.mdn) : say(language, 'your new line'),
        ...values,
      },
    },
  );
}
