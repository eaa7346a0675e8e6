import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';

const CHALLENGE_LIVES = minutes(10);

/** How somebody came in. */
export type Way = 'password' | 'code' | 'passkey';

/** A login whose first step was right. */
export interface FirstStep {
  by: Way;
  /** The account beside the owner's that was logged in until now, and goes over into it. */
  joins?: string;
}

/** A login that waits for its second step, and whose. */
export interface Waiting extends FirstStep {
  customerId: string;
  /** Uses it up: once. False when somebody was quicker, or a new password was. */
  use(tx: Tx): Promise<boolean>;
}

/** With the browser that took the first step, if it has a name. */
type Note = FirstStep & { browser?: string };

/** What a login needs to go on with, in the same browser; several may be under way. */
export async function issueChallenge(
  app: App,
  tx: Tx,
  { tenant, browserId }: Visitor,
  customerId: string,
  step: FirstStep,
): Promise<string> {
  const note: Note = { ...step, ...(browserId && { browser: browserId }) };
  const { token } = await codes.issueTicket(app, tx, {
    ...{ tenant, purpose: 'second_step', subject: customerId, note: JSON.stringify(note) },
    ...{ lives: CHALLENGE_LIVES, allowsOthers: true },
  });
  return token;
}

/** The login that waits, in this browser; undefined for any other. */
export async function findChallenge(
  app: App,
  db: Query,
  { tenant, browserId }: Visitor,
  token: string,
): Promise<Waiting | undefined> {
  const ticket = { tenant, purpose: 'second_step', token } as const;
  const found = await codes.findTicket(app, db, ticket);
  if (!found) return undefined;
  const { browser, ...step } = JSON.parse(found.note) as Note;
  if (browser !== undefined && browser !== browserId) return undefined;
  return {
    ...step,
    customerId: found.subject,
    use: async (tx) => (await codes.useTicket(app, tx, ticket)) !== undefined,
  };
}

/** Logins that are under way begin anew. */
export function cancelChallenges(tx: Tx, tenant: number, customerId: string): Promise<void> {
  return codes.cancelTickets(tx, { tenant, purpose: 'second_step', subject: customerId });
}
