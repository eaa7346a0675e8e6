import type { FigureName, Today } from '@portside/contract/console/today';
import { money } from '@portside/contract/formats';

type Shown = (value: number) => string;

interface TodaySeries {
  readonly name: FigureName;
  readonly label: string;
}

export interface TodayCard {
  readonly id: string;
  readonly title: string;
  /** What is counted, where the title leaves it open. */
  readonly about: string;
  readonly series: readonly TodaySeries[];
  readonly show: Shown;
  /** Beside the others, and not in the picture. */
  readonly rate?: TodaySeries & { readonly show: Shown };
  /** Parts of one sum. */
  readonly isStacked?: true;
}

const number = new Intl.NumberFormat('en-US');
const count: Shown = (value) => number.format(value);
const percent: Shown = (value) => `${number.format(value)} %`;

/** About: it is kept in steps of 3.5 percent. */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const todayCards: readonly TodayCard[] = [
  {
    id: 'orders',
    title: 'Orders',
    about: 'Orders that were paid: new lines, renewals, plan changes and add-ons.',
    series: [
      { name: 'orders', label: 'All orders' },
      { name: 'newLines', label: 'New lines' },
    ],
    show: count,
  },
  {
    id: 'revenue',
    title: 'Revenue',
    about: 'What cards were charged, with fees and taxes, and what went back, each on its own day.',
    series: [
      { name: 'revenue', label: 'Charged' },
      { name: 'refunds', label: 'Refunded' },
    ],
    show: (value) => money(value),
  },
  {
    id: 'activations',
    title: 'Activations',
    about: 'Lines that began to work.',
    series: [{ name: 'activations', label: 'Activations' }],
    show: count,
  },
  {
    id: 'renewals',
    title: 'Renewals',
    about:
      'Due: paid time that ended on the day, besides lines that ended with it. Paid: by the day of the payment, up to ten days before or any time after.',
    series: [
      { name: 'renewalsDue', label: 'Due' },
      { name: 'renewalsPaid', label: 'Paid' },
    ],
    show: count,
  },
  {
    id: 'autopay',
    title: 'Autopay failures',
    about: 'Charges that the bank declined. Each try counts.',
    series: [{ name: 'autopayFailures', label: 'Declined charges' }],
    show: count,
  },
  {
    id: 'port-ins',
    title: 'Port-ins by outcome',
    about: 'Refused ones can still be corrected; a port-in counts once a day for each outcome.',
    series: [
      { name: 'portInsCompleted', label: 'Completed' },
      { name: 'portInsRefused', label: 'Refused' },
      { name: 'portInsCancelled', label: 'Canceled' },
      { name: 'portInsExpired', label: 'Expired' },
      { name: 'portInsFailed', label: 'Failed' },
    ],
    show: count,
    isStacked: true,
  },
  {
    id: 'wait',
    title: 'From payment to active',
    about: 'eSIM lines with a new number. SIM cards in the mail and port-ins wait for others.',
    series: [
      { name: 'waitMedian', label: 'Median' },
      { name: 'waitP95', label: '95th percentile' },
    ],
    show: waitInWords,
  },
  {
    id: 'churn',
    title: 'Churn',
    about:
      'Lines that had worked and ended: by their customer, unpaid, or gone to another carrier.',
    series: [{ name: 'linesEnded', label: 'Lines that ended' }],
    rate: { name: 'churn', label: 'Of the lines before', show: percent },
    show: count,
  },
];

/** How it compares, in words: colors would say which way is good. */
export function changeInWords(
  now: number | null | undefined,
  before: number | null | undefined,
  show: Shown,
): string {
  if (now === null || now === undefined) return '';
  if (before === null || before === undefined) return 'Nothing before to compare with.';
  if (now === before) return `As before (${show(before)}).`;
  if (before === 0) return `${show(0)} before.`;
  const part = Math.round((100 * (now - before)) / before);
  if (part === 0) return `About as before (${show(before)}).`;
  return `${number.format(Math.abs(part))} % ${part > 0 ? 'more' : 'less'} than before (${show(before)}).`;
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One row a day: plain numbers, for a spreadsheet. */
export function csvOf({ series, rate }: TodayCard, today: Today): string {
  const columns = [...series, ...(rate ? [rate] : [])];
  const rows = [
    ['Day', ...columns.map(({ label }) => label)],
    ...today.series.map(({ on, figures }) => [
      on,
      ...columns.map(({ name }) => String(figures[name] ?? '')),
    ]),
  ];
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}
