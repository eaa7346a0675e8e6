import { dateAlone, money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Meter } from '@portside/contract/usage';
import { usageAmount } from '@portside/contract/usage-amount';
import type { Brand } from '../brands/brands.ts';
import { dollars } from '../money.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { LineReader } from '../lines/told.ts';

export interface LimitNews {
  meter: Meter & { limit: number };
  percent: 80 | 100;
  /** What happens now. */
  over: string;
  /** Add-ons that give more of it. */
  offers: readonly { name: string; cents: number }[];
  /** The end of the period. */
  until: Date;
}

const nearly: Readonly<Record<Meter['kind'], string>> = {
  data: '{number} has used 80% of its data',
  hotspot: '{number} has used 80% of its hotspot data',
  roaming: '{number} has used 80% of its data abroad',
  talk: '{number} has used 80% of its minutes',
  text: '{number} has used 80% of its messages',
};
const all: Readonly<Record<Meter['kind'], string>> = {
  data: '{number} has used all of its data',
  hotspot: '{number} has used all of its hotspot data',
  roaming: '{number} has used all of its data abroad',
  talk: '{number} has used all of its minutes',
  text: '{number} has used all of its messages',
};

export function limitEmail(
  brand: Brand,
  { id, language, called: firstName, sharing }: LineReader,
  line: { id: string; mdn: string },
  { meter, percent, over, until, offers }: LimitNews,
): Written {
  const { kind, used, limit, unit } = meter;
  const isOver = percent === 100;
  return writeEmail(
    { brand, language },
    {
      subject: (isOver ? all : nearly)[kind],
      brief: { to: id, about: 'usage', sentence: (isOver ? all : nearly)[kind] },
      sharing,
      lines: [
        'Hi {firstName},',
        'Your line {number} has used {used} of {limit}. These 30 days end on {date}.',
        ...(isOver ? ['{over}'] : []),
        ...(offers.length > 0 ? ['You can add data on your line’s page: {offers}.'] : []),
        'Your line’s page shows your usage day by day. You can also turn these emails off there.',
      ],
      link: {
        label: 'Go to my line',
        url: pageAddress({ brand, language }, `/dashboard/lines/${line.id}`),
      },
      values: {
        firstName,
        number: phone(line.mdn),
        used: usageAmount(used, unit, language),
        limit: usageAmount(limit, unit, language),
        date: dateAlone(until, brand.timeZone, language),
        over,
        offers: offers
          .map(({ name, cents }) => `${name} (${money(dollars(cents), language)})`)
          .join(', '),
      },
    },
  );
}
