/** What a secret looks like, wherever it stands. */
const kinds: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  'a live Stripe key': /\b[rs]k_live_[0-9A-Za-z]{8,}/g,
  'an AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'a GitHub token': /\bgh[pousr]_[0-9A-Za-z]{36}/g,
  'a password in an address': /\b[a-z][a-z+]*:\/\/[^\s/:@"'`|<>]+:[^\s/@"'`|<>$]+@[^\s"'`|<>]/g,
};

export interface Find {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
}

/** In a file that somebody looked at, so many of one kind are no secret. */
export interface Accepted extends Pick<Find, 'file' | 'kind'> {
  readonly count: number;
  /** When it was looked at. */
  readonly on: string;
  readonly why: string;
}

export function findsIn(file: string, text: string): Find[] {
  return Object.entries(kinds).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      kind,
    })),
  );
}

/** What nobody has looked at, and what was accepted and is there no more. */
export function judged(finds: readonly Find[], accepted: readonly Accepted[]) {
  const of = ({ file, kind }: Pick<Find, 'file' | 'kind'>) =>
    finds.filter((one) => one.file === file && one.kind === kind);
  const isKnown = (find: Find) =>
    accepted.some((one) => of(one).includes(find) && of(one).length <= one.count);
  return {
    unknown: finds.filter((find) => !isKnown(find)),
    gone: accepted.filter((one) => of(one).length < one.count),
  };
}
