import * as z from 'zod/mini';

/** What may be under way on a line. Of several, the first is named. */
export const work = z.enum([
  'payment',
  'port_in',
  'plan_change',
  'sim_replacement',
  'number_change',
  'port_out',
  'hold',
]);
export type Work = z.infer<typeof work>;

/** What takes a number or a SIM from a line, sends one to a new place, or opens the way for it. */
export type Move =
  | 'sim_replacement'
  | 'number_change'
  | 'port_in'
  | 'transfer_pin'
  | 'sim_unlock'
  | 'number_unlock'
  | 'sim_lock'
  | 'number_lock'
  | 'handover';

/** What may begin on a line. */
export type Begin =
  | Move
  | 'renewal'
  | 'add_on'
  | 'add_on_stop'
  | 'plan_change'
  | 'plan_change_undo'
  | 'ending'
  | 'block'
  | 'unblock'
  | 'hold';

interface Rule {
  /** Refused while this lock of the line is on. */
  readonly keptBy?: 'sim' | 'number';
  /** Only makes the line safer: neither a proof nor a pause keeps it back. */
  readonly isSafer?: true;
}

export const moves = {
  sim_replacement: { keptBy: 'sim' },
  number_change: { keptBy: 'number' },
  port_in: { keptBy: 'number' },
  transfer_pin: { keptBy: 'number' },
  sim_unlock: {},
  number_unlock: {},
  // The SIM lock keeps it, too: its verb asks.
  handover: { keptBy: 'number' },
  sim_lock: { isSafer: true },
  number_lock: { isSafer: true },
} as const satisfies Record<Move, Rule>;

export const ruleOf = (move: Move): Rule => moves[move];

/** Why it may not begin; or it may, and this is said first. */
type Cell = string | { readonly note?: string };
type Row = Readonly<Record<Work, Cell>>;

const may: Cell = {};

const waits = {
  payment: 'A payment for this line is still going through. Please try again in a moment.',
  port_in: 'A number is on its way to this line. Please wait until it’s here.',
  plan_change: 'This line is changing its plan right now. Please try again in a few minutes.',
  sim_replacement: 'The SIM of this line is being replaced. Please try again when that is done.',
  number_change: 'The number of this line is being changed. Please try again in a few minutes.',
  port_out:
    'This number is moving to another carrier. Until it has moved, or stays, this can’t be changed.',
  hold: 'You put this line on hold. Turn it back on first.',
} as const satisfies Row;

const always: Row = {
  payment: may,
  port_in: may,
  plan_change: may,
  sim_replacement: may,
  number_change: may,
  port_out: may,
  hold: may,
};

/** Where it isn’t told what is under way. */
export const anyWork = 'Something else is under way on this line. Please try again in a moment.';

/** What is paid beside a number that comes. */
const sold: Row = { ...waits, port_in: may };

/** What may begin while what is under way: server, pages and the health check read it here. */
export const begins = {
  renewal: {
    ...sold,
    sim_replacement: may,
    number_change: may,
    port_out: {
      note: 'Your number is moving to another carrier. If your paid time ends before then, pay to keep this line working. What you pay isn’t refunded when the number leaves.',
    },
  },
  add_on: sold,
  // What is under way may be the payment for it.
  add_on_stop: { ...always, payment: waits.payment },
  plan_change: sold,
  plan_change_undo: { ...always, payment: waits.payment, plan_change: waits.plan_change },
  ending: {
    ...sold,
    port_out:
      'This number is moving to another carrier. The line ends when the number has moved. If it ended before, the number would be lost.',
    hold: may,
  },
  block: always,
  unblock: always,
  hold: { ...waits, hold: may },
  handover: waits,
  sim_replacement: { ...sold, hold: may },
  number_change: waits,
  port_in: { ...waits, payment: may, port_in: may, plan_change: may },
  transfer_pin: { ...sold, hold: may },
  sim_unlock: { ...sold, payment: may, hold: may },
  number_unlock: { ...sold, payment: may, hold: may },
  // An owner who sees what they did not ask for locks, whatever it is.
  sim_lock: always,
  number_lock: always,
} as const satisfies Record<Begin, Row>;

/** The first that keeps it back, with the sentence to say. */
export function keptBack(
  begin: Begin,
  underWay: readonly Work[],
): { work: Work; sentence: string } | undefined {
  const row: Row = begins[begin];
  for (const one of work.options) {
    const cell = row[one];
    if (typeof cell === 'string' && underWay.includes(one)) return { work: one, sentence: cell };
  }
  return undefined;
}

/** What is said before it begins. */
export function noteBeside(begin: Begin, underWay: readonly Work[]): string | undefined {
  const row: Row = begins[begin];
  const cells = underWay.map((one) => row[one]);
  return cells.map((cell) => (typeof cell === 'string' ? undefined : cell.note)).find(Boolean);
}
