/** What may be under way on a line: one at a time, but for a payment and a number that comes. */
export type Work =
  | 'payment'
  | 'plan_change'
  | 'sim_replacement'
  | 'number_change'
  | 'port_in'
  | 'port_out';

/** What takes a number or a SIM from a line, sends one to a new place, or opens the way for it. */
export type Move =
  | 'sim_replacement'
  | 'number_change'
  | 'port_in'
  | 'transfer_pin'
  | 'sim_unlock'
  | 'number_unlock'
  | 'sim_lock'
  | 'number_lock';

interface Rule {
  /** Refused while this lock of the line is on. */
  readonly keptBy?: 'sim' | 'number';
  /** Only makes the line safer: neither a proof nor a pause keeps it back. */
  readonly isSafer?: true;
  /** What it may begin beside; anything else that is under way refuses it as `busy`. */
  readonly beside: readonly Work[];
}

/** What may begin while what is under way on the line. */
export const moves = {
  sim_replacement: { keptBy: 'sim', beside: ['port_in'] },
  number_change: { keptBy: 'number', beside: [] },
  port_in: { keptBy: 'number', beside: ['payment', 'plan_change', 'port_in'] },
  transfer_pin: { keptBy: 'number', beside: ['port_in'] },
  sim_unlock: { beside: ['payment', 'port_in'] },
  number_unlock: { beside: ['payment', 'port_in'] },
  // An owner who sees a SIM change they did not ask for locks, and that stops it.
  sim_lock: { isSafer: true, beside: ['payment', 'port_in', 'sim_replacement'] },
  number_lock: { isSafer: true, beside: ['payment', 'port_in', 'sim_replacement'] },
} as const satisfies Record<Move, Rule>;

export const ruleOf = (move: Move): Rule => moves[move];
