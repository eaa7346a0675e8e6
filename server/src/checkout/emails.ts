import { money } from '@portside/contract/formats';
import type { Person } from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { letter, pageAddress, type Written } from '../letters/letter.ts';
import { dollars } from '../money.ts';
import { billLabel } from '../words/bill-label.ts';
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
        'thank you. We received your payment of {total} for {plan} and are setting up your line now. We write again when it is active.',
      ],
      rows: [
        ...quote.amounts.lines.map(
          (line) => [billLabel(language, line.label), amount(line.cents)] as const,
        ),
        [say(language, 'Total'), total],
      ],
      link: { label: 'See my order', url: pageAddress(app, brand, language, '/dashboard/payment') },
      values: { firstName: person.firstName, total, plan: quote.planName },
    },
  );
}

/** The line could not be set up, the money is back. */
export function refundLetter(app: App, brand: Brand, person: Person, quote: OrderedQuote): Written {
  const { language } = person;
  return letter(
    { brand, language },
    {
      subject: 'We refunded your {product} order',
      lines: [
        'Hello {firstName},',
        'we could not set up your line with {plan}, so we gave back the whole amount of {total}. Your bank shows it within a few days.',
        'Please call us at {phone}: we find out together what stands in the way.',
      ],
      link: { label: 'Contact us', url: pageAddress(app, brand, language, '/contact-us') },
      values: {
        firstName: person.firstName,
        plan: quote.planName,
        total: money(dollars(quote.amounts.finalCheckoutAmount), language),
      },
    },
  );
}
