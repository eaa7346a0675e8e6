import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';

/** Whose credit it is. */
export type Side = 'referrer' | 'friend';

const greeting = 'Hi {firstName},';

const toCredit = (brand: Brand, language: string) => ({
  label: 'See my credit',
  url: pageAddress({ brand, language }, '/dashboard/payment'),
});

export function creditedEmail(
  brand: Brand,
  { language, called: firstName }: Person,
  { amount, side }: { amount: string; side: Side },
): Written {
  const words =
    side === 'friend'
      ? {
          subject: 'You have {amount} of {product} credit for joining through a friend',
          line: 'Your second month is paid. As promised, you have {amount} of credit for joining through a friend.',
        }
      : {
          subject: 'You have {amount} of {product} credit for a friend who joined',
          line: 'A friend who joined with your code has paid for their second month. You have {amount} of credit for it.',
        };
  return writeEmail(
    { brand, language },
    {
      subject: words.subject,
      lines: [
        greeting,
        words.line,
        'You don’t have to do anything. We’ll use it first the next time you pay.',
      ],
      link: toCredit(brand, language),
      values: { firstName, amount },
    },
  );
}

const reasons = {
  not_new: 'It isn’t given: you had a line with us before. A code is for somebody who is new.',
  same_person:
    'It isn’t given: as far as we can tell, the code is your own. A code is for somebody else to join.',
  other_friend: 'It isn’t given: you already have credit for joining through a friend.',
  money_back: 'It isn’t given: a payment for your line went back to you.',
} as const;

/** Something was promised. */
export function notCountedEmail(
  brand: Brand,
  { language, called: firstName }: Person,
  { amount, why }: { amount: string; why: keyof typeof reasons },
): Written {
  return writeEmail(
    { brand, language },
    {
      subject: 'No credit for joining through a friend',
      lines: [
        greeting,
        'With the code you used, you were promised {amount} of credit for your second month.',
        reasons[why],
        'Is that wrong? Call us at {phone}.',
      ],
      values: { firstName, amount },
    },
  );
}

export function removedEmail(
  brand: Brand,
  { language, called: firstName }: Person,
  { amount, owed, side }: { amount: string; owed: string; side: Side },
): Written {
  return writeEmail(
    { brand, language },
    {
      subject: 'The {amount} of credit from a friend’s code no longer counts',
      lines: [
        greeting,
        side === 'friend'
          ? 'A payment for your line went back to you, so the {amount} of credit for joining through a friend no longer counts.'
          : 'A friend who joined with your code no longer counts, nor does the {amount} of credit you had for it.',
        ...(owed
          ? ['You had used {owed} of it. We don’t charge your card for that.']
          : ['We took it off your credit.']),
      ],
      link: toCredit(brand, language),
      values: { firstName, amount, owed },
    },
  );
}
