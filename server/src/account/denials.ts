import type { App } from '../app.ts';
import { days } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';

/** How long an old address counts as the owner's. */
export const DENIAL_LIVES = days(7);

/** The link of "This wasn't me": gives the account back to the address. @param since undone from then on */
export async function issueDenial(
  app: App,
  tx: Tx,
  tenant: number,
  { id, email, since = app.clock.now() }: { id: string; email: string; since?: Date },
): Promise<string> {
  const { token } = await codes.issueTicket(app, tx, {
    tenant,
    purpose: 'not_me',
    subject: id,
    allowsOthers: true,
    lives: DENIAL_LIVES,
    note: JSON.stringify([email, since.toISOString()]),
  });
  return token;
}
