import type { App } from '../app.ts';

/**
 * One after the other. A failure is logged and does not stop the rest; the next round retries it.
 * @param failed log message, "an order could not be settled yet"
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
