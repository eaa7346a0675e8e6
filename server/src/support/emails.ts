import type { Brand } from '../brands.ts';
import { letter, type Written } from '../letters/letter.ts';
import type { ContactMessageRow } from './store.ts';

/** To the people who answer: who wrote, and all of it. */
export function deskLetter(brand: Brand, row: ContactMessageRow): Written {
  const paragraphs = row.message.split(/[\r\n]+/);
  return letter(
    { brand, language: 'en' },
    {
      subject: 'Message from {name}',
      lines: [
        '{name} ({email}) wrote in the contact form:',
        ...paragraphs.map((_, at) => `{paragraph${at}}`),
      ],
      link: { label: 'Reply by email', url: `mailto:${row.email}` },
      values: {
        ...Object.fromEntries(paragraphs.map((one, at) => [`paragraph${at}`, one])),
        name: inOneLine(row.name),
        email: row.email,
      },
    },
  );
}

/**
 * To who wrote. Nothing of what they wrote stands in it: a form that posts strangers' words to any
 * address would be used for that.
 */
export function receiptLetter(brand: Brand, row: ContactMessageRow): Written {
  return letter(
    { brand, language: row.language },
    {
      subject: 'We have your message',
      lines: [
        'Thank you for writing to {product}. A person reads your message and replies within one business day.',
        'If it is urgent, call {phone}. You did not write to us? Then somebody entered your address by mistake, and you need not do anything.',
      ],
    },
  );
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
