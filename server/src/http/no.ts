import type { FieldError, ProblemCode } from '@portside/contract/problem';

/**
 * Returned, not thrown, so that a counted try stays counted. `detail` is added to the problem on
 * the wire.
 */
export class Refused<Reason extends string> {
  readonly reason: Reason;
  readonly detail: Record<string, unknown>;
  /** Which one of several lines it is about, where it is not the first (P03). */
  readonly line: number | undefined;

  constructor(reason: Reason, detail: Record<string, unknown> = {}, line?: number) {
    this.reason = reason;
    this.detail = detail;
    this.line = line;
  }
}

/** It is about the line at this place, from 1. */
export const ofLine = <Reason extends string>(
  { reason, detail }: Refused<Reason>,
  place: number,
): Refused<Reason> => new Refused(reason, detail, place > 1 ? place : undefined);

/** A reason the endpoint does not list does not compile. */
export function refused<const Reason extends string>(
  reason: Reason,
  detail?: Record<string, unknown>,
): Refused<Reason> {
  return new Refused(reason, detail);
}

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
