import { money, phone } from '@portside/contract/formats';
import type { Person } from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { letter, pageAddress, type Written } from '../letters/letter.ts';
import { dollars } from '../money.ts';
import { labelOf } from '../payments/payments.ts';
import { say } from '../words/say.ts';
import type { OrderedQuote } from './store.ts';

/** The receipt: each line of the bill, as it was quoted. */
export function receiptLetter(
  app: App,
  brand: Brand,
  person: Person,
  quote: OrderedQuote,
): Written {
  const { language } = person;
  const amount = (cents: number) => money(dollars(cents), language);
  const total = amount(quote.amounts.finalCheckoutAmount);
  return letter(
    { brand, language },
    {
      subject: 'Your {product} receipt: {total}',
      lines: [
        'Hello {firstName},',
        quote.amounts.finalCheckoutAmount === 0
          ? 'thank you. There was nothing to pay for {plan}, and we are setting up your line now. We write again when it is active.'
          : 'thank you. We received your payment of {total} for {plan} and are setting up your line now. We write again when it is active.',
      ],
      rows: [
        ...quote.amounts.lines.map(
          (line) => [labelOf(line, language), amount(line.cents)] as const,
        ),
        [say(language, 'Total'), total],
      ],
      link: {
        label: 'See my order',
        url: pageAddress(app, { brand, language }, '/dashboard/payment'),
      },
      values: { firstName: person.firstName, total, plan: quote.planName },
    },
  );
}

/** The number that was to come with an order cannot: its line gets another one. */
export function numberGoneLetter(app: App, brand: Brand, person: Person, msisdn: string): Written {
  const { language } = person;
  return letter(
    { brand, language },
    {
      subject: 'Your new line gets another number than {number}',
      lines: [
        'Hello {firstName},',
        'your number {number} can no longer come with this order: it was called off, or it is on another line. So that you can use your line now, it gets a new number.',
        'Please call us at {phone} if that is not what you want.',
      ],
      link: { label: 'Go to my lines', url: pageAddress(app, { brand, language }, '/dashboard') },
      values: { firstName: person.firstName, number: phone(msisdn) },
    },
  );
}

/** The money is back. */
export function refundLetter(app: App, brand: Brand, person: Person, quote: OrderedQuote): Written {
  if (quote.amounts.finalCheckoutAmount === 0) {
    return aboutRefund(app, brand, person, quote, {
      subject: 'We could not set up your {product} line',
      lines: [
        'we could not set up your line with {plan}. There was nothing to pay, so there is nothing to give back.',
        'Please call us at {phone}: we find out together what stands in the way.',
      ],
    });
  }
  return aboutRefund(app, brand, person, quote, {
    subject: 'We refunded your {product} order',
    lines: [
      'we could not set up your line with {plan}, so we gave back the whole amount of {total}. Your bank shows it within a few days.',
      'Please call us at {phone}: we find out together what stands in the way.',
    ],
  });
}

/** The money is back, for a reason that whoever gave it back knows. */
export function moneyBackLetter(
  app: App,
  brand: Brand,
  person: Person,
  quote: OrderedQuote,
): Written {
  return aboutRefund(app, brand, person, quote, {
    subject: 'We refunded your {product} order',
    lines: [
      'we gave back the whole amount of {total} for {plan}. Your bank shows it within a few days.',
      'If you did not expect this, call us at {phone}.',
    ],
  });
}

/** The bank did not take the money back: what happens now, and that nothing has to be done. */
export function refundFailedLetter(
  app: App,
  brand: Brand,
  person: Person,
  quote: OrderedQuote,
): Written {
  return aboutRefund(app, brand, person, quote, {
    subject: 'Your {product} refund did not go through yet',
    lines: [
      'we owe you {total} for {plan}. We sent it back to your card, but your bank did not accept it.',
      'You do not have to do anything. We pay you back another way and write to you when it is done.',
      'If you have a new card or bank account, call us at {phone}. That makes it faster.',
    ],
  });
}

/** The money went back by another way than the card. */
export function paidBackLetter(
  app: App,
  brand: Brand,
  person: Person,
  quote: OrderedQuote,
): Written {
  return aboutRefund(app, brand, person, quote, {
    subject: 'We paid you back for your {product} order',
    lines: [
      'we paid back the {total} for {plan} another way, because your bank did not accept it on your card. We owe you nothing more for this order.',
      'If the money has not reached you in a week, call us at {phone}.',
    ],
  });
}

function aboutRefund(
  app: App,
  brand: Brand,
  person: Person,
  quote: OrderedQuote,
  { subject, lines }: { subject: string; lines: string[] },
): Written {
  const { language } = person;
  return letter(
    { brand, language },
    {
      subject,
      lines: ['Hello {firstName},', ...lines],
      link: { label: 'Contact us', url: pageAddress(app, { brand, language }, '/contact-us') },
      values: {
        firstName: person.firstName,
        plan: quote.planName,
        total: money(dollars(quote.amounts.finalCheckoutAmount), language),
      },
    },
  );
}
