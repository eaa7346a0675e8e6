import type {
  confirmAuthenticator as confirmAuthenticatorCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
  requirePasskey as requirePasskeyCall,
  SecondStepKind,
  startAuthenticator as startAuthenticatorCall,
  turnOffSecondStep as turnOffSecondStepCall,
  viewSecondStep as viewSecondStepCall,
} from '@portside/contract/second-step';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Owner, Visitor } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { appUri, newAppSecret, openAppSecret, sealAppSecret, stepOf } from './app-code.ts';
import { cancelChallenges } from './challenge.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import * as store from './store.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { type Actor, noteActivity } from '../sessions/activity.ts';

const SET_UP_LIVES = minutes(15);
/** Whoever made the change may have renewed the codes before it. */
const CODES_BEFORE = days(1);

type BrandActor = Actor & Pick<Visitor, 'brand'>;
type TurnedOn = OutputOf<typeof requirePasskeyCall>;

export async function viewSecondStep(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewSecondStepCall>> {
  const db = app.db.query;
  const { secondStep } = await viewPerson(db, who);
  const recoveryCodesLeft = await store.recoveryCodesLeft(db, who);
  return { kind: secondStep ?? null, recoveryCodesLeft };
}

/** Only for a confirmed address: nobody may lock the owner out. */
export async function startAuthenticator(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof startAuthenticatorCall> | Refused<'email_unconfirmed'>> {
  const person = await viewPerson(app.db.query, who);
  if (!person.emailVerified) return refused('email_unconfirmed');
  const secret = newAppSecret(app);
  await store.savePendingApp(app.db.query, {
    customer_id: who.customerId,
    tenant_id: who.tenant,
    pending: sealAppSecret(app, who.customerId, secret),
    pending_at: app.clock.now(),
  });
  return {
    message: say(who.language, 'Scan the code with your app, and enter what it shows.'),
    secret,
    uri: appUri(who.brand, person.email, secret),
  };
}

export async function confirmAuthenticator(
  app: App,
  who: Customer,
  { otp }: ParsedInputOf<typeof confirmAuthenticatorCall>,
): Promise<OutputOf<typeof confirmAuthenticatorCall> | Refused<'code_wrong' | 'set_up_over'>> {
  return app.db.transaction(async (tx) => {
    const row = await store.authenticatorApp(tx, who);
    const oldest = later(app.clock.now(), -SET_UP_LIVES);
    if (!row?.pending || !row.pending_at || row.pending_at < oldest) return refused('set_up_over');
    const step = stepOf(app, openAppSecret(app, who.customerId, row.pending), otp);
    if (step === undefined) return refused('code_wrong');
    if (!(await store.confirmApp(tx, row, step))) return refused('set_up_over');
    return turnOn(app, tx, who, 'app');
  });
}

export async function requirePasskey(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof requirePasskeyCall> | Refused<'no_passkey'>> {
  return app.db.transaction(async (tx) => {
    const count = await store.holdPasskeys(tx, who);
    if (count === 0) return refused('no_passkey');
    await store.dropApp(tx, who);
    return turnOn(app, tx, who, 'passkey');
  });
}

async function turnOn(app: App, tx: Tx, who: Customer, kind: SecondStepKind): Promise<TurnedOn> {
  const person = await viewPerson(tx, who);
  await account.noteSecondStep(app, tx, who, kind);
  await cancelChallenges(tx, who);
  await sessions.forgetOtherProofs(tx, who);
  const recoveryCodes = await makeRecoveryCodes(app, tx, who);
  await noteActivity(app, tx, who, `second_step_${kind}`);
  await postNotice(app, tx, who, person, `second_step_${kind}`);
  const message = say(
    who.language,
    kind === 'app'
      ? 'From now on we ask for a code from your app after your password or an emailed code.'
      : 'From now on only your passkey opens your account.',
  );
  return { message, recoveryCodes };
}

export async function renewRecoveryCodes(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof renewRecoveryCodesCall> | Refused<'second_step_off'>> {
  return app.db.transaction(async (tx) => {
    const person = await viewPerson(tx, who);
    if (!person.secondStep) return refused('second_step_off');
    const recoveryCodes = await makeRecoveryCodes(app, tx, who, { isRenewal: true });
    await noteActivity(app, tx, who, 'recovery_codes_renewed');
    await postNotice(app, tx, who, person, 'recovery_codes_renewed');
    const message = say(who.language, 'Only these recovery codes are good from now on.');
    return { message, recoveryCodes };
  });
}

export async function turnOffSecondStep(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof turnOffSecondStepCall>> {
  await app.db.transaction((tx) => turnOff(app, tx, who, who, 'second_step_off'));
  return { message: say(who.language, 'Your second step is off.') };
}

/** For a customer who lost everything. False when it was off. */
export function turnOffForCustomer(
  app: App,
  owner: Owner,
  brand: Brand,
  operator: string,
): Promise<boolean> {
  const agent = { name: operator, until: app.clock.now() };
  const actor = { ...owner, brand, network: '', userAgent: '', agent };
  return app.db.transaction((tx) => turnOff(app, tx, owner, actor, 'second_step_off_by_support'));
}

async function turnOff(
  app: App,
  tx: Tx,
  owner: Owner,
  actor: BrandActor,
  kind: 'second_step_off' | 'second_step_off_by_support',
): Promise<boolean> {
  const person = await viewPerson(tx, owner);
  if (!person.secondStep) return false;
  await forget(app, tx, owner);
  await noteActivity(app, tx, actor, kind);
  await postNotice(app, tx, actor, person, kind);
  return true;
}

/**
 * One of since then goes off; of one from before only recovery codes end that were renewed since, or
 * in the day before.
 * @returns whether earlier codes are good again
 */
export async function undoSecondStep(
  app: App,
  tx: Tx,
  owner: Visitor & Owner,
  since: Date,
): Promise<boolean> {
  const { secondStep, secondStepSince } = await viewPerson(tx, owner);
  if (!secondStep || !secondStepSince) return false;
  if (secondStepSince < since) {
    const isUndone = await store.undoRenewals(tx, owner, later(since, -CODES_BEFORE));
    const codesLeft = await store.recoveryCodesLeft(tx, owner);
    const hasKey = secondStep === 'app' || (await store.passkeysOf(tx, owner)).length > 0;
    // Otherwise nothing would open it any more.
    if (hasKey || codesLeft > 0) return isUndone && codesLeft > 0;
  }
  await forget(app, tx, owner);
  await noteActivity(app, tx, owner, 'second_step_off');
  return false;
}

async function forget(app: App, tx: Tx, owner: Owner): Promise<void> {
  await account.noteSecondStep(app, tx, owner, null);
  await store.dropApp(tx, owner);
  await store.replaceRecoveryCodes(tx, owner, []);
  await cancelChallenges(tx, owner);
}
