import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { type Customer, ownerOf, type Visitor } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { endOldCodes, removePassword } from './set-password.ts';
import * as store from './store.ts';
import { postNotice } from '../account/notices.ts';
import { confirmedOwner, type Person } from '../account/person.ts';
import { joinOwner } from '../account/joining.ts';
import { noteActivity } from '../sessions/activity.ts';

export interface Joined {
  tenant: number;
  from: string;
  to: string;
}

export const bringAlongJob = defineJob<Joined>('bring-along');

export const sayJoined = ({ language }: Visitor): string =>
  say(
    language,
    'You already had an account with this address. You’re in it now. Its password is the one you had before.',
  );

/**
 * Closes the caller's account, whose owner has another one: sessions, password and links end, a job
 * moves the rest. Undefined when it is closed already, or the owner has changed.
 */
export async function joinAccounts(
  app: App,
  tx: Tx,
  who: Pick<Visitor, 'tenant' | 'network' | 'userAgent'> & Pick<Customer, 'agent'>,
  { from, owner }: { from: string; owner: Pick<Person, 'id' | 'email'> },
): Promise<Joined | undefined> {
  const { tenant } = who;
  const closed = ownerOf(tenant, from);
  // Locks in the order of changes and logins: codes, password, account, sessions.
  await endOldCodes(app, tx, closed);
  await store.lockCredential(tx, closed);
  const accounts = { from, to: owner.id, email: owner.email };
  if (!(await joinOwner(app, tx, tenant, accounts))) return undefined;
  await removePassword(app, tx, closed);
  await codes.cancelTickets(tx, { tenant, purpose: 'reset_link', subject: from });
  await codes.cancelTickets(tx, { tenant, purpose: 'not_me', subject: from });
  await sessions.endAllSessions(app, tx, closed);
  await noteActivity(app, tx, { ...who, customerId: owner.id }, 'account_joined');
  const joined = { tenant, from, to: owner.id };
  await app.jobs.enqueue(tx, bringAlongJob, joined);
  return joined;
}

/**
 * For a customer who cannot open their second account: an operator has checked whose it is.
 * Undefined where nobody has confirmed the address, or it is the owner's account itself.
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
