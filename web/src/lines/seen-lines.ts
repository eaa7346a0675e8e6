import { readKey, writeKey } from '../api/storage.ts';
import { subjectOf } from '../api/token.ts';

/** The least that says how a line is. */
export interface SeenLine {
  readonly number: string;
  readonly nickname: string;
  readonly plan: string;
  readonly paidUntil: string | null;
  /** In words, as the page said it. */
  readonly state: string;
}

/** The lines of one customer of one brand, as they were last seen (docs/decisions/0963). */
export interface SeenLines {
  readonly brand: string;
  readonly person: string;
  readonly language: string;
  /** Milliseconds. */
  readonly at: number;
  readonly lines: readonly SeenLine[];
}

/** Beside the token, and deleted with it (api/session.ts). */
const SEEN_LINES = 'lines';
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * @param asker the token that the lines were asked for with: whoever has logged out since keeps
 *   nothing
 */
export function keepSeenLines(asker: string | undefined, seen: Omit<SeenLines, 'person'>): void {
  const person = subjectOf(asker);
  if (person === undefined || readKey('token') !== asker) return;
  writeKey(SEEN_LINES, JSON.stringify({ ...seen, person } satisfies SeenLines));
}

/** What may not be shown is deleted. */
export function readSeenLines(brand: string, now: number): SeenLines | undefined {
  const seen = stored();
  if (!seen || !isOwn(seen) || seen.brand !== brand || now - seen.at > KEPT_MS) {
    forgetSeenLines();
    return undefined;
  }
  return seen;
}

export function forgetSeenLines(): void {
  writeKey(SEEN_LINES, null);
}

/** Of whoever was here before, without logging out. */
export function forgetSeenLinesOfOthers(): void {
  const seen = stored();
  if (!seen || !isOwn(seen)) forgetSeenLines();
}

function stored(): SeenLines | undefined {
  try {
    return (JSON.parse(readKey(SEEN_LINES) ?? 'null') as SeenLines | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const isOwn = ({ person }: SeenLines) => subjectOf(readKey('token') ?? undefined) === person;
