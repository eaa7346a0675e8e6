import { dateAlone, money } from '@portside/contract/formats';
import type { PaymentOutcome } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import type { PaidFor } from '../app.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { kindOf, labelOf, type BillKind, type BillLine } from './bill-lines.ts';
import { cardName } from './card-name.ts';
import { itemOf } from './item-words.ts';
import { outcomeOf, outcomeWords } from './outcome-wording.ts';
import type { Seller } from './parties.ts';
import type { ChargedRow, PaidPart } from './rows.ts';

type Row = readonly [label: string, value: string];

export interface Receipt {
  readonly language: string;
  readonly title: string;
  readonly seller: readonly string[];
  readonly customerHeading: string;
  readonly customer: readonly string[];
  readonly facts: readonly Row[];
  readonly groups: readonly { heading: string; rows: readonly Row[]; note?: string }[];
  readonly total: Row;
}

const titles: Readonly<Record<PaymentOutcome, { title: string; total: string }>> = {
  paid: { title: 'Receipt', total: 'Total paid' },
  failed: { title: 'Payment failed', total: 'Total (not charged)' },
  refunding: { title: 'Receipt', total: 'Total (being refunded)' },
  refund_failed: { title: 'Receipt', total: 'Total (to be refunded)' },
  refunded: { title: 'Receipt', total: 'Total (refunded)' },
};

const groupKinds: readonly {
  heading: string;
  kinds: readonly BillKind[];
  note?: string;
}[] = [
  { heading: 'Plan', kinds: ['plan', 'discount'] },
  { heading: 'Add-ons', kinds: ['add_on'] },
  {
    heading: 'Fees of {company}',
    kinds: ['activation', 'company_fee'],
    note: '{company} charges these fees. They are not taxes, and no government requires them.',
  },
  { heading: 'Taxes', kinds: ['tax'] },
  { heading: 'Government fees', kinds: ['government_fee'] },
  { heading: 'Credit', kinds: ['unused_days', 'credit', 'credit_left'] },
];

interface Parties {
  readonly seller: Seller;
  readonly customer: string[];
  readonly language: string;
  /** By order, as `numbers`. */
  readonly paidFor: ReadonlyMap<string, PaidFor>;
  readonly numbers: ReadonlyMap<string, string>;
  /** Another than its customer, whose card is not theirs to see (P04); for a bank it is. */
  readonly payer?: string | undefined;
}

export function writeReceipt(
  row: ChargedRow,
  outcome: PaymentOutcome,
  { seller, customer, language, paidFor, numbers, payer }: Parties,
): Receipt {
  const translate = (sentence: string) => say(language, sentence, { company: seller.company });
  const amount = (cents: number) => money(dollars(cents), language);
  const day = (at: Date) => dateAlone(at, seller.timeZone, language);
  const words = titles[outcome];
  const { lines } = row.amounts;
  const billed = (line: BillLine): Row => [labelOf(line, language), amount(line.cents)];
  const orderOf = (orderId: string): Row[] => {
    const number = numbers.get(orderId);
    return number ? [[translate('Order'), number]] : [];
  };
  const paidForOf = (orderId: string): Row[] => {
    const { number = '', from = null, to = null } = paidFor.get(orderId) ?? {};
    return [
      ...(number ? [[translate('Phone Number Today'), phone(number)] as const] : []),
      ...(from && to ? [[translate('Period'), `${day(from)} – ${day(to)}`] as const] : []),
    ];
  };
  const movedOf = ({
    returned_cents: returned,
    going_back_cents: goingBack,
  }: Pick<ChargedRow, 'returned_cents' | 'going_back_cents'>): Row[] => [
    ...(returned ? [[translate('Refunded so far'), amount(returned)] as const] : []),
    ...(goingBack ? [[translate('Being refunded'), amount(goingBack)] as const] : []),
  ];
  const groups = groupKinds.flatMap(({ heading, kinds, note }) => {
    const rows = lines.filter(isOf(kinds)).map(billed);
    if (rows.length === 0) return [];
    return [{ heading: translate(heading), rows, ...(note && { note: translate(note) }) }];
  });
  /** Of one of several lines (P03): all that is its own. */
  const sectionOf = (part: PaidPart, at: number): Receipt['groups'][number] => {
    const own = lines.filter((line) => line.part === at + 1);
    const now = outcomeOf({ successful: row.successful, charge_status: part.status });
    const fees = groupKinds.filter(({ note, kinds }) => note && own.some(isOf(kinds)));
    return {
      heading: say(language, 'Line {number}: {item}', { number: at + 1, item: part.item }),
      rows: [
        ...orderOf(part.order_id),
        ...paidForOf(part.order_id),
        ...(now === outcome ? [] : [[translate('Status'), translate(outcomeWords[now])] as const]),
        ...(now === 'paid' ? movedOf(part) : []),
        ...own.map(billed),
        [translate('Subtotal'), amount(part.cents)],
      ],
      ...(fees[0]?.note && { note: translate(fees[0].note) }),
    };
  };
  const alone = row.parts ? undefined : (row.owner_id ?? '');
  return {
    language,
    title: translate(words.title),
    seller: seller.lines,
    customerHeading: translate('Customer'),
    customer,
    facts: [
      ...(alone === undefined ? [] : orderOf(alone)),
      [translate('Number'), row.id],
      [translate('Date'), day(row.transaction_time)],
      [translate('Item'), itemOf(row, language)],
      ...(alone === undefined ? [] : paidForOf(alone)),
      [translate('Status'), translate(outcomeWords[outcome])],
      ...(outcome === 'paid' ? movedOf(row) : []),
      ...(row.credited ?? []).map(
        ({ cents, at }) =>
          [translate('Given Back as Credit'), `${amount(cents)}, ${day(new Date(at))}`] as const,
      ),
      ...(payer === undefined && row.last4_digits
        ? [[translate('Payment Method'), cardName(row)] as const]
        : []),
      ...(payer === undefined ? [] : [[translate('Paid by'), payer] as const]),
    ],
    groups: row.parts?.map(sectionOf) ?? groups,
    total: [translate(words.total), amount(row.final_cents)],
  };
}

const isOf = (kinds: readonly BillKind[]) => (line: BillLine) => kinds.includes(kindOf(line));
