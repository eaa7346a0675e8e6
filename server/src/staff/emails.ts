import { roleNames, type StaffRole } from '@portside/contract/console/roles';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';

const opensOnce =
  'The link opens once, within two days. You’ll choose a passkey, or a password with an authenticator app.';

/** To somebody who will work in the console, which speaks English. */
export function invitationEmail(
  brand: Brand,
  token: string,
  { role, kind }: { role: StaffRole; kind: 'new' | 'again' },
): { written: Written; url: string } {
  const reader = { brand, language: 'en' };
  const url = `${pageAddress(reader, '/console/invitation')}#${token}`;
  const written = writeEmail(reader, {
    ...(kind === 'new'
      ? {
          subject: 'You’re invited to the {product} console',
          lines: ['You’re invited to work in the {product} console. Your role: {role}.', opensOnce],
          link: { label: 'Accept the invitation', url },
        }
      : {
          subject: 'Log in to the {product} console anew',
          lines: [
            'What you logged in to the {product} console with was removed, and you’re logged out everywhere.',
            opensOnce,
          ],
          link: { label: 'Choose a new way to log in', url },
        }),
    values: { role: roleNames[role] },
  });
  return { written, url };
}

export function passkeyEmail(brand: Brand, what: 'added' | 'removed', name: string): Written {
  const reader = { brand, language: 'en' };
  return writeEmail(reader, {
    ...(what === 'added'
      ? {
          subject: 'A passkey was added to your console login',
          lines: ['The passkey “{name}” logs you in to the {product} console now.', notYou],
        }
      : {
          subject: 'A passkey was removed from your console login',
          lines: [
            'The passkey “{name}” doesn’t log you in to the {product} console any more.',
            notYou,
          ],
        }),
    link: { label: 'See your passkeys', url: pageAddress(reader, '/console/passkeys') },
    values: { name },
  });
}

const notYou = 'Was it not you? Tell an admin at once, who can take all your logins away.';
