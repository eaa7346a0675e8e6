import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Customer, Visitor } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';

/** For the limits: whose browser it is, and what an owner should know of tries at the account. */
export const owners = {
  /** The same work for every address: the time tells nobody whether it has an account. */
  async knows(app: App, who: Visitor, email: string): Promise<boolean> {
    const person = await account.findPerson(app.db.query, who.tenant, email);
    return sessions.knowsBrowser(app.db.query, who, person?.id ?? '');
  },

  async noteTries(
    _app: App,
    _who: Visitor | Customer,
    _email: string | undefined,
  ): Promise<void> {},
};
