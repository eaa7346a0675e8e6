import { phone } from '@portside/contract/phone';
import type { App, PaidFor } from '../app.ts';
import { Document } from '../http/document.ts';
import type { Customer } from '../http/who.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { csvRecord } from '../formats/csv.ts';
import { creditLeft } from './amounts.ts';
import { otherPayers } from './cardholders.ts';
import { numbersOf, ordersOf, readHistory, type HistoryFilter } from './history.ts';
import { itemOf } from './item-words.ts';
import { outcomeOf, outcomeWords } from './outcome-wording.ts';
import type { HistoryRow } from './transaction-store.ts';

const BATCH = 500;
/** Without it Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export async function exportTransactions(
  app: App,
  who: Customer,
  filter: HistoryFilter,
): Promise<Document> {
  // Before the response starts, so that a failure can still be reported.
  const first = await readHistory(app, who, filter, { limit: BATCH });
  return new Document({
    fileName: `${who.brand.id}-order-history.csv`,
    content: records(app, who, filter, first),
  });
}

async function* records(
  app: App,
  who: Customer,
  filter: HistoryFilter,
  first: HistoryRow[],
): AsyncGenerator<string> {
  const { timeZone } = who.brand;
  const translate = (words: string) => say(who.language, words, { timeZone });
  yield BYTE_ORDER_MARK + csvRecord(columns.map(translate));
  let rows = first;
  for (;;) {
    if (rows.length > 0) {
      const paidFor = await app.paidFor(app.db.query, who, rows.flatMap(paidOrdersOf));
      const numbers = await numbersOf(app, who, rows);
      const payers = await otherPayers(app.db.query, who, rows);
      const known = { paidFor, numbers, payers };
      yield rows.map((row) => csvRecord(cellsOf(row, who, translate, known))).join('');
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    const after = { time: last.transaction_time, id: last.id };
    rows = await readHistory(app, who, filter, { after, limit: BATCH });
  }
}

const columns = [
  'Date ({timeZone})',
  'Item',
  'Status',
  'Order Total',
  'Tax Amount',
  'Regulatory Fee',
  'Activation Fee',
  'Discount',
  'Final Checkout Amount',
  'Payment Method',
  'Card',
  'Number',
  'Credit for Unused Days',
  'Credit Used',
  'Added to Your Credit',
  'Refunded so far',
  'Phone Number Today',
  'Period from',
  'Period to',
  'Order',
  'Given Back as Credit',
];

const paidOrdersOf = (row: HistoryRow) => (row.successful ? ordersOf(row) : []);

function cellsOf(
  row: HistoryRow,
  { language, brand: { timeZone } }: Pick<Customer, 'language' | 'brand'>,
  translate: (words: string) => string,
  known: {
    readonly paidFor: ReadonlyMap<string, PaidFor>;
    readonly numbers: ReadonlyMap<string, string>;
    readonly payers: ReadonlyMap<string | null, string>;
  },
): string[] {
  const { amounts } = row;
  const paidFor = paidOrdersOf(row).flatMap((orderId) => known.paidFor.get(orderId) ?? []);
  const day = (at: Date | null) => at?.toLocaleDateString('sv-SE', { timeZone }) ?? '';
  const outcome = outcomeOf(row);
  const payer = known.payers.get(row.payer_id);
  return [
    localTime(row.transaction_time, timeZone),
    itemOf(row, language),
    translate(outcomeWords[outcome]),
    ...[
      amounts.orderTotal,
      amounts.taxAmount,
      amounts.regulatoryFee,
      amounts.activationFee,
      amounts.discountAmount,
      row.final_cents,
    ].map(amountOf),
    payer === undefined ? (row.network ?? '') : say(language, 'Paid by {payer}', { payer }),
    payer === undefined ? row.last4_digits : '',
    row.id,
    amountOf(amounts.creditForUnusedDays ?? 0),
    amountOf(amounts.creditUsed ?? 0),
    amountOf(creditLeft(amounts)),
    // A charge refunded before its parts were counted has none.
    amountOf(outcome === 'refunded' ? row.final_cents : (row.returned_cents ?? 0)),
    listed(paidFor.map(({ number }) => number && phone(number))),
    listed(paidFor.map(({ from }) => day(from))),
    listed(paidFor.map(({ to }) => day(to))),
    listed(ordersOf(row).map((orderId) => known.numbers.get(orderId) ?? '')),
    amountOf((row.credited ?? []).reduce((sum, { cents }) => sum + cents, 0)),
  ];
}

/** Of several lines each once (P03). */
const listed = (cells: readonly string[]) => [...new Set(cells.filter(Boolean))].join(', ');

const amountOf = (cents: number) => dollars(cents).toFixed(2);

/** `2026-11-20 18:05`, a date to every spreadsheet. */
function localTime(at: Date, timeZone: string): string {
  return at
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(',', '');
}
