import type { App } from '../app.ts';
import * as store from './store.ts';

export { activeLines } from './active-lines-store.ts';

/** Who has this number now, at any brand, or this activation. */
export async function lineOfNotice(app: App, ref: string): Promise<string | undefined> {
  for (const { client } of app.brands.all) {
    const line = await store.lineOfNumber(app.db.query, client.mvnoId, ref);
    if (line) return line.id;
  }
  return (await store.lineOfActivation(app.db.query, ref))?.id;
}
