import type { App } from '../app.ts';
import * as store from './store.ts';

export { activeLines } from './active-lines-store.ts';

/** Who has this number now, at any brand. */
export async function lineWithNumber(app: App, mdn: string): Promise<string | undefined> {
  for (const { client } of app.brands.all) {
    const line = await store.lineOfNumber(app.db.query, client.mvnoId, mdn);
    if (line) return line.id;
  }
  return undefined;
}
