import { dateAlone, money } from '@portside/contract/formats';
import type { Brand } from '../brands/brands.ts';
import type { Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { aboutLine, type AboutLine } from './line-email.ts';
import type { Person } from '../account/person.ts';

/** K07. */
export function priceRisesEmail(
  brand: Brand,
  person: Person,
  line: AboutLine,
  rise: {
    planName: string;
    from: Date;
    oldCents: number;
    newCents: number;
    promoCode: string | undefined;
  },
): Written {
  const { language } = person;
  return aboutLine(brand, person, line, {
    subject: 'The price of {plan} goes up on {date}',
    lines: [
      '{plan} now costs {new} for 30 days instead of {old}, plus taxes and fees.',
      'For your line {number} nothing changes before {date}. A payment that is due from then on is at the new price. What you have paid for stays paid.',
      ...(rise.promoCode ? ['Your promo code {code} still comes off each payment.'] : []),
      'You can choose another plan on the line’s page at any time.',
    ],
    link: 'Go to my line',
    values: {
      plan: rise.planName,
      code: rise.promoCode ?? '',
      date: dateAlone(rise.from, brand.timeZone, language),
      old: money(dollars(rise.oldCents), language),
      new: money(dollars(rise.newCents), language),
    },
  });
}
