import type { App } from '../app.ts';

/**
 * Acts on one after the other. One that fails is logged, with its id, and keeps no other waiting: the
 * next round finds it again.
 * @param failed what the log says of it, such as "an order could not be settled yet"
 */
export async function sweep<Item extends string | { readonly id: string }>(
  app: Pick<App, 'log'>,
  found: readonly Item[],
  act: (one: Item) => Promise<unknown>,
  failed: string,
): Promise<void> {
  for (const one of found) {
    try {
      await act(one);
    } catch (error) {
      app.log.warn({ error, id: typeof one === 'string' ? one : one.id }, failed);
    }
  }
}
