import type { confirmEmail as confirmEmailCall } from '@portside/contract/account';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { enterSecondStep as enterSecondStepCall } from '@portside/contract/second-step';
import { rememberContact } from '../account/account.ts';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import * as approvals from '../approvals/move-customer.ts';
import * as callers from '../callers/customer-page.ts';
import * as checkout from '../checkout/moving.ts';
import * as credit from '../credit/credit.ts';
import { DatabaseAway } from '../db/database.ts';
import { Refused } from '../http/no.ts';
import { ownerOf, type Customer, type Visitor } from '../http/who.ts';
import * as households from '../household/households.ts';
import * as handovers from '../line-handover/handovers.ts';
import * as lines from '../lines/lines.ts';
import * as portIns from '../port-in/owners.ts';
import * as referrals from '../referrals/friends-code.ts';
import * as confirming from '../sign-in/confirm-email.ts';
import type { Joined } from '../sign-in/joining.ts';
import * as secondSteps from '../sign-in/second-step.ts';
import { movePause } from '../safety/pauses.ts';
import * as support from '../support/chat.ts';
import * as texts from '../texts/moving.ts';

/** Also moves what a second account has into the owner's. */
export async function confirmEmail(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof confirmEmailCall>,
): Promise<OutputOf<typeof confirmEmailCall> | Refused<ReasonOf<typeof confirmEmailCall>>> {
  const answer = await confirming.confirmEmail(app, who, input);
  return answer instanceof Refused ? answer : withAll(app, answer);
}

/** The same, for an owner with a second step. */
export async function enterSecondStep(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof enterSecondStepCall>,
): Promise<OutputOf<typeof enterSecondStepCall> | Refused<ReasonOf<typeof enterSecondStepCall>>> {
  const answer = await secondSteps.enterSecondStep(app, who, input);
  return answer instanceof Refused ? answer : withAll(app, answer);
}

/** Moves it at once; should that fail, the job does. */
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
 * Moves what a closed account has, all or nothing; harmless when repeated. Orders first: settling
 * locks them and writes the rest. Port-ins before lines, as their jobs lock them, to avoid
 * deadlocks.
 */
export async function bringAlong(app: App, joined: Joined): Promise<void> {
  await app.db.transaction(async (tx) => {
    await checkout.moveCustomer(app, tx, joined);
    await portIns.moveCustomer(tx, joined);
    await lines.moveCustomer(tx, joined);
    await handovers.moveCustomer(tx, joined);
    await households.moveCustomer(app, tx, joined);
    await credit.moveCustomer(tx, joined);
    await referrals.moveCustomer(tx, joined);
    await support.moveCustomer(app, tx, joined);
    await callers.moveCustomer(tx, joined);
    await approvals.moveCustomer(tx, joined);
    const { tenant, from, to } = joined;
    await movePause(app, tx, ownerOf(tenant, from), ownerOf(tenant, to));
    await rememberContact(tx, ownerOf(tenant, to), await viewPerson(tx, ownerOf(tenant, from)));
    // After the lines and the contact number: texts go to a number of one's own.
    await texts.moveCustomer(app, tx, joined);
  });
}
