import { dateAlone, money } from '@portside/contract/formats';
import type { Brand } from '../brands/brands.ts';
import type { Written } from '../emails/email.ts';
import { dollars } from '../money.ts';
import { type BillLine, labelOf } from '../payments/bill-lines.ts';
import { aboutLine, type AboutLine } from '../renewals/line-email.ts';
import type { LineReader } from '../lines/told.ts';

/** What recurs is bought again with the next 30 days (K10). */
const named = (addOns: readonly BillLine[], language: string) =>
  addOns
    .map((one) => `${labelOf(one, language)} (${money(dollars(one.cents), language)})`)
    .join(', ');

/** K09. */
export function notedEmail(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  noted: { plan: string; on: Date; cents: number; addOns: readonly BillLine[]; totalCents: number },
): Written {
  const { language } = person;
  return aboutLine(brand, person, line, {
    subject: 'Your line {number} gets {plan} with the next payment',
    lines: [
      'You asked to change the plan of your line {number} to {plan} on {date}.',
      noted.addOns.length > 0
        ? 'The next 30 days then cost {price}, plus {addOns}, taxes and fees: {total} in all. Nothing is charged now.'
        : 'The next 30 days then cost {price}, plus taxes and fees: {total} in all. Nothing is charged now.',
      'Until it’s paid you can cancel this on the line’s page.',
      'If you didn’t do this, undo it and call us at {phone}.',
    ],
    link: 'See or cancel the change',
    values: {
      plan: noted.plan,
      date: dateAlone(noted.on, brand.timeZone, language),
      price: money(dollars(noted.cents), language),
      addOns: named(noted.addOns, language),
      total: money(dollars(noted.totalCents), language),
    },
  });
}

export function takenBackEmail(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  kept: { plan: string; addOns: readonly BillLine[]; totalCents: number },
): Written {
  return aboutLine(brand, person, line, {
    subject: 'Your line {number} keeps {plan}',
    lines: [
      'You canceled the plan change of your line {number}. It keeps {plan}.',
      kept.addOns.length > 0
        ? 'The next 30 days cost {total}, {addOns}, taxes and fees included.'
        : 'The next 30 days cost {total}, taxes and fees included.',
    ],
    link: 'Go to my line',
    values: {
      plan: kept.plan,
      addOns: named(kept.addOns, person.language),
      total: money(dollars(kept.totalCents), person.language),
    },
  });
}

interface RefusedChange {
  plan: string;
  cents: number;
}

export const refusedEmail = (
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { plan }: RefusedChange,
): Written =>
  aboutLine(brand, person, line, {
    subject: 'We couldn’t change the plan of {number}',
    lines: [
      'The network didn’t accept {plan} for your line {number}.',
      'Your line has the plan and the paid days that it had before. We’re sending back what you paid for the change.',
      'Please call us at {phone} if you still want another plan.',
    ],
    link: 'Go to my line',
    values: { plan },
  });

/** The next 30 days were paid, and began. */
export const refusedLaterEmail = (
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { plan, cents }: RefusedChange,
): Written =>
  aboutLine(brand, person, line, {
    subject: 'We couldn’t change the plan of {number}',
    lines: [
      'The network didn’t accept {plan} for your line {number}. Your line goes on with the plan that it had.',
      cents > 0
        ? 'That plan costs less: {amount} of what you paid is now credit for your next payment.'
        : 'You pay nothing more for these 30 days.',
      'Please call us at {phone} if you still want another plan.',
    ],
    link: 'Go to my line',
    values: { plan, amount: money(dollars(cents), person.language) },
  });
