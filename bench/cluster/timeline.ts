/** What customers do while parts are killed. */
export const kinds = ['order', 'sign-in', 'read', 'page'] as const;
export type Kind = (typeof kinds)[number];

/** One call: when it was sent and answered, in milliseconds, and why it failed if it did. */
export interface Call {
  readonly kind: Kind;
  readonly sent: number;
  readonly done: number;
  readonly failure?: string;
}

/** How one kind of call fared while one part was down. */
export interface Outage {
  readonly failed: number;
  readonly answered: number;
  /** From the first call that failed to the first good answer to a call sent after the last one that failed. */
  readonly seconds: number;
  /** Calls failed, and no good answer came after the last of them. */
  readonly isOpen: boolean;
  /** The longest that a good answer took. */
  readonly slowest: number;
  readonly failures: readonly string[];
}

export interface Timeline {
  note(call: Call): void;
  outage(kind: Kind, since: number): Outage;
  /** When the last call failed; 0 when none did. */
  lastFailure(): number;
}

export function openTimeline(): Timeline {
  const calls: Call[] = [];
  return {
    note: (call) => void calls.push(call),
    outage: (kind, since) =>
      outageOf(
        calls.filter((call) => call.kind === kind),
        since,
      ),
    lastFailure: () => Math.max(0, ...calls.filter(isBad).map(({ done }) => done)),
  };
}

const isBad = ({ failure }: Call) => failure !== undefined;

/** Calls that were under way when the part was killed count: their customers waited. */
export function outageOf(all: readonly Call[], since: number): Outage {
  const calls = all.filter(({ done }) => done >= since);
  const bad = calls.filter(isBad);
  const good = calls.filter((call) => !isBad(call));
  const firstBad = Math.max(since, Math.min(...bad.map(({ sent }) => sent)));
  const lastBad = Math.max(...bad.map(({ sent }) => sent));
  const again = Math.min(...good.filter(({ sent }) => sent > lastBad).map(({ done }) => done));
  const isOpen = bad.length > 0 && again === Number.POSITIVE_INFINITY;
  const end = isOpen ? Math.max(...calls.map(({ done }) => done)) : again;
  return {
    failed: bad.length,
    answered: good.length,
    seconds: bad.length === 0 ? 0 : (end - firstBad) / 1000,
    isOpen,
    slowest: Math.max(0, ...good.map(({ sent, done }) => done - sent)) / 1000,
    failures: [...new Set(bad.map(({ failure = '' }) => failure))],
  };
}
