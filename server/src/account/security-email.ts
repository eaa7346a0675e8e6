import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import type { Person } from './person.ts';

export function securityEmail(
  brand: Brand,
  { called: firstName, language }: Pick<Person, 'called' | 'language'>,
  {
    subject,
    line,
    advice,
    values,
    denial,
    brief,
    pushTo,
  }: {
    subject: string;
    line: string;
    advice?: string;
    values?: Record<string, string>;
    denial?: string;
    brief?: { to: string; sentence: string };
    /** The customer whose browsers are told. */
    pushTo?: string;
  },
): Written {
  const reader = { brand, language };
  return writeEmail(reader, {
    subject,
    lines: [
      'Hi {firstName},',
      line,
      advice ??
        (denial === undefined
          ? 'If that was you, there’s nothing to do. If it wasn’t, call us right away: {phone}.'
          : 'If that was you, there’s nothing to do. If it wasn’t, use the button below within 7 days: every browser is logged out, and the account is yours again. You can also call us: {phone}.'),
    ],
    link:
      denial === undefined
        ? { label: 'See what happened', url: pageAddress(reader, '/dashboard/setting') }
        : { label: 'This wasn’t me', url: pageAddress(reader, `/not-me?token=${denial}`) },
    ...(pushTo && {
      push: { to: pushTo, about: 'security', sentence: brief?.sentence ?? subject },
    }),
    ...(brief && { brief: { ...brief, about: 'security' } }),
    values: { firstName, ...values },
  });
}
