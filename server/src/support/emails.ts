import type { Brand } from '../brands/brands.ts';
import { pageAddress, type Reader, writeEmail, type Written } from '../emails/email.ts';
import type { ContactMessageRow } from './store.ts';
import type { Person } from '../account/person.ts';

export function contactEmail(brand: Brand, row: ContactMessageRow): Written {
  const paragraphs = row.message.split(/[\r\n]+/);
  return writeEmail(
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

/** Quotes nothing: the form must not send strangers' words to any address. */
export function receiptEmail(brand: Brand, row: ContactMessageRow): Written {
  return writeEmail(
    { brand, language: row.language },
    {
      subject: 'We have your message',
      lines: [
        'Thank you for writing to {product}. A person reads your message and replies within one business day.',
        'If it’s urgent, call {phone}. Didn’t write to us? Then someone entered your address by mistake, and you don’t need to do anything.',
      ],
    },
  );
}

export function staffChatEmail(
  brand: Brand,
  chat: {
    person: Person | undefined;
    email: string | null;
    open: boolean;
    text: string;
    url: string;
  },
): Written {
  const { person, email, open, text, url } = chat;
  const paragraphs = text.split(/[\r\n]+/);
  const from = person ? '{name} ({email}) wrote in the chat:' : '{name} wrote in the chat:';
  return writeEmail(
    { brand, language: 'en' },
    {
      subject: open ? 'Chat: {name} is waiting' : 'Chat: message from {name}',
      lines: [
        from,
        ...paragraphs.map((_, at) => `{paragraph${at}}`),
        open
          ? 'There may be newer messages. Read all of it and reply on this page. Don’t share the link.'
          : 'It came in after hours. Read all of it and reply on this page. Don’t share the link.',
      ],
      link: { label: 'Read and reply', url },
      values: {
        ...Object.fromEntries(paragraphs.map((one, at) => [`paragraph${at}`, one])),
        name: person
          ? inOneLine(`${person.firstName} ${person.lastName}`)
          : 'A visitor who is not logged in',
        email: person?.email ?? email ?? '',
      },
    },
  );
}

/** Quotes nothing the customer wrote. */
export function replyEmail(
  brand: Brand,
  reader: { firstName: string | undefined; language: string; url: string },
  replies: readonly string[],
): Written {
  const paragraphs = replies.flatMap((reply) => reply.split(/[\r\n]+/));
  return writeEmail(
    { brand, language: reader.language },
    {
      subject: '{product} support replied',
      lines: [
        reader.firstName ? 'Hi {firstName},' : 'Hello,',
        'You asked us something in the chat. This is our reply:',
        ...paragraphs.map((_, at) => `{paragraph${at}}`),
      ],
      link: { label: 'Continue in the chat', url: reader.url },
      values: {
        ...Object.fromEntries(paragraphs.map((one, at) => [`paragraph${at}`, one])),
        firstName: inOneLine(reader.firstName ?? ''),
      },
    },
  );
}

/** Quotes nothing they wrote: the address may be another's. */
export function contactReplyEmail(reader: Reader, reply: string): Written {
  const paragraphs = reply.split(/[\r\n]+/);
  return writeEmail(reader, {
    subject: '{product} support replied',
    lines: [
      'Hello,',
      'You wrote to us in the contact form. This is our reply:',
      ...paragraphs.map((_, at) => `{paragraph${at}}`),
    ],
    link: { label: 'Write to us again', url: pageAddress(reader, '/contact-us') },
    values: Object.fromEntries(paragraphs.map((one, at) => [`paragraph${at}`, one])),
  });
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
