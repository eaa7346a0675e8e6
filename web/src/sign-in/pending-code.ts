import type { WayBack } from '../api/way-back.ts';

/**
 * The address that a login code was sent to (the specification's `otpInfo`). It travels in the
 * history entry: whoever goes to read the code on a phone may find the page loaded anew.
 */
export interface PendingCode extends WayBack {
  readonly codeFor?: string;
}

export function pendingEmail(state: unknown): string | undefined {
  const { codeFor } = (state ?? {}) as PendingCode;
  return typeof codeFor === 'string' && codeFor !== '' ? codeFor : undefined;
}
