import { setImmediate } from 'node:timers/promises';

/** So many at a time. Between them comes whatever else waits: calls of others, timers, signals. */
export async function* inPieces<One>(
  all: Iterable<One>,
  size: number,
): AsyncGenerator<readonly One[]> {
  let piece: One[] = [];
  for (const one of all) {
    piece.push(one);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
    await setImmediate();
  }
  if (piece.length > 0) yield piece;
}
