import type { enterSecondStep as enterSecondStepCall } from '@portside/contract/second-step';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { type Owner, type Visitor, visitorAs } from '../http/who.ts';
import * as limits from '../limits/limits.ts';
import { say } from '../words/say.ts';
import { appCodeHolds } from './app-code.ts';
import { openDoor } from './arrival.ts';
import { findChallenge } from './challenge.ts';
import { joinAccounts, sayJoined, type Joined } from './joining.ts';
import { provenPasskey } from './passkey-login.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import type { PasskeyRow } from './store.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { knowsBrowser } from '../sessions/known-browsers.ts';
import { noteActivity } from '../sessions/activity.ts';

/** After this many wrong codes the owner is told that somebody has the password. */
const WARN_AT = 5;

type Answer = OutputOf<typeof enterSecondStepCall> & { joined?: Joined };
type OwnerCaller = Visitor & Owner;

export interface Brought {
  otp?: string | undefined;
  passkey?: PasskeyRow | undefined;
  recoveryCode?: string | undefined;
}

/** @throws No `too_often` */
export async function enterSecondStep(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof enterSecondStepCall>,
): Promise<Answer | Refused<ReasonOf<typeof enterSecondStepCall>>> {
  const login = await findChallenge(app, app.db.query, who, input.challenge);
  if (!login) return refused('challenge_expired');
  const owner = visitorAs(who, login.customerId);
  const passkey = input.passkey && (await provenPasskey(app, who, input.passkey));
  const guess = input.otp === undefined ? undefined : await countGuess(app, owner);
  return app.db.transaction(async (tx) => {
    const no = await whyNotProven(app, tx, owner, { ...input, passkey });
    if (no) {
      if (guess?.count === WARN_AT) await notifyOfTries(app, tx, owner);
      return no;
    }
    // A new password ends it: both lock here, and the faster one wins.
    if (!(await login.use(tx))) return refused('challenge_expired');
    await guess?.forget(tx);
    const joined = login.joins && (await goOver(app, tx, owner, login.joins));
    const { token } = await openDoor(app, tx, who, login.customerId, login.by);
    if (joined) return { token, message: sayJoined(who), joined };
    return { token, message: say(who.language, 'You’re logged in.') };
  });
}

async function goOver(
  app: App,
  tx: Tx,
  who: OwnerCaller,
  from: string,
): Promise<Joined | undefined> {
  const owner = await viewPerson(tx, who);
  return joinAccounts(app, tx, who, { from, owner });
}

/** Ten guesses for strangers together, and for each known browser. */
async function countGuess(app: App, owner: OwnerCaller) {
  const { customerId, browserId = '' } = owner;
  const isKnown = await knowsBrowser(app.db.query, owner, customerId);
  const place = isKnown ? `browser ${browserId}` : 'strangers';
  return countAppCode(app, owner, {
    name: 'second-step',
    whose: [customerId, place],
    points: 10,
    minutes: isKnown ? 15 : 60,
  });
}

/** By place, and all of a day. @throws No `too_often` */
export async function countAppCode(app: App, owner: OwnerCaller, place: limits.Guessed) {
  const guess = await limits.countGuess(app, owner, place);
  // A reset by email makes any browser known, so the day has a limit too.
  await limits.countGuess(app, owner, {
    name: 'second-step-day',
    whose: [owner.customerId],
    points: 60,
    minutes: 1440,
  });
  return guess;
}

async function notifyOfTries(app: App, tx: Tx, owner: OwnerCaller): Promise<void> {
  const person = await viewPerson(tx, owner);
  await noteActivity(app, tx, owner, 'tries_failed');
  await postNotice(app, tx, owner, person, 'second_step_tries');
}

export async function whyNotProven(
  app: App,
  tx: Tx,
  owner: OwnerCaller,
  { otp, passkey, recoveryCode }: Brought,
): Promise<Refused<'code_wrong' | 'passkey_unknown' | 'recovery_code_wrong'> | undefined> {
  if (recoveryCode !== undefined) {
    const isRight = await spendRecoveryCode(app, tx, owner, recoveryCode);
    return isRight ? undefined : refused('recovery_code_wrong');
  }
  if (passkey?.customer_id === owner.customerId) return undefined;
  const { secondStep } = await viewPerson(tx, owner);
  if (secondStep === 'passkey') return refused('passkey_unknown');
  const isRight = otp !== undefined && (await appCodeHolds(app, tx, owner, otp));
  return isRight ? undefined : refused('code_wrong');
}
