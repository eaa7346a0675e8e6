import { dateAlone, money } from '@portside/contract/formats';
import type { PaymentOutcome } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import type { PaidFor } from '../app.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { kindOf, labelOf, type BillKind } from './bill-lines.ts';
import { cardName } from './card-name.ts';
import { itemOf } from './item-words.ts';
import { outcomeWords } from './outcome-wording.ts';
import type { Seller } from './parties.ts';
import type { ChargedRow } from './rows.ts';

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
  readonly paidFor: PaidFor | undefined;
  readonly orderNumber: string | undefined;
  /** Another than its customer, whose card is not theirs to see (P04); for a bank it is. */
  readonly payer?: string | undefined;
}

export function writeReceipt(
  row: ChargedRow,
  outcome: PaymentOutcome,
  { seller, customer, language, paidFor, orderNumber, payer }: Parties,
): Receipt {
  const translate = (sentence: string) => say(language, sentence, { company: seller.company });
  const amount = (cents: number) => money(dollars(cents), language);
  const day = (at: Date) => dateAlone(at, seller.timeZone, language);
  const words = titles[outcome];
  const { lines } = row.amounts;
  return {
    language,
    title: translate(words.title),
    seller: seller.lines,
    customerHeading: translate('Customer'),
    customer,
    facts: [
      ...(orderNumber ? [[translate('Order'), orderNumber] as const] : []),
      [translate('Number'), row.id],
      [translate('Date'), day(row.transaction_time)],
      [translate('Item'), itemOf(row, language)],
      ...(paidFor?.number
        ? [[translate('Phone Number Today'), phone(paidFor.number)] as const]
        : []),
      ...(paidFor?.from && paidFor.to
        ? [[translate('Period'), `${day(paidFor.from)} – ${day(paidFor.to)}`] as const]
        : []),
      [translate('Status'), translate(outcomeWords[outcome])],
      ...(outcome === 'paid' && row.returned_cents
        ? [[translate('Refunded so far'), amount(row.returned_cents)] as const]
        : []),
      ...(outcome === 'paid' && row.going_back_cents
        ? [[translate('Being refunded'), amount(row.going_back_cents)] as const]
        : []),
      ...(row.credited ?? []).map(
        ({ cents, at }) =>
          [translate('Given Back as Credit'), `${amount(cents)}, ${day(new Date(at))}`] as const,
      ),
      ...(payer === undefined && row.last4_digits
        ? [[translate('Payment Method'), cardName(row)] as const]
        : []),
      ...(payer === undefined ? [] : [[translate('Paid by'), payer] as const]),
    ],
    groups: groupKinds.flatMap(({ heading, kinds, note }) => {
      const rows = lines
        .filter((line) => kinds.includes(kindOf(line)))
        .map((line) => [labelOf(line, language), amount(line.cents)] as const);
      if (rows.length === 0) return [];
      return [{ heading: translate(heading), rows, ...(note && { note: translate(note) }) }];
    }),
    total: [translate(words.total), amount(row.final_cents)],
  };
}
