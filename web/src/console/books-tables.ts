import type { BookFigure, BookItem, Books } from '@portside/contract/console/books';
import { money } from '@portside/contract/formats';

export interface BookColumn<Row> {
  readonly head: string;
  /** What stands on the screen. */
  readonly show: (row: Row) => string;
  /** What stands in the file: plain numbers, for a spreadsheet. */
  readonly file: (row: Row) => string;
  readonly isAmount?: true;
}

const amount = <Row>(head: string, of: (row: Row) => number): BookColumn<Row> => ({
  head,
  show: (row) => money(of(row)),
  file: (row) => of(row).toFixed(2),
  isAmount: true,
});

const text = <Row>(head: string, of: (row: Row) => string): BookColumn<Row> => ({
  head,
  show: of,
  file: of,
});

const kinds: Record<BookItem['kind'], string> = {
  sold: 'Sold',
  own_fee: 'Own fee',
  government_fee: 'Government fee',
  tax: 'Tax',
};

const net = ({ billed, returned }: BookItem) => Math.round(100 * (billed - returned)) / 100;

export const itemColumns: readonly BookColumn<BookItem>[] = [
  text('Place', ({ place }) => place || 'Not recorded'),
  text('Kind', ({ kind }) => kinds[kind]),
  text('What', ({ name }) => name),
  amount('Billed', ({ billed }) => billed),
  amount('Gone back', ({ returned }) => returned),
  amount('Left', net),
];

export type BookDay = Books['days'][number];

/** In the order of the way of the money. What is rare has a column only where there is any. */
export const figureColumns: readonly { name: BookFigure; head: string; isRare?: true }[] = [
  { name: 'billed', head: 'Billed' },
  { name: 'fromCredit', head: 'Paid with credit' },
  { name: 'charged', head: 'Charged' },
  { name: 'unowned', head: 'Charged for no order', isRare: true },
  { name: 'refunded', head: 'Refunded' },
  { name: 'takenByBanks', head: 'Lost in disputes', isRare: true },
  { name: 'paidBackByHand', head: 'Paid back by hand', isRare: true },
  { name: 'refundedToCredit', head: 'Refunded as credit', isRare: true },
  { name: 'creditGiven', head: 'Credit given' },
  { name: 'creditUsed', head: 'Credit used' },
  { name: 'paidOut', head: 'Paid out' },
];

export const dayColumns = ({ totals }: Books): readonly BookColumn<BookDay>[] => [
  text('Day', ({ on }) => on),
  {
    head: 'Bills',
    show: ({ bills }) => bills.toLocaleString('en-US'),
    file: ({ bills }) => String(bills),
    isAmount: true,
  },
  ...figureColumns
    .filter(({ name, isRare }) => !isRare || totals[name] !== 0)
    .map(({ name, head }) => amount<BookDay>(head, ({ figures }) => figures[name])),
];

/** Each row of the tables, and their sum: what it says must be there to the cent. */
export function sumOfItems(items: readonly BookItem[]): BookItem {
  const sum = (of: 'billed' | 'returned') =>
    items.reduce((cents, item) => cents + Math.round(100 * item[of]), 0) / 100;
  return {
    place: 'All places',
    kind: 'sold',
    name: '',
    billed: sum('billed'),
    returned: sum('returned'),
  };
}

/** A cell that a spreadsheet would reckon with stays text. */
const quoted = (cell: string) => {
  const plain = /^[=+@]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell;
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

export function csvOfRows<Row>(columns: readonly BookColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ file }) => file(row))),
  ];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** The months that one can go to: this one, and those before it. */
export function monthLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

const monthNames = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
export const monthInWords = (month: string): string =>
  monthNames.format(new Date(`${month}-15T12:00:00Z`));
