import { roleNames, type StaffRole } from '@portside/contract/console/roles';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';

/** To somebody who will work in the console, which speaks English. */
export function invitationEmail(
  brand: Brand,
  token: string,
  role: StaffRole,
): { written: Written; url: string } {
  const reader = { brand, language: 'en' };
  const url = `${pageAddress(reader, '/console/invitation')}#${token}`;
  const written = writeEmail(reader, {
    subject: 'You’re invited to the {product} console',
    lines: [
      'You’re invited to work in the {product} console. Your role: {role}.',
      'The link opens once, within two days. You’ll choose a password, and need an authenticator app on your phone.',
    ],
    link: { label: 'Accept the invitation', url },
    values: { role: roleNames[role] },
  });
  return { written, url };
}
