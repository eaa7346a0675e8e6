import { dateAlone, money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { SeparationRefusal } from '@portside/contract/line-separation';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, type Reader, type Words, writeEmail, type Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';

/** Nobody who sees a subject, or the first line beside it, learns what it is about. */
const subject = 'Your request';

const hotline =
  'The National Domestic Violence Hotline helps at any time, for free: 1-800-799-7233.';
const lifeline =
  'You may get help with paying for phone service, from Lifeline: lifelinesupport.org, or 1-800-234-9473.';
const complain =
  'You may complain to the Federal Communications Commission: consumercomplaints.fcc.gov, or 1-888-225-5322.';

/** To the safe address: nothing of it stays here, where staff who are not trained would read it. */
const writeSafe = (reader: Reader, words: Words): Written =>
  writeEmail(reader, { ...words, unkept: true });

export const codeEmail = (reader: Reader, code: string): Written =>
  writeSafe(reader, {
    subject: 'Your {product} code',
    lines: [
      'Enter this code on the page where you asked for it. It’s valid for 10 minutes.',
      'If you didn’t ask for it, you don’t have to do anything.',
    ],
    code,
  });

/** At once: what happens now, and whom we may write to about it (47 CFR 64.6402). */
export function receivedEmail(
  reader: Reader,
  { token, reference, keptUntil }: { token: string; reference: string; keptUntil: Date },
): Written {
  return writeSafe(reader, {
    subject,
    lines: [
      'We have your request. Its number is {reference}.',
      'It isn’t whole yet: we need a document that shows what happened. The link below opens the page to send it.',
      'Once it’s whole, you get our answer within two business days, at this address. We may also write to you, or to who asks for you, when we need more.',
      'We tell nobody else: neither whose account the lines are in, nor anybody on it.',
      'It costs nothing. We ask for nobody’s consent and check no credit. You don’t have to stay with us.',
      'Once the lines are moved, you pay for them from that moment on. What was owed before isn’t yours.',
      lifeline,
      hotline,
      'Whoever has the link sees your request. We delete what you send by {until}, at the latest.',
    ],
    link: { label: 'Open my request', url: `${pageAddress(reader, '/own-account')}#${token}` },
    urgent: true,
    values: { reference, until: dateAlone(keptUntil, reader.brand.timeZone, reader.language) },
  });
}

/** The link is in the first email alone: nobody here has it. */
export const askedEmail = (reader: Reader, { reference }: { reference: string }): Written =>
  writeSafe(reader, {
    subject,
    lines: [
      'We have a question about your request {reference}.',
      'You can read and answer it with the link of our first email about it.',
      'If you don’t have that email any more, call us: {phone}. Say the number of your request.',
    ],
    values: { reference },
  });

const reasons: Readonly<Record<SeparationRefusal, readonly [why: string, mend: string]>> = {
  documents: [
    'The documents that we got don’t show what the law asks for.',
    'You can send a new request with a document of the police or a court, or with one that somebody who helps survivors has signed.',
  ],
  not_user: [
    'We couldn’t find out that you, or somebody in your care, use these lines.',
    'You can send a new request and enter the code that we text to each of the phones. Or call us: {phone}.',
  ],
  not_shared: [
    'These lines aren’t in one account with the person who harmed you, as far as we can see.',
    'If that isn’t right, send a new request with the number or the full name of that person.',
  ],
  not_possible: [
    'It isn’t technically possible for us as the lines are now.',
    'Call us: {phone}. We can say what else is possible, and you can ask again later.',
  ],
  incomplete: [
    'Something that the law asks for is missing.',
    'You can send a new request with all of it, at any time.',
  ],
};

export function refusedEmail(
  reader: Reader,
  {
    reference,
    reason,
    note,
    left,
  }: {
    reference: string;
    reason: SeparationRefusal;
    note: string | undefined;
    /** Where others have moved before. */
    left: readonly string[];
  },
): Written {
  const [why, mend] = reasons[reason];
  return writeSafe(reader, {
    subject,
    lines: [
      ...(left.length > 0
        ? [
            'Of your request {reference}, we can’t move {left}.',
            'The lines that moved before stay in your own account.',
          ]
        : ['We can’t do what you asked for in your request {reference}.']),
      why,
      ...(note ? ['From our team: {note}'] : []),
      mend,
      complain,
      hotline,
    ],
    values: { reference, note: note ?? '', left: left.map(phone).join(', ') },
  });
}

/** It was whole, and its time is over. */
export const unansweredEmail = (
  reader: Reader,
  { reference, hasMoved }: { reference: string; hasMoved: boolean },
): Written =>
  writeSafe(reader, {
    subject,
    lines: [
      'We should have answered your request {reference}, and did not. Its time is over: what you sent is deleted, and we don’t decide about it any more.',
      ...(hasMoved ? ['The lines that moved before stay in your own account.'] : []),
      'You can send a new request at any time. Or call us: {phone}.',
      complain,
      hotline,
    ],
    link: { label: 'Send a new request', url: pageAddress(reader, '/own-account') },
    values: { reference },
  });

interface MovedLine {
  readonly mdn: string;
  readonly planName: string;
  readonly planCents: number | undefined;
  readonly paidUntil?: Date;
}

export function doneEmail(
  reader: Reader,
  {
    reference,
    email,
    lines,
    addressMissing,
    waiting,
  }: {
    reference: string;
    email: string;
    lines: readonly MovedLine[];
    addressMissing: boolean;
    /** Numbers that are not decided yet. */
    waiting: readonly string[];
  },
): Written {
  const { brand, language } = reader;
  const rows = lines.map(({ mdn, planName: plan, planCents, paidUntil }) => {
    const values = {
      plan,
      price: money(dollars(planCents ?? 0), language),
      day: paidUntil ? dateAlone(paidUntil, brand.timeZone, language) : '',
    };
    if (planCents === undefined) return [phone(mdn), plan] as const;
    const sentence = paidUntil
      ? '{plan}, {price} for 30 days, paid until {day}'
      : '{plan}, {price} for 30 days, not paid';
    return [phone(mdn), say(language, sentence, values)] as const;
  });
  return writeSafe(reader, {
    subject,
    lines: [
      ...(waiting.length > 0
        ? [
            'A part of your request {reference} is done.',
            'We still have to decide about {waiting}, and write to you again then.',
          ]
        : ['What you asked for in your request {reference} is done.']),
      'The lines below are in an account of their own. Log in with this email address, {email}: choose to get a code by email. The account has no password until you set one.',
      ...(addressMissing
        ? [
            'Add your address for 911 calls in the account first. Until then, 911 may still get the old address.',
          ]
        : []),
      'From now on you pay for them. Nothing was charged, and what was owed before isn’t yours. Autopay is off: to keep a line working after the day it’s paid until, pay in the account or turn autopay on there.',
      'Nobody can move a number or a SIM away while its locks are on. They are on. You may take your numbers to another carrier at any time: turn the locks off first.',
      'Change the passwords of your voicemail and of the apps on these phones, and look at what the phones share with others.',
      lifeline,
      hotline,
    ],
    rows,
    link: { label: 'Log in', url: pageAddress(reader, '/login') },
    values: { reference, email, waiting: waiting.map(phone).join(', ') },
  });
}

const toStaff = {
  waits: 'A request waits in the console.',
  due: 'A request in the console has to be answered by the end of {day}.',
  late: 'The time to answer a request in the console is over.',
} as const;
export type StaffNews = keyof typeof toStaff;

/** The console speaks English. No detail: emails are read by others. */
export function staffEmail(brand: Brand, news: StaffNews, answerBy: Date): Written {
  const reader = { brand, language: 'en' };
  return writeEmail(reader, {
    subject: 'A request waits in the console',
    lines: [
      toStaff[news],
      'Only staff who are trained for it see it. An admin notes on the page of staff who is.',
    ],
    link: { label: 'Open the console', url: pageAddress(reader, '/console') },
    values: { day: dateAlone(answerBy, brand.timeZone, 'en') },
  });
}
