import type { ProofFor } from '@portside/contract/endpoint';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import {
  actionProof,
  type ActionProof,
  type OpenedBy,
  type ProofBy,
} from '../sessions/action-proofs.ts';
import * as store from './store.ts';

/** A thief may have confirmed an address of their own before. */
const OLD_ADDRESS = days(1);

/** Of a device: neither who knows the password nor who reads the mail has one. */
const ofDevice: ReadonlySet<ProofBy> = new Set(['passkey', 'app', 'recovery_code']);

/**
 * A proof is for one action on one line. To move a number or a SIM it is something else than opened
 * the session, if the customer has something else (docs/decisions/0780).
 */
export async function takeProof(
  app: App,
  db: Query,
  who: Customer,
  { action, becomes }: { action: string; becomes: ProofFor },
): Promise<Refused<'proof_required'> | Pick<ActionProof, 'giveBack'>> {
  const proof = await actionProof(app, db, who, action);
  const ways = becomes === 'change' ? undefined : await waysOf(app, db, who, proof?.openedBy);
  const asked = () => refused('proof_required', ways && { by: [...ways] });
  if (!proof) return asked();
  if (ways && !ways.has(proof.by) && !ofDevice.has(proof.by)) return asked();
  if (becomes === 'look') return { giveBack: async () => {} };
  return (await proof.spend(db)) ? proof : asked();
}

/** What is good for a move; undefined: anything. */
async function waysOf(
  app: Pick<App, 'clock'>,
  db: Query,
  who: Customer,
  openedBy: OpenedBy | undefined,
): Promise<ReadonlySet<ProofBy> | undefined> {
  const person = await viewPerson(db, who);
  const { hasPassword, emailVerified, emailSince, secondStep } = person;
  const hasPasskey = (await store.passkeysOf(db, who)).length > 0;
  const isOldAddress =
    emailVerified && (!emailSince || later(emailSince, OLD_ADDRESS) <= app.clock.now());
  const has: Record<ProofBy, boolean> = {
    passkey: hasPasskey,
    app: secondStep === 'app',
    recovery_code: secondStep !== undefined,
    // Nothing is known of how an old session was opened.
    password: hasPassword && openedBy !== undefined && openedBy !== 'password',
    code: isOldAddress && openedBy !== undefined && openedBy !== 'code',
  };
  const ways = (Object.keys(has) as ProofBy[]).filter((way) => has[way]);
  const { moveProof } = who.brand.lines;
  const isAsked = moveProof === 'another' ? ways.length > 0 : ways.some((way) => ofDevice.has(way));
  return isAsked ? new Set(ways) : undefined;
}
