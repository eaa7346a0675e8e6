import type { WayBack } from '../api/way-back.ts';

/** `otpInfo` of the specification. In the history entry, so that it survives a reload on phones. */
export interface PendingCode extends WayBack {
  readonly codeFor?: string;
}

export function pendingEmail(state: unknown): string | undefined {
  const { codeFor } = (state ?? {}) as PendingCode;
  return typeof codeFor === 'string' && codeFor !== '' ? codeFor : undefined;
}
