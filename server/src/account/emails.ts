import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Reader, type Written } from '../emails/email.ts';
import type { Change } from './notices.ts';
import type { Person } from './person.ts';
import { securityEmail } from './security-email.ts';

interface Words {
  subject: string;
  line: string;
  advice?: string;
  /** In a text message. */
  brief?: string;
}

const changed: Readonly<Record<Change, Words>> = {
  password: {
    subject: 'Your {product} password was changed',
    line: 'The password of your {product} account was just changed.',
    brief: 'The password of your account was changed. Not you? Call {phone} now.',
  },
  password_not_passkeys: {
    subject: 'Your {product} password was changed',
    line: 'The password of your {product} account was just changed. These passkeys still open it: {passkeys}. If you don’t recognize one, remove it in the settings of your account.',
    brief: 'The password of your account was changed. Not you? Call {phone} now.',
  },
  password_removed: {
    subject: 'Your {product} password was removed',
    line: 'This address was just confirmed by a login with a code. We removed the password set before that, because someone else could have set it. You can set a new one in the settings of your account.',
  },
  email: {
    subject: 'Your {product} email address was changed',
    line: 'Your {product} account now has a different email address. This email goes to the old one.',
    brief: 'The email address of your account was changed. Not you? Call {phone} now.',
  },
  phone: {
    subject: 'Your {product} phone number was changed',
    line: 'The contact number of your {product} account was just changed.',
    brief: 'The contact number of your account was changed. Not you? Call {phone} now.',
  },
  phone_back: {
    subject: 'Your {product} contact number was changed back',
    line: 'The contact number of your {product} account is again what it was a week ago, because you reported a change that wasn’t yours.',
    advice:
      'If you had changed it yourself, enter it again in the settings of your account. Need help? Call us: {phone}.',
  },
  address: {
    subject: 'Your {product} address was changed',
    line: 'The address of your {product} account was just changed.',
  },
  passkey_added: {
    subject: 'A passkey was added to your {product} account',
    line: 'A passkey was added to your {product} account. It can now be used to log in.',
    brief: 'A passkey was added to your account. Not you? Call {phone} now.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your {product} account',
    line: 'A passkey was removed from your {product} account. It can no longer be used to log in.',
    brief: 'A passkey was removed from your account. Not you? Call {phone} now.',
  },
  second_step_app: {
    subject: 'Your {product} account now asks for a code from your app',
    line: 'From now on your {product} account asks for a code from your authenticator app after your password or an emailed code. Keep the recovery codes: they open the account if you lose the app.',
    brief: 'The second step of your account was changed. Not you? Call {phone} now.',
  },
  second_step_passkey: {
    subject: 'Only your passkey opens your {product} account now',
    line: 'From now on only a passkey opens your {product} account. Keep the recovery codes: if you lose the passkey, they are the only way in.',
    brief: 'The second step of your account was changed. Not you? Call {phone} now.',
  },
  second_step_off: {
    subject: 'The second step of your {product} account is off',
    line: 'Your password or an emailed code is now enough to open your {product} account.',
    brief: 'The second step of your account is off. Not you? Call {phone} now.',
  },
  second_step_off_by_support: {
    subject: 'Support turned off the second step of your {product} account',
    line: 'Our support team just turned off the second step of your {product} account, because someone who said they were you asked for it. Your password or an emailed code is now enough to open it.',
    brief: 'The second step of your account is off. Not you? Call {phone} now.',
  },
  joined_by_support: {
    subject: 'Your two {product} accounts are one now',
    line: 'Our support team just moved everything from the other account with this address into yours, because someone who said they were you asked for it. The password of this account stays as it is. Saved cards do not move.',
  },
  second_step_tries: {
    subject: 'Someone has your {product} password, or reads your codes',
    line: 'Someone got past your password, or the code we email, and then entered several wrong codes at the second step of your {product} account. The second step kept them out.',
  },
  recovery_code_used: {
    subject: 'A recovery code of your {product} account was used',
    line: 'A recovery code was used instead of the second step of your {product} account. You have {left} left.',
  },
  recovery_codes_renewed: {
    subject: 'Your {product} account has new recovery codes',
    line: 'New recovery codes were just made for your {product} account. The old ones no longer work.',
    brief: 'Your account has new recovery codes. Not you? Call {phone} now.',
  },
  recovery_codes_back: {
    subject: 'Your earlier recovery codes of {product} are good again',
    line: 'The recovery codes that were made for your {product} account a short time ago have ended, and the ones from before are good again. Your second step stays on.',
    advice:
      'If you don’t have those codes anymore, make new ones in the settings of your account. Need help? Call us: {phone}.',
  },
  agent_entered: {
    subject: '{agent} of {product} opened your account',
    line: '{agent} from our support team just opened your {product} account to help you, for 15 minutes at most. They can see your details, but can’t change them or pay with your cards.',
    advice:
      'Your activity shows why, and what they viewed. If you didn’t ask for help, call us: {phone}.',
  },
  caller_verified: {
    subject: '{agent} of {product} opened your account',
    line: '{agent} from our support team just opened your {product} account to help you, for 15 minutes at most. They can see your details and change what you ask them to.',
    advice:
      'Your activity shows how they knew it was you. If you didn’t ask for help, call us right away: {phone}.',
  },
  new_browser: {
    subject: 'New login to your {product} account',
    line: 'Someone just logged in to your {product} account from a browser we hadn’t seen before: {browser}, from the network {network}.',
  },
  email_back: {
    subject: 'Your {product} email address was changed back',
    line: 'The {product} account that had this email address is back to its old one: its owner reported the change.',
  },
  erasure_asked: {
    subject: 'Your {product} account will be erased on {date}',
    line: 'You asked us to erase your {product} account. It will be erased on {date}, and until then you can keep it in its settings.',
    brief: 'Your account will be erased on {date}. Not you? Call {phone} now.',
  },
  denied: {
    subject: 'Your {product} account is logged out everywhere',
    line: 'You told us that someone else was in your {product} account. Every browser is logged out, and the password is removed. Log in with a code, or set a new password.',
  },
};

/**
 * Never has the new value: the old address may be read by somebody else. @param more `isFirst`: of
 * several addresses, so that one text message and one notice go with them
 */
export const noticeEmail = (
  brand: Brand,
  person: Pick<Person, 'id' | 'called' | 'language'>,
  change: Change,
  { isFirst, ...more }: { values: Record<string, string>; denial?: string; isFirst: boolean },
): Written => {
  const { brief: sentence, ...words } = changed[change];
  const brief = isFirst && sentence ? { to: person.id, sentence } : undefined;
  return securityEmail(brand, person, {
    ...words,
    ...more,
    ...(brief && { brief }),
    ...(isFirst && { pushTo: person.id }),
  });
};

/** Nobody has confirmed its address, so it has no word of whoever typed it. */
export function confirmationEmail(reader: Reader, code: string): Written {
  return writeEmail(reader, {
    subject: 'Confirm your email address',
    lines: [
      'Enter this code at {product} to confirm your email address. It’s valid for 10 minutes.',
    ],
    code,
  });
}

/** Goes to an address that may be a stranger's: nothing about the account. */
export function newAddressEmail(reader: Reader, code: string): Written {
  return writeEmail(reader, {
    subject: 'Your code for a new email address',
    lines: [
      'Enter this code to make this the email address of your {product} account. It’s valid for 10 minutes.',
      'If you didn’t ask for it, ignore this email. Nobody from {product} will ever ask you for a code.',
    ],
    code,
  });
}

/** In place of the code, when the address has an account already. */
export function addressTakenEmail(reader: Reader): Written {
  return writeEmail(reader, {
    subject: 'You already have a {product} account',
    lines: [
      'Someone tried to use this email address for another {product} account. Nothing was changed.',
      'If that was you: this address already has its own account. Log in with it.',
    ],
    link: { label: 'Log in', url: pageAddress(reader, '/login') },
  });
}

/** To the owner of an address that somebody registered with. The code leads into their account. */
export function secondAccountEmail(reader: Reader, firstName: string, code: string): Written {
  return writeEmail(reader, {
    subject: 'You already have a {product} account',
    lines: [
      'Hi {firstName},',
      'Someone just registered at {product} with this email address, and you already have an account with it.',
      'If that was you: enter this code on the page you have open. It takes you to the account you already have, with everything you just did. It’s valid for 10 minutes.',
      'If it wasn’t you, ignore this email: nothing happened to your account. Nobody from {product} will ever ask you for a code.',
    ],
    code,
    values: { firstName },
  });
}
