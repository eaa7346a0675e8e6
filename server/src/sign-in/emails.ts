import type { App } from '../app.ts';
import { letter, pageAddress, type Reader, type Written } from '../letters/letter.ts';

/** Goes out once, when an account is opened. */
export function welcomeLetter(app: App, reader: Reader, firstName: string): Written {
  return letter(reader, {
    subject: 'Welcome to {product}',
    lines: [
      'Hello {firstName},',
      'your {product} account is open. Choose a plan when you are ready; your number can come with you.',
      'If you did not open this account, please tell us: answer this letter or call {phone}.',
    ],
    link: { label: 'Go to my account', url: pageAddress(app, reader, '/dashboard') },
    values: { firstName },
  });
}

const neverTell = 'Nobody from {product} ever asks you for a code. Tell it to no one.';

export function loginCodeLetter(reader: Reader, code: string): Written {
  return letter(reader, {
    subject: 'Your {product} login code',
    lines: ['enter this code to log in to {product}. It is valid for ten minutes.', neverTell],
    code,
  });
}

/** Before something that could lose the customer a number or money. */
export function stepUpLetter(reader: Reader, code: string): Written {
  return letter(reader, {
    subject: 'Your {product} code',
    lines: [
      'enter this code to confirm that it is you. It is valid for ten minutes.',
      neverTell,
      'If you are not changing anything in your account right now, call us at once: {phone}.',
    ],
    code,
  });
}

export function resetLetter(reader: Reader, url: string): Written {
  return letter(reader, {
    subject: 'Set a new {product} password',
    lines: [
      'somebody asked for a new password for your {product} account. This link sets one; it works once, within 30 minutes.',
      'If that was not you, ignore this letter: nothing changes.',
    ],
    link: { label: 'Set a new password', url },
    urgent: true,
  });
}
