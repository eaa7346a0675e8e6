import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { endOldCodes, removePassword } from './set-password.ts';
import * as store from './store.ts';
import { postNotice } from '../account/notices.ts';
import { confirmedOwner, type Person } from '../account/person.ts';
import { joinOwner } from '../account/joining.ts';
import { noteActivity } from '../sessions/activity.ts';

/** Of two accounts of one person: the one that was opened beside the other, and the one that stays. */
export interface Joined {
  tenant: number;
  from: string;
  to: string;
}

/** Brings along what the closed account has. */
export const bringAlongJob = defineJob<Joined>('bring-along');

/** What people read who are in their own account from here on. */
export const sayJoined = ({ language }: Visitor): string =>
  say(
    language,
    'You already had an account with this address. You’re in it now. Its password is the one you had before.',
  );

/**
 * Closes an account whose caller has shown to own another one: its sessions, its password and its links
 * end. What it has comes along by the job. Undefined when that happened before, or the other account is
 * not the owner's any more.
 */
export async function joinAccounts(
  app: App,
  tx: Tx,
  who: Pick<Visitor, 'tenant' | 'network' | 'userAgent'> & Pick<Customer, 'agent'>,
  { from, owner }: { from: string; owner: Pick<Person, 'id' | 'email'> },
): Promise<Joined | undefined> {
  const { tenant } = who;
  // In the order of a change and of a login: codes, password, account, sessions.
  await endOldCodes(app, tx, tenant, from);
  await store.lockCredential(tx, tenant, from);
  const accounts = { from, to: owner.id, email: owner.email };
  if (!(await joinOwner(app, tx, tenant, accounts))) return undefined;
  await removePassword(app, tx, tenant, from);
  await codes.cancelTickets(tx, { tenant, purpose: 'reset_link', subject: from });
  await codes.cancelTickets(tx, { tenant, purpose: 'not_me', subject: from });
  await sessions.endAllSessions(app, tx, { tenant, customerId: from });
  await noteActivity(app, tx, { ...who, customerId: owner.id }, 'account_joined');
  const joined = { tenant, from, to: owner.id };
  await app.jobs.enqueue(tx, bringAlongJob, joined);
  return joined;
}

/**
 * For a customer who cannot open an account that was opened beside their own: an operator has made sure
 * whose it is. Undefined where nobody has confirmed the address, or it is the owner's account itself.
 */
export function joinForCustomer(
  app: App,
  { tenant, brand }: Pick<Visitor, 'tenant' | 'brand'>,
  second: Pick<Person, 'id' | 'email'>,
  operator: string,
): Promise<Joined | undefined> {
  const agent = { name: operator, until: app.clock.now() };
  const who = { tenant, brand, network: '', userAgent: '', agent };
  return app.db.transaction(async (tx) => {
    const owner = await confirmedOwner(tx, tenant, second.email);
    if (!owner || owner.id === second.id) return undefined;
    const joined = await joinAccounts(app, tx, who, { from: second.id, owner });
    if (joined) await postNotice(app, tx, who, owner, 'joined_by_support');
    return joined;
  });
}
