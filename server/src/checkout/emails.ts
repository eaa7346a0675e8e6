import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import type { OrderWords } from './order-kinds.ts';
import type { OrderedQuote } from './store.ts';
import type { Person } from '../account/person.ts';
import { labelOf } from '../payments/bill-lines.ts';

/** An order's, with its number as people say it. */
export type NumberedQuote = OrderedQuote & {
  readonly orderNumber: string | undefined;
  /** It is one line of a purchase of several (P03). */
  readonly ofSeveral?: { readonly number: string };
};

/** What a caller reads to support. */
export const orderRow = (language: string, { orderNumber }: NumberedQuote) =>
  orderNumber ? [[say(language, 'Order'), orderNumber] as const] : [];

/** Of what a manager paid for another's line (P04): the reader, and the first name of the other one. */
export type Between =
  /** `again`: what it costs with each further payment, before taxes. Cents. */
  | { readonly payer: string; readonly again: number | undefined }
  | { readonly holder: string; readonly lineId: string };

const between = {
  holder: {
    paid: '{payer}, who manages this line, paid {total} for {plan}. None of your cards was charged.',
    free: '{payer}, who manages this line, ordered {plan}. There was nothing to charge.',
    again: 'It renews with each payment of this line, for {again} before taxes.',
  },
  manager: 'The line is {holder}’s, and so is the bill. Your card wasn’t saved.',
} as const;

export function receiptEmail(
  brand: Brand,
  person: Person,
  quote: NumberedQuote,
  words: OrderWords['receipt'],
  line: { number: string } | undefined,
  other?: Between,
): Written {
  const { language } = person;
  const isHolder = other !== undefined && 'payer' in other;
  const again = isHolder ? other.again : undefined;
  const amount = (cents: number) => money(dollars(cents), language);
  const total = amount(quote.amounts.finalCheckoutAmount);
  const way = quote.amounts.finalCheckoutAmount === 0 ? 'free' : 'paid';
  return writeEmail(
    { brand, language },
    {
      subject: 'Your {product} receipt: {total}',
      push: {
        to: person.id,
        about: 'payment',
        sentence: isHolder
          ? 'Somebody paid for your line'
          : way === 'free'
            ? 'Your order went through'
            : 'We got your payment',
      },
      lines: [
        'Hi {firstName},',
        isHolder ? between.holder[way] : words[way],
        ...(again === undefined ? [] : [between.holder.again]),
        ...(other && !isHolder && way === 'paid' ? [between.manager] : []),
      ],
      together: {
        title: 'Your {product} receipts for {count} lines',
        ...(words.beside &&
          !other && { lines: [words.beside[way]], short: 'Receipt: {total}', leads: 1 }),
      },
      rows: [
        ...(line?.number ? [[say(language, 'Line'), phone(line.number)] as const] : []),
        ...orderRow(language, quote),
        ...quote.amounts.lines.map(
          (line) => [labelOf(line, language), amount(line.cents)] as const,
        ),
        [say(language, 'Total'), total, 'bold'],
      ],
      link:
        other && 'lineId' in other
          ? {
              label: 'Go to the line',
              url: pageAddress({ brand, language }, `/dashboard/lines/${other.lineId}`),
            }
          : {
              label: 'See my order',
              url: pageAddress({ brand, language }, '/dashboard/payment'),
            },
      values: {
        firstName: person.called,
        ...(other && ('payer' in other ? { payer: other.payer } : { holder: other.holder })),
        total,
        ...(again !== undefined && { again: amount(again) }),
        plan: quote.planName,
        startDays: String(brand.lines.cardStartDays),
      },
    },
  );
}

export function numberGoneEmail(brand: Brand, person: Person, msisdn: string): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: 'Your new line gets a different number than {number}',
      push: { to: person.id, about: 'port_in' },
      lines: [
        'Hi {firstName},',
        'Your number {number} can no longer come with this order: its transfer was canceled, or it’s on another line. So you can use your line now, it gets a new number.',
        'Please call us at {phone} if that’s not what you want.',
      ],
      link: { label: 'Go to my lines', url: pageAddress({ brand, language }, '/dashboard') },
      values: { firstName: person.called, number: phone(msisdn) },
    },
  );
}

export function refundEmail(
  brand: Brand,
  person: Person,
  quote: NumberedQuote,
  { refund }: OrderWords,
): Written {
  const { subject, lines } = quote.amounts.finalCheckoutAmount === 0 ? refund.free : refund.paid;
  return aboutRefund(brand, person, quote, { subject, lines: [...lines, ...creditToo(quote)] });
}

/** Of all that was paid; a part gives none of it back. */
const creditToo = ({ amounts }: NumberedQuote): string[] =>
  (amounts.creditUsed ?? 0) > 0 ? ['The credit that you used for it is yours again.'] : [];

/** Not for something that failed: people gave it back. */
export function refundByStaffEmail(
  brand: Brand,
  person: Person,
  quote: NumberedQuote,
  { refund }: OrderWords,
): Written {
  const { subject, lines } = refund.byStaff ?? refund.paid;
  return aboutRefund(brand, person, quote, { subject, lines: [...lines, ...creditToo(quote)] });
}

export function moneyBackEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded your {product} order',
    lines: [
      'We refunded the whole amount of {total} for {plan}. Your bank will show it within a few days.',
      ...creditToo(quote),
      'If you didn’t expect this, call us at {phone}.',
    ],
  });
}

export function refundFailedEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'Your {product} refund hasn’t gone through yet',
    lines: [
      'We owe you {total} for {plan}. We sent it back to your card, but your bank didn’t accept it.',
      'You don’t have to do anything. We’ll refund you another way and email you when it’s done.',
      'If you have a new card or bank account, call us at {phone}. That makes it faster.',
    ],
  });
}

export function paidBackEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded your {product} order another way',
    lines: [
      'We refunded the {total} for {plan} another way, because your bank didn’t accept it on your card. We owe you nothing more for this order.',
      'If you don’t have the money within a week, call us at {phone}.',
    ],
  });
}

export function creditedEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded your {product} order as credit',
    lines: [
      'The {total} that you paid for {plan} is your credit now. We use it for your next payment.',
      ...creditToo(quote),
      'If you’d rather have it back on your card, call us at {phone}.',
    ],
  });
}

/** Of one that no card had paid for. */
export function creditBackEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded your {product} order as credit',
    lines: [
      'The {total} of credit that paid for {plan} is yours again. We use it for your next payment.',
      'What it paid for ends with it. If your line has no other paid days, it stops.',
      'If you didn’t expect this, call us at {phone}.',
    ],
  });
}

/** Of one whose rest was spent already. */
export function partCreditedEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded a part of your {product} order as credit',
    lines: [
      '{total} of what you paid for {plan} is your credit now. We use it for your next payment.',
      'The rest paid for another plan, or was credit that you’ve used.',
      'If you’d rather have it back on your card, call us at {phone}.',
    ],
  });
}

/** The total is the part; the rest stays paid. */
export function creditedPartEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded a part of your {product} order as credit',
    lines: [
      '{total} of what you paid for {plan} is your credit now. We use it for your next payment.',
      'What you bought stays. If you change your plan, only the rest of what you paid counts for its unused days.',
      'If you’d rather have it back on your card, call us at {phone}.',
    ],
  });
}

/** For whose line it was, and not whose card (P04). */
export function managersRefundEmail(
  brand: Brand,
  person: Person,
  quote: NumberedQuote,
  payer: string,
): Written {
  return aboutRefund(
    brand,
    person,
    quote,
    {
      subject: 'We refunded a payment for your {product} line',
      lines: ['We refunded {total} of what {payer} paid for {plan} on your line.'],
    },
    { payer },
  );
}

/** The total is the part. */
export function partRefundEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'We refunded a part of your {product} order',
    lines: [
      'We refunded {total} of what you paid for {plan}. Your bank will show it within a few days.',
      'What you bought stays. If you change your plan, only the rest of what you paid counts for its unused days.',
      'If you didn’t expect this, call us at {phone}.',
    ],
  });
}

export function partRefundFailedEmail(brand: Brand, person: Person, quote: NumberedQuote): Written {
  return aboutRefund(brand, person, quote, {
    subject: 'Your {product} refund hasn’t gone through yet',
    lines: [
      'We wanted to refund {total} of what you paid for {plan}, but your bank didn’t accept it.',
      'Please call us at {phone}, and we’ll refund you another way.',
    ],
  });
}

/** Of one line, where others were bought with it; and of as many as are refunded at once. */
const ofOneLine: Readonly<Record<string, { subject: string; title: string }>> = {
  'We refunded your {product} order': {
    subject: 'We refunded one line of your {product} order',
    title: 'We refunded {count} lines of your {product} order',
  },
  'We couldn’t set up your {product} line': {
    subject: 'We couldn’t set up one of your {product} lines',
    title: 'We couldn’t set up {count} of your {product} lines',
  },
  'We refunded your {product} order another way': {
    subject: 'We refunded one line of your {product} order another way',
    title: 'We refunded {count} lines of your {product} order another way',
  },
  'We refunded your {product} order as credit': {
    subject: 'We refunded one line of your {product} order as credit',
    title: 'We refunded {count} lines of your {product} order as credit',
  },
  'We refunded a part of your {product} order': {
    subject: 'We refunded a part of one line of your {product} order',
    title: 'We refunded a part of {count} lines of your {product} order',
  },
  'We refunded a part of your {product} order as credit': {
    subject: 'We refunded a part of one line of your {product} order as credit',
    title: 'We refunded a part of {count} lines of your {product} order as credit',
  },
};

const aboutOneLine =
  'This is about one of the lines that you bought together, and about no other one.';

function aboutRefund(
  brand: Brand,
  person: Person,
  quote: NumberedQuote,
  { subject, lines }: { subject: string; lines: string[] },
  values: Readonly<Record<string, string>> = {},
): Written {
  const { language } = person;
  const { ofSeveral } = quote;
  const one = ofSeveral && ofOneLine[subject];
  return writeEmail(
    { brand, language },
    {
      subject: one ? one.subject : subject,
      lines: ['Hi {firstName},', ...(ofSeveral ? lines.toSpliced(1, 0, aboutOneLine) : lines)],
      push: { to: person.id, about: 'payment' },
      // A receipt that still waits belongs to it.
      together: { leads: 3, ...(one && { title: one.title }) },
      rows: [
        ...(ofSeveral?.number ? [[say(language, 'Line'), phone(ofSeveral.number)] as const] : []),
        ...orderRow(language, quote),
      ],
      link: { label: 'Contact us', url: pageAddress({ brand, language }, '/contact-us') },
      values: {
        ...values,
        firstName: person.called,
        plan: quote.planName,
        total: money(dollars(quote.amounts.finalCheckoutAmount), language),
      },
    },
  );
}
