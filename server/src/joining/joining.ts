import type { confirmEmail as confirmEmailCall } from '@portside/contract/account';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { enterSecondStep as enterSecondStepCall } from '@portside/contract/second-step';
import type { App } from '../app.ts';
import * as checkout from '../checkout/moving.ts';
import { DatabaseAway } from '../db/database.ts';
import { Refused } from '../http/no.ts';
import type { Customer, Visitor } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import * as portIns from '../port-in/owners.ts';
import * as confirming from '../sign-in/confirm-email.ts';
import type { Joined } from '../sign-in/joining.ts';
import * as secondSteps from '../sign-in/second-step.ts';
import * as support from '../support/chat.ts';

/** Enters the code of the email, and brings along what an account beside the owner's has. */
export async function confirmEmail(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof confirmEmailCall>,
): Promise<OutputOf<typeof confirmEmailCall> | Refused<ReasonOf<typeof confirmEmailCall>>> {
  const answer = await confirming.confirmEmail(app, who, input);
  return answer instanceof Refused ? answer : withAll(app, answer);
}

/** The same, where the owner's account asks for a second step. */
export async function enterSecondStep(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof enterSecondStepCall>,
): Promise<OutputOf<typeof enterSecondStepCall> | Refused<ReasonOf<typeof enterSecondStepCall>>> {
  const answer = await secondSteps.enterSecondStep(app, who, input);
  return answer instanceof Refused ? answer : withAll(app, answer);
}

/** Who comes over finds everything there at once. A job comes back to it, whatever happens now. */
async function withAll<Answer extends { joined?: Joined }>(
  app: App,
  { joined, ...answer }: Answer,
): Promise<Omit<Answer, 'joined'>> {
  if (!joined) return answer;
  try {
    await bringAlong(app, joined);
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    app.log.warn({ error, ...joined }, 'what an account has is brought along later');
  }
  return answer;
}

/**
 * Brings along what a closed account has: orders and payments, lines, port-ins, the chat. All of it or
 * nothing; harmless when repeated. Orders first: whoever settles one holds it, and writes the rest.
 * Port-ins before lines, as their own jobs lock them: the other way around two could wait for each other.
 */
export async function bringAlong(app: App, joined: Joined): Promise<void> {
  await app.db.transaction(async (tx) => {
    await checkout.moveCustomer(app, tx, joined);
    await portIns.moveCustomer(tx, joined);
    await lines.moveCustomer(tx, joined);
    await support.moveCustomer(app, tx, joined);
  });
}
