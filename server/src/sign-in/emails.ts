import { writeEmail, pageAddress, type Reader, type Written } from '../emails/email.ts';

export function welcomeEmail(reader: Reader): Written {
  return writeEmail(reader, {
    subject: 'Welcome to {product}',
    lines: [
      'Your {product} account is open. Choose a plan when you’re ready, and bring your number if you like.',
      'If you didn’t open this account, please tell us: reply to this email or call {phone}.',
    ],
    link: { label: 'Go to my account', url: pageAddress(reader, '/dashboard') },
  });
}

const neverShareCode =
  'Nobody from {product} will ever ask you for a code. Don’t share it with anyone.';

export function loginCodeEmail(reader: Reader, code: string): Written {
  return writeEmail(reader, {
    subject: 'Your {product} login code',
    lines: ['Enter this code to log in to {product}. It’s valid for 10 minutes.', neverShareCode],
    code,
  });
}

/** Before something that could cost the customer a number or money. */
export function stepUpEmail(reader: Reader, code: string): Written {
  return writeEmail(reader, {
    subject: 'Your {product} code',
    lines: [
      'Enter this code to confirm it’s you. It’s valid for 10 minutes.',
      neverShareCode,
      'If you aren’t changing anything in your account right now, call us right away: {phone}.',
    ],
    code,
  });
}

export function resetEmail(reader: Reader, url: string): Written {
  return writeEmail(reader, {
    subject: 'Set a new {product} password',
    lines: [
      'Someone asked for a new password for your {product} account. Set one with this link. It works once, within 30 minutes.',
      'If that wasn’t you, ignore this email: nothing changes.',
    ],
    link: { label: 'Set a new password', url },
    urgent: true,
  });
}
