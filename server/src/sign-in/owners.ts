import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { viewPerson } from '../account/person.ts';
import { knowsBrowser } from '../sessions/known-browsers.ts';
import { noteActivity } from '../sessions/activity.ts';

interface Tries {
  tenant: number;
  email?: string;
  customerId?: string;
  network: string;
  userAgent: string;
}

export const noteTries = defineJob<Tries>('note-tries');

export const owners = {
  /** The same work for every address, so that timing tells nothing. */
  async knows(app: App, who: Visitor, email: string): Promise<boolean> {
    const person = await account.findPerson(app.db.query, who.tenant, email);
    return knowsBrowser(app.db.query, who, person?.id ?? '');
  },

  async addressOf(app: App, who: Customer): Promise<string> {
    return (await viewPerson(app.db.query, who)).email;
  },

  /** A job looks the account up, for the same reason. */
  async noteTries(app: App, who: Visitor | Customer, email: string | undefined): Promise<void> {
    const { tenant, network, userAgent } = who;
    const whose =
      email === undefined && 'customerId' in who
        ? { customerId: who.customerId }
        : { ...(email && { email }) };
    const tries = { tenant, network, userAgent, ...whose };
    await app.db.transaction((tx) => app.jobs.enqueue(tx, noteTries, tries));
  },
};

export async function writeTries(app: App, { tenant, email, ...tries }: Tries): Promise<void> {
  const db = app.db.query;
  const customerId = email ? (await account.findPerson(db, tenant, email))?.id : tries.customerId;
  if (!customerId) return;
  const { network, userAgent } = tries;
  const who = { tenant, customerId, network, userAgent };
  await noteActivity(app, db, who, 'tries_failed');
}
