import type { confirmEmail as confirmEmailCall } from '@portside/contract/account';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { enterEmailCode } from '../account/confirm-email.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { askSecondStep, openDoor } from './arrival.ts';
import { joinAccounts, sayJoined, type Joined } from './joining.ts';
import type { Person } from '../account/person.ts';

type Answer = OutputOf<typeof confirmEmailCall> & { joined?: Joined };
type No = Refused<ReasonOf<typeof confirmEmailCall>>;

/**
 * Confirms the address, or leads its owner into their account; before the code is right nothing
 * tells which (docs/decisions/0175).
 */
export async function confirmEmail(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof confirmEmailCall>,
): Promise<Answer | No> {
  return app.db.transaction(async (tx) => {
    const confirmed = await enterEmailCode(app, tx, who, input);
    if (confirmed instanceof Refused) return confirmed;
    if (confirmed.owner) return comeOver(app, tx, who, confirmed.owner);
    return { message: say(who.language, 'Your email address is confirmed.') };
  });
}

async function comeOver(app: App, tx: Tx, who: Customer, owner: Person): Promise<Answer | No> {
  const from = who.customerId;
  const asked = await askSecondStep(app, tx, who, owner, { by: 'code', joins: from });
  if (asked) return asked;
  const joined = await joinAccounts(app, tx, who, { from, owner });
  // Another tab was faster.
  if (!joined) return refused('code_expired');
  const { token } = await openDoor(app, tx, who, owner.id, 'code');
  return { token, message: sayJoined(who), joined };
}
