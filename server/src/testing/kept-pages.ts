import type { WebEntry } from '../http/pages.ts';

/** The places of a made-up site, each in its normal form. */
export const keptIf =
  (isKept: (path: string) => boolean): WebEntry['placeOf'] =>
  (path) => ({ path, kind: isKept(path) ? 'kept' : 'personal' });
