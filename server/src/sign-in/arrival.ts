import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';
import { issueChallenge, type FirstStep, type Way } from './challenge.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { postNotice } from '../account/notices.ts';
import { browserName } from '../sessions/browser-name.ts';

type Asked = Refused<'second_step_required'>;

export async function comeIn(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
  by: Way,
): Promise<{ token: string } | Asked> {
  const person = await viewPerson(tx, ownerOf(who.tenant, customerId));
  const asked = await askSecondStep(app, tx, who, person, { by });
  return asked ?? openDoor(app, tx, who, customerId, by);
}

export async function askSecondStep(
  app: App,
  tx: Tx,
  who: Visitor,
  { id, secondStep: kind }: Person,
  step: FirstStep,
): Promise<Asked | undefined> {
  if (kind === undefined) return undefined;
  return refused('second_step_required', {
    challenge: await issueChallenge(app, tx, who, id, step),
    kind,
  });
}

/** Every proof is given. A browser new to the account is reported to the customer. */
export async function openDoor(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
  by: Way,
): Promise<{ token: string }> {
  const { token, isNewBrowser } = await sessions.openSession(app, tx, who, customerId, { by });
  if (isNewBrowser) {
    const person = await viewPerson(tx, ownerOf(who.tenant, customerId));
    await postNotice(app, tx, who, person, 'new_browser', {
      browser: browserName(who.userAgent, person.language),
      network: who.network,
    });
  }
  return { token };
}
