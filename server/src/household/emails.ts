import { dateAlone } from '@portside/contract/formats';
import { householdPage } from '@portside/contract/household';
import type { MemberRole } from '@portside/contract/household-acts';
import { phone } from '@portside/contract/phone';
import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';

export interface GivenLine {
  readonly id: string;
  /** Empty while it has none. */
  readonly mdn: string;
  readonly plan: { readonly retailName: string };
}

/** What a line is called where its number is not known yet. */
export const calledLine = ({ mdn, plan }: GivenLine): string =>
  mdn ? phone(mdn) : plan.retailName;

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly link: string;
  /** In a text message, too. */
  readonly brief?: string;
}

export type HolderNews =
  | 'invited'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'dropped'
  | 'nobody'
  | 'left'
  | 'gone';

const toHolder = {
  invited: {
    subject: '{email} is invited to your line {line}',
    brief: 'Someone is invited to have your line {line}. Not you? Call {phone} now.',
    lines: [
      'Somebody who is logged in to your account invited {email} to have your line {line}. They can accept it until {until}.',
      'Until then nothing changes. Once they accept it, they see its usage and have its SIM, and you don’t. The line and its bill stay in your account, and you can take it back anytime.',
      'If that wasn’t you, take the invitation back on the line’s page now, change your password, and call us: {phone}.',
    ],
    link: 'See the invitation',
  },
  accepted: {
    subject: '{email} has your line {line} now',
    brief: 'Someone has your line {line} now, by an invitation. Not yours? Call {phone} now.',
    lines: [
      '{email} accepted your line {line}. They see its usage and have its SIM now, and you don’t.',
      'The line and its bill stay in your account. You can take it back anytime on its page.',
      'If you didn’t invite them, take the line back now, change your password, and call us: {phone}.',
    ],
    link: 'Go to my line',
  },
  declined: {
    subject: 'Your invitation to the line {line} was declined',
    lines: ['{email} declined your line {line}. Nothing has changed.'],
    link: 'Go to my line',
  },
  expired: {
    subject: 'Your invitation to the line {line} ran out',
    lines: [
      'Nobody accepted your line {line} in time, so the invitation of {email} is over. Nothing has changed.',
      'You can invite them again on its page.',
    ],
    link: 'Go to my line',
  },
  dropped: {
    subject: 'The invitation to your line {line} is over',
    lines: [
      'You invited {email} to your line {line}. The line has ended, so we took the invitation back. They got an email, too.',
    ],
    link: 'Go to my line',
  },
  nobody: {
    subject: 'The invitation to your line {line} is over',
    lines: [
      'The one you invited to your line {line} can’t accept it any more, so we took the invitation back. Nothing has changed.',
      'You can invite somebody again on its page.',
    ],
    link: 'Go to my line',
  },
  left: {
    subject: 'Your line {line} was given back to you',
    lines: [
      '{email} gave your line {line} back. It’s yours alone again.',
      'Its SIM and a block stay as they are, and its locks are on. A SIM change that had begun is stopped, if it still can be.',
      'Until you get a new SIM on its page, the phone they used may still have your number.',
    ],
    link: 'Go to my line',
  },
  gone: {
    subject: 'Your line {line} is yours alone again',
    lines: [
      'The one who had your line {line} has no account with {product} any more. It’s yours alone again.',
      'Its SIM and a block stay as they are, and its locks are on. A SIM change that had begun is stopped, if it still can be.',
      'Until you get a new SIM on its page, the phone they used may still have your number.',
    ],
    link: 'Go to my line',
  },
} as const satisfies Record<HolderNews, Words>;

/** @param email empty: whoever had it is erased */
export function holderEmail(
  brand: Brand,
  person: Person,
  line: GivenLine,
  { news, email, until }: { news: HolderNews; email: string; until: Date },
): Written {
  const { language, called: firstName } = person;
  const reader = { brand, language };
  const { subject, lines, link, brief }: Words = toHolder[news];
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines],
    link: { label: link, url: pageAddress(reader, `/dashboard/lines/${line.id}`) },
    ...(brief && { urgent: true, brief: { to: person.id, about: 'security', sentence: brief } }),
    push: { to: person.id, about: brief ? 'security' : 'line', sentence: brief ?? subject },
    values: {
      firstName,
      email,
      line: calledLine(line),
      until: dateAlone(until, brand.timeZone, language),
    },
  });
}

export type MemberNews =
  | 'invited'
  | 'accepted'
  | 'withdrawn'
  | 'user'
  | 'manager'
  | 'taken_back'
  | 'ended';

const asRole = {
  user: 'You would be its user: you see its usage, and have its SIM, its locks and its block in your own account. Only {from} can pay for it.',
  manager:
    'You would manage it: you see its usage, have its SIM, its locks and its block in your own account, and can pay for it and change its plan.',
} as const satisfies Record<MemberRole, string>;

const nowAs = {
  user: 'You are its user: you see its usage, and have its SIM, its locks and its block in your own account. Only {from} can pay for it.',
  manager:
    'You manage it: you see its usage, have its SIM, its locks and its block in your own account, and can pay for it and change its plan.',
} as const satisfies Record<MemberRole, string>;

const invited = {
  subject: '{from} invites you to have a phone line',
  lines: [],
  link: 'See the line',
} as const satisfies Words;

const toMember = {
  accepted: {
    subject: 'You have the line {line} now',
    lines: [
      'You accepted the line {line} with the plan {plan}. It stays in the account of {from}.',
    ],
    link: 'Go to my line',
  },
  withdrawn: {
    subject: 'Your invitation to a phone line is over',
    lines: [
      'You were invited to have a phone line of {product}. That invitation is over: it was taken back, or the line has ended.',
      'You don’t have to do anything.',
    ],
    link: 'Go to {product}',
  },
  user: {
    subject: 'You are the user of the line {line} now',
    lines: [
      '{from} changed what you can do with the line {line}. You use it as before. Only {from} can pay for it and change its plan now.',
    ],
    link: 'Go to my line',
  },
  manager: {
    subject: 'You manage the line {line} now',
    lines: [
      '{from} changed what you can do with the line {line}. You use it as before, and now you can also pay for it and change its plan.',
    ],
    link: 'Go to my line',
  },
  taken_back: {
    subject: '{from} took the line {line} back',
    lines: [
      '{from} took the line {line} back. It’s not in your account any more.',
      'Questions about it? Please ask them.',
    ],
    link: 'Go to my account',
  },
  ended: {
    subject: 'The line {line} has ended',
    lines: [
      'The line {line} has ended. You had it from the account of {from}. It’s not in your account any more.',
    ],
    link: 'Go to my account',
  },
} as const satisfies Record<Exclude<MemberNews, 'invited'>, Words>;

interface About {
  readonly news: MemberNews;
  readonly role: MemberRole;
  /** Empty: they are not named. */
  readonly from: string;
  readonly until: Date;
}

/** @param member who has confirmed the address */
export function memberEmail(
  brand: Brand,
  member: Person | undefined,
  line: GivenLine,
  { news, role, from, until }: About,
): Written {
  const language = member?.language ?? 'en';
  const reader = { brand, language };
  const { subject, lines, link }: Words = news === 'invited' ? invited : toMember[news];
  const pages: Readonly<Partial<Record<MemberNews, string>>> = {
    invited: householdPage,
    withdrawn: '/',
    taken_back: '/dashboard',
    ended: '/dashboard',
  };
  const own = `/dashboard/lines/${line.id}`;
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines, ...linesOf(news, role, line)],
    link: { label: link, url: pageAddress(reader, pages[news] ?? own) },
    ...(member && { push: { to: member.id, about: 'line' } }),
    values: {
      firstName: member?.called ?? '',
      from: from || say(language, 'The one who holds the account'),
      // Nobody but who has it sees more of it.
      digits: line.mdn.slice(-4),
      line: news === 'invited' || news === 'withdrawn' ? '' : calledLine(line),
      plan: line.plan.retailName,
      until: dateAlone(until, brand.timeZone, language),
    },
  });
}

function linesOf(news: MemberNews, role: MemberRole, { mdn }: GivenLine): string[] {
  if (news === 'accepted') {
    return [
      nowAs[role],
      'They see its number, its plan and what is paid, and can take the line back. They don’t see how you use it.',
    ];
  }
  if (news !== 'invited') return [];
  return [
    mdn
      ? '{from} invites you to have a phone line of {product}. Its number ends in {digits}, and its plan is {plan}.'
      : '{from} invites you to have a phone line of {product}. Its plan is {plan}, and it has no number yet.',
    asRole[role],
    'The line stays in their account, and they can take it back. They don’t see how you use it.',
    'Log in to accept or decline it, or create an account with this email address. You can do that until {until}. Accepting costs nothing.',
    'If you don’t know who this is, you don’t have to do anything.',
  ];
}
