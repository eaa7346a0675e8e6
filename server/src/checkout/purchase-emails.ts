import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Person } from '../account/person.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { Row } from '../emails/layout.ts';
import { dollars } from '../money.ts';
import { labelOf } from '../payments/bill-lines.ts';
import { say } from '../words/say.ts';
import { orderRow, type NumberedQuote } from './emails.ts';
import type { OrderWords } from './order-kinds.ts';

/** A line of a purchase of several (P03). */
export interface PurchasePart {
  readonly quote: NumberedQuote;
  /** Undefined: it can't be had any more, and its money goes back. */
  readonly words: OrderWords['receipt'] | undefined;
  /** Of the line, where it is known. */
  readonly number?: string | undefined;
}

const gone = {
  paid: 'Line {part}, {plan}: we can’t set it up, so the {total} that you paid for it goes back to you.',
  free: 'Line {part}, {plan}: we can’t set it up. There was nothing to pay for it.',
} as const;

/** In the order in which they were bought. */
export function purchaseReceiptEmail(
  brand: Brand,
  person: Person,
  parts: readonly PurchasePart[],
): Written {
  const { language } = person;
  const amount = (cents: number) => money(dollars(cents), language);
  const totalCents = parts.reduce((sum, { quote }) => sum + centsOf(quote), 0);
  const total = amount(totalCents);
  const isFree = totalCents === 0;
  const sentences = parts.map(({ quote, words }, at) =>
    say(
      language,
      words ? (words.among?.line ?? '') : gone[centsOf(quote) === 0 ? 'free' : 'paid'],
      {
        part: String(at + 1),
        plan: quote.planName,
        total: amount(centsOf(quote)),
        startDays: String(brand.lines.cardStartDays),
      },
    ),
  );
  // Said already: a plan's name is no part of another sentence.
  const said = sentences.map((sentence, at) => [`line${at}`, sentence] as const);
  const stays = ({ words }: PurchasePart) => !words || words.among?.waits === true;
  const staying = said.filter((_, at) => parts[at] && stays(parts[at]));
  return writeEmail(
    { brand, language },
    {
      subject: 'Your {product} receipt: {total}',
      push: {
        to: person.id,
        about: 'payment',
        sentence: isFree ? 'Your order went through' : 'We got your payment',
      },
      lines: [
        'Hi {firstName},',
        isFree
          ? 'Thank you for your order of {count} lines. There was nothing to pay.'
          : 'Thank you. We received your payment of {total} for {count} lines.',
        ...said.map(([name]) => `{${name}}`),
      ],
      together: {
        lines: [
          isFree
            ? 'There was nothing to pay for these {count} lines.'
            : 'We received your payment of {total} for {count} lines.',
          ...staying.map(([name]) => `{${name}}`),
        ],
        short: 'Receipt: {total}',
        leads: 1,
        rest: {
          count: parts.filter((part) => part.words?.among?.waits !== true).length,
          line: 'We’ll email you again about each line that isn’t active yet.',
        },
      },
      rows: [
        ...parts.flatMap((part, at) => rowsOf(language, part, at + 1)),
        [say(language, 'Total'), total, 'bold'],
      ],
      link: { label: 'See my order', url: pageAddress({ brand, language }, '/dashboard/payment') },
      values: {
        firstName: person.called,
        total,
        count: String(parts.length),
        ...Object.fromEntries(said),
      },
    },
  );
}

const centsOf = ({ amounts }: NumberedQuote) => amounts.finalCheckoutAmount;

function rowsOf(language: string, { quote, number }: PurchasePart, part: number): Row[] {
  const amount = (cents: number) => money(dollars(cents), language);
  const values = { part: String(part), plan: quote.planName };
  return [
    [say(language, 'Line {part}: {plan}', values), '', 'heading'],
    ...(number ? [[say(language, 'Number'), phone(number)] as const] : []),
    ...orderRow(language, quote),
    ...quote.amounts.lines.map((line) => [labelOf(line, language), amount(line.cents)] as const),
    [say(language, 'Subtotal'), amount(centsOf(quote))],
  ];
}
