import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner, Visitor } from '../http/who.ts';

const CHALLENGE_LIVES = minutes(10);

export type Way = 'password' | 'code' | 'passkey';

export interface FirstStep {
  by: Way;
  /** The second account that is logged in and will be joined. */
  joins?: string;
}

export interface Waiting extends FirstStep {
  customerId: string;
  /** False when another login or a new password was faster. */
  use(tx: Tx): Promise<boolean>;
}

type Note = FirstStep & { browser?: string };

/** Bound to the browser; several may be pending. */
export async function issueChallenge(
  app: App,
  tx: Tx,
  { tenant, browserId }: Visitor,
  customerId: string,
  step: FirstStep,
): Promise<string> {
  const note: Note = { ...step, ...(browserId && { browser: browserId }) };
  const { token } = await codes.issueTicket(app, tx, {
    tenant,
    purpose: 'second_step',
    subject: customerId,
    note: JSON.stringify(note),
    lives: CHALLENGE_LIVES,
    allowsOthers: true,
  });
  return token;
}

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

export function cancelChallenges(tx: Tx, owner: Owner): Promise<void> {
  return codes.cancelTickets(tx, {
    tenant: owner.tenant,
    purpose: 'second_step',
    subject: owner.customerId,
  });
}
