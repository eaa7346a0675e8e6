import type { FieldError, ProblemCode } from '@portside/contract/problem';

/**
 * A named refusal of the contract, as a value: a slice returns it, so that what was done on the way
 * (an attempt counted) stays done. `detail` stands beside the problem's own fields on the wire.
 */
export class Refused<Reason extends string> {
  readonly reason: Reason;
  readonly detail: Record<string, unknown>;

  constructor(reason: Reason, detail: Record<string, unknown> = {}) {
    this.reason = reason;
    this.detail = detail;
  }
}

/** Says no by a name of the contract. An endpoint that does not list it does not compile. */
export function refused<const Reason extends string>(
  reason: Reason,
  detail?: Record<string, unknown>,
): Refused<Reason> {
  return new Refused(reason, detail);
}

/** The other kinds of "no", thrown: invalid, not there, not signed in, too often. */
export class No extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, more: { errors?: FieldError[]; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

export const notFound = () => new No('not_found');
export const invalid = (field: string, message: string) =>
  new No('invalid', { errors: [{ field, message }] });
