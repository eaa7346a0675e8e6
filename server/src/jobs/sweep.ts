import type { App } from '../app.ts';

/**
 * One after the other, or several at once. A failure is logged and does not stop the rest; the next
 * round retries it. @param failed log message, "an order could not be settled yet" @param
 * options.apart what differs in it does not wait for one another: a silent account of one brand
 * holds up no other brand
 */
export async function sweep<Item extends string | { readonly id: string }>(
  app: Pick<App, 'log'>,
  found: readonly Item[],
  act: (one: Item) => Promise<unknown>,
  failed: string,
  { atOnce = 1, apart = () => 0 }: { atOnce?: number; apart?: (one: Item) => number | string } = {},
): Promise<void> {
  const rows = [...Map.groupBy(found, apart).values()];
  const lanes = rows.flatMap((row) => lanesOf(row.values(), atOnce));
  await Promise.all(lanes.map((lane) => work(lane)));

  async function work(waiting: Iterable<Item>): Promise<void> {
    for (const one of waiting) {
      try {
        await act(one);
      } catch (error) {
        app.log.warn({ error, id: typeof one === 'string' ? one : one.id }, failed);
      }
    }
  }
}

/** They take from the same row. */
const lanesOf = <Item>(waiting: IterableIterator<Item>, atOnce: number) =>
  Array.from({ length: atOnce }, () => waiting);

/** Half of what a job may take. */
const RUNS_FOR_MS = 30_000;

/**
 * Batches in turns, until each finds nothing or the time is up. @param batches answer how many they
 * found @returns false when there may be more: another job goes on with it
 */
export async function inTurns(
  batches: readonly (() => Promise<number>)[],
  { forMs = RUNS_FOR_MS } = {},
): Promise<boolean> {
  const until = performance.now() + forMs;
  let busy = batches;
  while (busy.length > 0) {
    const more: (() => Promise<number>)[] = [];
    for (const batch of busy) {
      if (performance.now() > until) return false;
      if ((await batch()) > 0) more.push(batch);
    }
    busy = more;
  }
  return true;
}
