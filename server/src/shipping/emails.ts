import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineReader } from '../lines/told.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, type Written, writeEmail } from '../emails/email.ts';
import type { CardLine } from '../lines/card-arrives.ts';
import { say } from '../words/say.ts';
import type { NewLine } from './new-line-name.ts';
import type { Shipment } from './shipments.ts';
import { trackingUrl } from './tracking.ts';

export type News = 'mailed' | 'arrived' | 'late';

const movesThen =
  'Your number moves from your old carrier when you activate the card. Until then it works there: don’t cancel your old line.';

interface Words {
  subject: string;
  first: string;
  /** What follows for a new line, and for one that has a SIM. */
  begins: string;
  replaces: string;
  link: string;
}

const words: Readonly<Record<News, Words>> = {
  mailed: {
    subject: 'Your {product} SIM card is in the mail',
    first: 'We mailed the SIM card for {line} on {mailed}.',
    begins:
      'When you get it, put it in the phone and activate it on the line’s page. Your paid days begin then. If you do nothing, the line starts on {starts} anyway.',
    replaces:
      'When you get it, put it in the phone and activate it on the line’s page. The SIM that you have works until then.',
    link: 'Go to my line',
  },
  arrived: {
    subject: 'Your {product} SIM card has arrived: activate it',
    first: 'The SIM card for {line} was delivered.',
    begins:
      'Put it in the phone, then press “It’s here: activate” on the line’s page. Your paid days begin then. If you do nothing, the line starts on {starts} anyway.',
    replaces:
      'Put it in the phone, then press “It’s here: activate” on the line’s page. The SIM that you have works until then.',
    link: 'Activate my SIM card',
  },
  late: {
    subject: 'Did your {product} SIM card come?',
    first:
      'We mailed the SIM card for {line} on {mailed}, and it isn’t active yet. If it hasn’t come, it may be lost.',
    begins:
      'Press “Send me a new card” on the line’s page: it’s free, and your paid days don’t begin without it. If you have the card, activate it on the same page. If you do nothing, the line starts on {starts} anyway.',
    replaces:
      'Press “Send me a new card” on the line’s page: it’s free. If you have the card, activate it on the same page. The SIM that you have works until then.',
    link: 'Go to my line',
  },
};

export function cardEmail(
  brand: Brand,
  person: LineReader,
  news: News,
  line: CardLine & { readonly among: NewLine | undefined },
  card: Shipment,
): Written {
  const { language } = person;
  const reader = { brand, language };
  const { subject, first, begins, replaces, link } = words[news];
  const day = (at: Date | null) => (at ? dateAlone(at, brand.timeZone, language) : '');
  const { carrier, tracking_number: number } = card;
  const tracking = news === 'arrived' ? undefined : trackingUrl(carrier, number);
  const page = `/dashboard/lines/${line.id}${news === 'arrived' ? `?setup=${line.id}` : ''}`;
  return writeEmail(reader, {
    subject,
    lines: [
      'Hi {firstName},',
      first,
      ...(card.replacement_id ? [replaces] : [begins, ...(line.brings ? [movesThen] : [])]),
    ],
    rows:
      news === 'arrived' || !carrier
        ? []
        : [
            [say(language, 'Carrier'), carrier],
            ...(number ? [[say(language, 'Tracking number'), number] as const] : []),
          ],
    link: { label: link, url: pageAddress(reader, page) },
    push: { to: person.id, about: 'order' },
    sharing: person.sharing,
    ...(tracking && { also: { label: 'Track my SIM card', url: tracking } }),
    values: {
      firstName: person.called,
      line: nameOf(line, person),
      mailed: day(card.mailed_at),
      starts: day(card.starts_at),
    },
  });
}

/** The order is its holder’s alone. */
function nameOf(
  { number, among }: Parameters<typeof cardEmail>[3],
  { language, sharing }: LineReader,
): string {
  if (number) return phone(number);
  return among && !sharing
    ? say(language, 'your new line with {plan} (order {order})', { ...among })
    : say(language, 'your new line');
}
