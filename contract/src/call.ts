import type { Endpoint, InputOf, OutputOf } from './endpoint.ts';
import type { FieldError, Problem } from './problem.ts';

/** What a caller may add to a call; aborting the signal rejects with an aborted {@link CallFailed}. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Nobody asked for this call: its failure is nobody's news. */
  readonly quiet?: true;
  /**
   * What of a failure the caller shows on the page, so that nobody has to keep the notification of it:
   * all of it, or the refusals. A sentence with a field stands at its field in any case.
   */
  readonly shown?: 'all' | 'refusals';
}

/**
 * The one way to call an endpoint: in process on the server, over HTTP in the browser.
 * Rejects with {@link CallFailed} and with nothing else.
 */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<OutputOf<E>>;

/** Why there is no answer: nobody reached, the caller gave up, or an answer that nobody can read. */
export type TransportTrouble = 'network' | 'aborted' | 'status';

// Browser bundle, server bundle and server each hold a copy of this class, so `instanceof` asks
// for the mark instead of the prototype.
const mark = Symbol.for('portside.call-failed');

/**
 * A call that failed. `message` is what people read; `problem` is the wire's shape of it
 * (problem.ts). Without an answer `status` is 0 and `problem.code` is `unexpected`.
 */
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

  /** The caller gave up; nothing is to be told to anyone. */
  get aborted() {
    return this.transport === 'aborted';
  }

  /** The named refusal of the endpoint, if the call was refused. */
  get reason() {
    return this.problem.reason;
  }

  /** Sentences that belong to a field, all at once; empty when none does. */
  get errors(): readonly FieldError[] {
    return this.problem.errors ?? [];
  }
}
