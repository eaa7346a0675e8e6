import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { letter, pageAddress, type Reader, type Written } from '../letters/letter.ts';
import type { Change } from './notices.ts';
import type { Person } from './person.ts';

const changed: Readonly<Record<Change, { subject: string; line: string; advice?: string }>> = {
  password: {
    subject: 'Your {product} password was changed',
    line: 'the password of your {product} account was changed just now.',
  },
  password_not_passkeys: {
    subject: 'Your {product} password was changed',
    line: 'the password of your {product} account was changed just now. These passkeys still open it: {passkeys}. If you do not know one of them, remove it in the settings of your account.',
  },
  password_removed: {
    subject: 'Your {product} password was removed',
    line: 'this address was confirmed by a login with a code just now. The password from before is removed, for somebody else could have set it. You can set a new one in the settings of your account.',
  },
  email: {
    subject: 'Your {product} email address was changed',
    line: 'your {product} account has another email address from now on. This letter goes to the old one.',
  },
  phone: {
    subject: 'Your {product} phone number was changed',
    line: 'the contact number of your {product} account was changed just now.',
  },
  address: {
    subject: 'Your {product} address was changed',
    line: 'the address of your {product} account was changed just now.',
  },
  passkey_added: {
    subject: 'A passkey was added to your {product} account',
    line: 'a passkey was added to your {product} account. It can be used to log in from now on.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your {product} account',
    line: 'a passkey was removed from your {product} account. It can no longer be used to log in.',
  },
  agent_entered: {
    subject: '{agent} of {product} opened your account',
    line: '{agent} of our customer care opened your {product} account just now, to help you, for 15 minutes at most. They see your details, and can neither change them nor pay with your cards.',
    advice:
      'Why they did, and what they looked at, is in your activity. If you did not ask for help, call us: {phone}.',
  },
  new_browser: {
    subject: 'New login to your {product} account',
    line: 'somebody logged in to your {product} account just now, in a browser that it did not know: {browser}, from the network {network}.',
  },
  email_back: {
    subject: 'Your {product} email address was changed back',
    line: 'the {product} account that had this email address has its former one again: its owner reported the change.',
  },
  denied: {
    subject: 'Your {product} account is signed out everywhere',
    line: 'you told us that somebody else was in your {product} account. Every browser is signed out, and the password is removed. Log in with a code, or set a new password.',
  },
};

/** Never says what the new value is: whoever reads the old address may be another person by now. */
export const noticeLetter = (
  app: App,
  brand: Brand,
  person: Pick<Person, 'firstName' | 'language'>,
  change: Change,
  more: { values: Record<string, string>; denial?: string },
): Written => securityLetter(app, brand, person, { ...changed[change], ...more });

/** Tells of a change that could be somebody else's doing, and what to do if it was. */
export function securityLetter(
  app: App,
  brand: Brand,
  { firstName, language }: Pick<Person, 'firstName' | 'language'>,
  {
    subject,
    line,
    advice,
    values,
    denial,
  }: {
    subject: string;
    line: string;
    /** What to do about it; the usual words unless told. */
    advice?: string;
    values?: Record<string, string>;
    /** The token of a "This wasn't me". */
    denial?: string;
  },
): Written {
  const reader = { brand, language };
  return letter(reader, {
    subject,
    lines: [
      'Hello {firstName},',
      line,
      advice ??
        (denial === undefined
          ? 'If that was you, there is nothing to do. If it was not, call us at once: {phone}.'
          : 'If that was you, there is nothing to do. If it was not, use the button below within seven days: every browser is signed out, and the account is yours again. You can also call us: {phone}.'),
    ],
    link:
      denial === undefined
        ? { label: 'See what happened', url: pageAddress(app, reader, '/dashboard/setting') }
        : { label: 'This wasn’t me', url: pageAddress(app, reader, `/not-me?token=${denial}`) },
    values: { firstName, ...values },
  });
}

/** Confirms the address of an account. */
export function confirmationLetter(reader: Reader, firstName: string, code: string): Written {
  return letter(reader, {
    subject: 'Confirm your email address',
    lines: [
      'Hello {firstName},',
      'please enter this code at {product} to confirm your email address. It is valid for ten minutes.',
    ],
    code,
    values: { firstName },
  });
}

/** Goes to the new address: it says who may use the code, and nothing about the account. */
export function newAddressLetter(reader: Reader, code: string): Written {
  return letter(reader, {
    subject: 'Your code for a new email address',
    lines: [
      'this code makes this address the one of your {product} account. It is valid for ten minutes.',
      'If you did not ask for it, ignore this letter. Nobody from {product} ever asks you for a code.',
    ],
    code,
  });
}

/** Instead of the code, where the address has an account already: whoever typed it learns nothing. */
export function addressTakenLetter(app: App, reader: Reader): Written {
  return letter(reader, {
    subject: 'You have a {product} account already',
    lines: [
      'somebody tried to use this email address for another {product} account. Nothing was changed.',
      'If that was you: this address has an account of its own. Log in with it.',
    ],
    link: { label: 'Log in', url: pageAddress(app, reader, '/login') },
  });
}
