import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';

/** Lets a customer in who has proven to be one; of a browser that is new to the account they hear. */
export async function comeIn(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
  by: 'password' | 'code' | 'passkey',
): Promise<{ token: string }> {
  const { token, isNewBrowser } = await sessions.openSession(app, tx, who, customerId, { by });
  if (isNewBrowser) {
    const person = await account.viewPerson(tx, who.tenant, customerId);
    await account.postNotice(app, tx, who, person, 'new_browser', {
      browser: sessions.browserName(who.userAgent, person.language),
      network: who.network,
    });
  }
  return { token };
}
