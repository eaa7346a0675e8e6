import type { Endpoint, InputOf, OutputOf } from './endpoint.ts';
import type { FieldError, Problem } from './problem.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A call in the background: its failure is not reported to the customer. */
  readonly quiet?: true;
  /** What the caller shows on the page itself, so that no notification repeats it. */
  readonly shown?: 'all' | 'refusals';
}

/** In process on the server, over HTTP in the browser. Rejects only with {@link CallFailed}. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<OutputOf<E>>;

export type TransportTrouble = 'network' | 'aborted' | 'status';

// Each bundle holds its own copy of this class, so `instanceof` checks the mark.
const mark = Symbol.for('portside.call-failed');

/** Without an answer `status` is 0 and `problem.code` is `unexpected`. */
export class CallFailed extends Error {
  readonly problem: Problem;
  readonly status: number;
  readonly transport: TransportTrouble | undefined;

  constructor(problem: Problem, status: number, transport?: TransportTrouble) {
    super(problem.message);
    this.name = 'CallFailed';
    this.problem = problem;
    this.status = status;
    this.transport = transport;
    Object.defineProperty(this, mark, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): value is CallFailed {
    return typeof value === 'object' && value !== null && mark in value;
  }

  get aborted() {
    return this.transport === 'aborted';
  }

  get reason() {
    return this.problem.reason;
  }

  get errors(): readonly FieldError[] {
    return this.problem.errors ?? [];
  }
}
