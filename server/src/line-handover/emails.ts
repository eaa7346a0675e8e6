import { dateAlone } from '@portside/contract/formats';
import { handoversPage } from '@portside/contract/line-handover-state';
import { phone } from '@portside/contract/phone';
import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import { say } from '../words/say.ts';

export interface OfferedLine {
  readonly id: string;
  readonly mdn: string;
  readonly plan: { readonly retailName: string };
  readonly paidUntil: Date | null;
}

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly link: string;
  /** In a text message, too. */
  readonly brief?: string;
}

export type GiverNews = 'offered' | 'accepted' | 'declined' | 'expired' | 'dropped' | 'nobody';

const toGiver = {
  offered: {
    subject: 'Your line {number} is offered to {email}',
    brief: 'Your line {number} is offered to another account. Not you? Call {phone} now.',
    lines: [
      'Somebody who is logged in to your account offered your line {number} to {email}. They can accept it until {until}.',
      'Until then nothing changes: the line is yours, and works as ever. Once they accept it, the number, the plan and the paid days are theirs for good. Your cards and receipts stay with you.',
      'If that wasn’t you, take the offer back on the line’s page now, change your password, and call us: {phone}.',
    ],
    link: 'See the offer',
  },
  accepted: {
    subject: 'Your line {number} was handed over to {email}',
    brief: 'Your line {number} was handed over to another account. Not you? Call {phone} now.',
    lines: [
      'Your line {number} was accepted, and is in the account of {email} now. Its plan and its paid days went with it.',
      'You won’t be charged for it again. Your receipts stay in your account.',
      'If you didn’t offer it, call us right away: {phone}.',
    ],
    link: 'Go to my account',
  },
  declined: {
    subject: 'Your line {number} stays with you: the offer was declined',
    lines: ['{email} declined your line {number}. It stays yours, and nothing has changed.'],
    link: 'Go to my line',
  },
  expired: {
    subject: 'Your line {number} stays with you: the offer ran out',
    lines: [
      'Nobody accepted your line {number} in time, so the offer to {email} is over. The line stays yours, and nothing has changed.',
      'You can offer it again on its page.',
    ],
    link: 'Go to my line',
  },
  dropped: {
    subject: 'The offer of your line {number} is over',
    lines: [
      'You offered your line {number} to {email}. It can’t be handed over any more as it is now, so we took the offer back. They got an email, too.',
    ],
    link: 'Go to my line',
  },
  nobody: {
    subject: 'The offer of your line {number} is over',
    lines: [
      'The one to whom you offered your line {number} can’t accept it any more, so we took the offer back. The line stays yours, and nothing has changed.',
      'You can offer it again on its page.',
    ],
    link: 'Go to my line',
  },
} as const satisfies Record<GiverNews, Words>;

export function giverEmail(
  brand: Brand,
  person: Person,
  line: OfferedLine,
  { news, to: email, until }: { news: GiverNews; to: string; until: Date },
): Written {
  const { language, called: firstName } = person;
  const reader = { brand, language };
  const { subject, lines, link, brief }: Words = toGiver[news];
  const page = news === 'accepted' ? '/dashboard' : `/dashboard/lines/${line.id}`;
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines],
    link: { label: link, url: pageAddress(reader, page) },
    ...(brief && { urgent: true, brief: { to: person.id, about: 'security', sentence: brief } }),
    push: { to: person.id, about: brief ? 'security' : 'line', sentence: brief ?? subject },
    values: {
      firstName,
      email,
      number: phone(line.mdn),
      until: dateAlone(until, brand.timeZone, language),
    },
  });
}

export type TakerNews = 'offered' | 'accepted' | 'withdrawn';

/** What whoever lacks the SIM can do. */
const withoutSim = {
  page: 'The SIM is the one that the line had before. If you don’t have it, order a new one on the line’s page. Turn off the SIM lock on the line’s page first: it is on.',
  support: 'The SIM is the one that the line had before. If you don’t have it, call us: {phone}.',
} as const;

const toTaker = {
  offered: {
    subject: '{from} wants to hand you a phone line',
    lines: [
      '{from} wants to hand you a phone line of {product}. Its number ends in {digits}, its plan is {plan}, and it’s paid until {paidUntil}.',
      'Log in to accept or decline it, or create an account with this email address. You can do that until {until}. Accepting costs nothing.',
      'If you don’t know who this is, you don’t have to do anything.',
    ],
    link: 'See the line',
  },
  accepted: {
    subject: 'The line {number} is yours',
    lines: [
      'You accepted the line {number} with the plan {plan}. It’s paid until {paidUntil}.',
      'Autopay is off. To keep the line working after that day, pay for the next 30 days on its page, or turn autopay on there.',
    ],
    link: 'Go to my line',
  },
  withdrawn: {
    subject: 'The line that you were offered is no longer available',
    lines: [
      'A phone line with a number that ends in {digits} was offered to you. That offer is over: it was taken back, or the line can’t be handed over any more.',
      'You don’t have to do anything.',
    ],
    link: 'Go to {product}',
  },
} as const satisfies Record<TakerNews, Words>;

interface About {
  readonly news: TakerNews;
  readonly from: string;
  readonly until: Date;
  /** How the line gets another SIM. */
  readonly simBy: keyof typeof withoutSim;
}

/** @param taker who has confirmed the address @param from empty: they are not named */
export function takerEmail(
  brand: Brand,
  taker: Person | undefined,
  line: OfferedLine,
  { news, from, until, simBy }: About,
): Written {
  const language = taker?.language ?? 'en';
  const reader = { brand, language };
  const { subject, lines, link }: Words = toTaker[news];
  const pages = {
    offered: handoversPage,
    accepted: `/dashboard/lines/${line.id}`,
    withdrawn: '/',
  } as const;
  const day = (at: Date | null) => (at ? dateAlone(at, brand.timeZone, language) : '');
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines, ...(news === 'accepted' ? [withoutSim[simBy]] : [])],
    link: { label: link, url: pageAddress(reader, pages[news]) },
    ...(taker && { push: { to: taker.id, about: 'line' } }),
    values: {
      firstName: taker?.called ?? '',
      from: from || say(language, 'A customer'),
      // Nobody but its owner sees more of it.
      digits: line.mdn.slice(-4),
      number: news === 'accepted' ? phone(line.mdn) : '',
      plan: line.plan.retailName,
      paidUntil: day(line.paidUntil),
      until: day(until),
    },
  });
}
