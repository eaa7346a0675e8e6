import { dateAlone, money } from '@portside/contract/formats';
import type { Card } from '@portside/contract/payments';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { aboutLine, type AboutLine } from './line-email.ts';
import type { Person } from '../account/person.ts';
import { cardName } from '../payments/card-name.ts';

/** `Visa •••• 4242`. */
export const namedCard = ({ network, last4Digits }: Pick<Card, 'network' | 'last4Digits'>) =>
  cardName({ network, last4_digits: last4Digits });

const nameOf = (card: Pick<Card, 'network' | 'last4Digits'> | undefined, language: string) =>
  card ? namedCard(card) : say(language, 'your primary card');

/** What was agreed to, and what comes next. */
export function autopayOnEmail(
  brand: Brand,
  person: Person,
  line: AboutLine,
  consent: string,
  next: { on: Date; cents: number; creditCents: number; atOnce: boolean } | undefined,
): Written {
  const { language } = person;
  return aboutLine(brand, person, line, {
    subject: 'Autopay is on for {number}',
    lines: [
      line.mdn
        ? 'You turned on autopay for your line {number}.'
        : 'You turned on autopay for your new line.',
      'You agreed to this: {consent}',
      ...(next ? [...told(next)] : []),
      'If you didn’t do this, turn autopay off on the line’s page and call us at {phone}.',
    ],
    link: 'Go to my line',
    together: {},
    values: {
      consent,
      ...(next && amounts(next, language)),
      date: next ? dateAlone(next.on, brand.timeZone, language) : '',
    },
  });
}

/** Bought at once: each line's part says the same, so that one email says it once. */
export const autopayOfSeveralEmail = (brand: Brand, person: Person, consent: string): Written =>
  writeEmail(
    { brand, language: person.language },
    {
      subject: 'Autopay is on for your new lines',
      lines: [
        'Hi {firstName},',
        'You turned on autopay for your new lines.',
        'You agreed to this: {consent}',
        'If you didn’t do this, turn autopay off on each line’s page and call us at {phone}.',
      ],
      link: {
        label: 'Go to my lines',
        url: pageAddress({ brand, language: person.language }, '/dashboard'),
      },
      push: { to: person.id, about: 'payment' },
      together: {},
      values: { firstName: person.called, consent },
    },
  );

interface Cost {
  cents: number;
  /** Of that, what credit pays as things stand. */
  creditCents: number;
}

const amounts = ({ cents, creditCents }: Cost, language: string) => ({
  total: money(dollars(cents), language),
  credit: money(dollars(creditCents), language),
  rest: money(dollars(cents - creditCents), language),
});

const told = ({ cents, creditCents, atOnce }: Cost & { atOnce: boolean }) => [
  atOnce
    ? 'The first charge is {total}, and we make it now.'
    : 'The next charge is {total} on {date}.',
  ...(creditCents === 0
    ? []
    : creditCents < cents
      ? ['{credit} of your credit is used first. Your card is charged {rest}.']
      : ['Your credit pays for it. Your card isn’t charged.']),
];

export const autopayOffEmail = (brand: Brand, person: Person, line: AboutLine) =>
  aboutLine(brand, person, line, {
    subject: 'Autopay is off for {number}',
    lines: [
      line.mdn
        ? 'Autopay is off for your line {number}. We won’t charge you for it unless you pay yourself.'
        : 'Autopay is off for your new line. We won’t charge you for it unless you pay yourself.',
    ],
    link: 'Go to my line',
  });

/** Three days before the charge. */
export function announceEmail(
  brand: Brand,
  person: Person,
  line: AboutLine,
  charge: Cost & {
    chargeAt: Date;
    card: Card | undefined;
    second: Card | undefined;
    endsAt: Date | null;
    isLeaving: boolean;
  },
): Written {
  const { language } = person;
  const isLate = charge.endsAt !== null && charge.chargeAt >= charge.endsAt;
  const isFree = charge.creditCents >= charge.cents;
  const { subject, title, lines, link, brief, push } = announcement(charge);
  return aboutLine(brand, person, line, {
    subject,
    together: { title },
    ...(brief && { brief }),
    ...(push && { push }),
    lines: [
      ...lines,
      ...(charge.second && !isFree ? ['If your {card} is refused, we try your {second}.'] : []),
      ...(isLate
        ? [
            'The time that you paid for ends before that, and the line is paused until it’s paid. To keep it working, pay yourself on the line’s page.',
          ]
        : []),
      ...(charge.isLeaving
        ? [
            'Your number is moving to another carrier. If it has moved by then, we won’t charge you. What we charge before then isn’t refunded when the number leaves.',
          ]
        : []),
    ],
    link,
    values: {
      ...amounts(charge, language),
      date: dateAlone(charge.chargeAt, brand.timeZone, language),
      card: nameOf(charge.card, language),
      second: nameOf(charge.second, language),
    },
  });
}

const turnedOff =
  'You don’t have to do anything. You can turn autopay off on the line’s page until then.';

interface Announcement {
  subject: string;
  title: string;
  lines: readonly string[];
  link: string;
  brief?: string;
  push?: string;
}

/** Credit is used first: what the card is charged, as things stand. */
function announcement({
  cents,
  creditCents,
  card,
}: Cost & { card: Card | undefined }): Announcement {
  const usesCredit = creditCents > 0;
  if (usesCredit && creditCents >= cents) {
    return {
      subject: 'Your credit pays for {number} on {date}',
      title: 'Autopay pays for {count} of your lines soon',
      lines: [
        'On {date} {credit} of your credit pays for the next 30 days of your line {number}.',
        card
          ? 'Nothing is charged to {card}. If that credit is used before then, we charge {card} up to {total}.'
          : 'If that credit is used before then, add a card: there’s none on your account.',
        turnedOff,
      ],
      link: 'See or turn off autopay',
    };
  }
  const cost = usesCredit ? ['They cost {total}, and {credit} of your credit is used first.'] : [];
  if (card) {
    return {
      subject: 'Autopay charges {rest} on {date}',
      push: 'Autopay charges the next 30 days of {number} on {date}',
      title: 'Autopay charges {count} of your lines soon',
      lines: [
        'On {date} we charge {rest} to {card} for the next 30 days of your line {number}.',
        ...cost,
        ...(usesCredit
          ? ['If that credit is used before then, the card is charged up to {total}.']
          : []),
        turnedOff,
      ],
      link: 'See or turn off autopay',
    };
  }
  return {
    subject: 'Autopay has no card to charge on {date}',
    title: 'Autopay has no card to charge for {count} of your lines',
    brief:
      'Autopay has no card for the next 30 days of {number}. Log in and add one to keep your line.',
    lines: [
      'On {date} autopay charges {rest} for the next 30 days of your line {number}, but there’s no card on your account.',
      ...cost,
      'Add a card before then, and autopay goes on. You can also pay yourself, or turn autopay off, on the line’s page.',
    ],
    link: 'Go to my line',
  };
}

export function cardExpiresEmail(
  brand: Brand,
  person: Person,
  line: AboutLine,
  card: Card,
  chargeAt: Date,
): Written {
  const { language } = person;
  return aboutLine(brand, person, line, {
    subject: 'Your card expires before the next autopay charge',
    together: { title: 'Your card expires before autopay charges {count} of your lines' },
    lines: [
      '{card} expires on {expiry}, before we charge it on {date} for your line {number}.',
      card.primaryCard
        ? 'Add a new card and make it your primary one, and autopay goes on.'
        : 'Choose another card for autopay on the line’s page, and autopay goes on.',
    ],
    link: 'Go to my line',
    values: {
      card: nameOf(card, language),
      expiry: card.expiry,
      date: dateAlone(chargeAt, brand.timeZone, language),
    },
  });
}

const notCharged = {
  costs_more: {
    lines: [
      'The next 30 days of your line {number} now cost {total}. That’s more than we told you, so autopay didn’t charge it.',
      'You can pay it yourself on the line’s page.',
    ],
    link: 'Pay for the next 30 days',
    to: '/renew',
  },
  too_small: {
    lines: [
      'The next 30 days of your line {number} cost {total}. That’s too little to be paid by card, so autopay didn’t charge it.',
      'Please call us at {phone} to keep your line.',
    ],
    link: 'Go to my line',
  },
} as const;

/** More than was told, or less than the provider takes. */
export const notChargedEmail = (
  brand: Brand,
  person: Person,
  line: AboutLine,
  { why, cents }: { why: keyof typeof notCharged; cents: number },
) =>
  aboutLine(brand, person, line, {
    subject: 'We didn’t charge the next 30 days of {number}',
    brief:
      'Autopay didn’t charge the next 30 days of {number}. Log in to see why, or call {phone}.',
    ...notCharged[why],
    values: { total: money(dollars(cents), person.language) },
  });

/** Why a charge came to nothing, in plain words. Loss and theft are the bank's to tell. */
const reasons: Readonly<Record<string, string>> = {
  no_card: 'There is no primary card on your account.',
  insufficient_funds: 'There isn’t enough money on the card.',
  expired_card: 'The card has expired.',
  wrong_details: 'The bank doesn’t know the card’s details.',
  not_supported: 'The card can’t be used for this payment.',
  try_later: 'Your bank didn’t answer.',
  ask_bank: 'Your bank wants to talk to you first.',
  cancelled: 'Your bank’s confirmation took too long, so we stopped the payment.',
  authentication_required: 'Your bank wants you to confirm the payment.',
};
const declined = 'Your bank declined the card.';

/**
 * A try was refused: which card, how much, why, when it is tried again, when the line stops, and the
 * way to pay.
 */
export function refusedTryEmail(
  app: App,
  brand: Brand,
  person: Person,
  line: AboutLine & { paidUntil: Date | null },
  refused: {
    reason: string;
    again: Date | undefined;
    card: Card | undefined;
    cents: number;
    /** The first card, when `card` is the second one. */
    insteadOf?: string | undefined;
  },
): Written {
  const { language } = person;
  const { reason, again, card, insteadOf } = refused;
  const stops = line.paidUntil && line.paidUntil > app.clock.now() ? line.paidUntil : undefined;
  const day = (at: Date | undefined) => (at ? dateAlone(at, brand.timeZone, language) : '');
  return aboutLine(brand, person, line, {
    subject: 'We couldn’t charge the next 30 days of {number}',
    together: { title: 'We couldn’t charge the next 30 days of {count} of your lines' },
    brief:
      'Autopay couldn’t pay for the next 30 days of {number}. Log in to pay and keep your line.',
    lines: [
      card
        ? 'Autopay couldn’t charge {total} to {card} for the next 30 days of your line {number}. {reason}'
        : 'Autopay couldn’t charge {total} for the next 30 days of your line {number}. {reason}',
      ...(insteadOf ? ['We tried {first} before that, and it was refused too.'] : []),
      again
        ? 'We’ll try again on {date}. You can also pay yourself at any time, with another card if you like.'
        : 'We won’t try again. Please pay yourself to keep your line, with another card if you like.',
      stops
        ? 'If it isn’t paid by {stops}, your line stops working then.'
        : 'Your line is paused until it’s paid.',
    ],
    link: 'Pay for the next 30 days',
    to: '/renew',
    values: {
      reason: say(language, reasons[reason] ?? declined),
      date: day(again),
      stops: day(stops),
      total: money(dollars(refused.cents), language),
      first: insteadOf ?? '',
      card: nameOf(card, language),
    },
  });
}

/** The second card paid, as was told before (P11). */
export const secondPaidEmail = (
  brand: Brand,
  person: Person,
  line: AboutLine,
  paid: { insteadOf: string; card: Card | undefined; cents: number },
) =>
  aboutLine(brand, person, line, {
    subject: 'Your second card paid for {number}',
    lines: [
      'Your {first} was refused, so autopay charged {total} to your {card} for the next 30 days of your line {number}, as you chose.',
      'Next time we try your {first} first again. You can choose other cards on the line’s page.',
    ],
    link: 'Go to my line',
    values: {
      first: paid.insteadOf,
      card: nameOf(paid.card, person.language),
      total: money(dollars(paid.cents), person.language),
    },
  });

/** Which cards autopay charges from now on. */
export const cardsChosenEmail = (
  brand: Brand,
  person: Person,
  line: AboutLine,
  { first, second }: { first: Card | undefined; second: Card | undefined },
) =>
  aboutLine(brand, person, line, {
    subject: 'The cards for autopay of {number} are set',
    lines: [
      'From now on autopay of your line {number} charges your {card}.',
      ...(second ? ['If your {card} is refused, we try your {second}.'] : []),
      'If you didn’t do this, turn autopay off on the line’s page and call us at {phone}.',
    ],
    link: 'See or turn off autopay',
    values: { card: nameOf(first, person.language), second: nameOf(second, person.language) },
  });
