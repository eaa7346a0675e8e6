import type { stepUp as stepUpCall } from '@portside/contract/sign-in';
import type { SecondStepKind } from '@portside/contract/second-step';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { ProofBy } from '../sessions/action-proofs.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { stepUpEmail } from './emails.ts';
import { provenPasskey } from './passkey-login.ts';
import { passwordHolds } from './password.ts';
import { countAppCode, whyNotProven } from './second-step.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

type Input = ParsedInputOf<typeof stepUpCall>;
type Answer = OutputOf<typeof stepUpCall>;
type Reason = ReasonOf<typeof stepUpCall>;

/**
 * Proves the caller again, for ten minutes and this session. Without a proof a code is emailed.
 * Where a second step is on, only that counts: the password opened the session already. @throws No
 * `too_often`
 */
export async function stepUp(
  app: App,
  who: Customer,
  input: Input,
): Promise<Answer | Refused<Reason>> {
  const { secondStep } = await viewPerson(app.db.query, who);
  const { action, otp } = input;
  if (secondStep) return bySecondStep(app, who, secondStep, input);
  if (input.passkey !== undefined) {
    const passkey = await provenPasskey(app, who, input.passkey);
    if (passkey?.customer_id !== who.customerId) return refused('passkey_unknown');
    return app.db.transaction((tx) => prove(app, tx, who, { by: 'passkey', action }));
  }
  if (input.password !== undefined) {
    const credential = await store.credentialOf(app.db.query, who);
    const holds = await passwordHolds(app, credential?.password_hash, input.password);
    if (!holds) return refused('wrong_password');
    return app.db.transaction((tx) => prove(app, tx, who, { by: 'password', action }));
  }
  if (otp !== undefined) {
    return app.db.transaction(async (tx) => {
      const no = await codes.enterCode(app, tx, { ...keyOf(who), code: otp });
      return no ?? prove(app, tx, who, { by: 'code', action });
    });
  }
  return sendCode(app, who);
}

async function bySecondStep(
  app: App,
  who: Customer,
  kind: SecondStepKind,
  input: Input,
): Promise<Answer | Refused<Reason>> {
  const { otp, recoveryCode, action } = input;
  const own = (kind === 'app' ? otp : undefined) ?? input.passkey ?? recoveryCode;
  if (own === undefined) return refused('second_step_required', { kind });
  const by = recoveryCode === undefined ? (input.passkey ? 'passkey' : 'app') : 'recovery_code';
  const passkey = input.passkey && (await provenPasskey(app, who, input.passkey));
  const guess =
    otp === undefined
      ? undefined
      : await countAppCode(app, who, {
          name: 'second-step-inside',
          whose: [who.customerId],
          points: 10,
          minutes: 60,
        });
  return app.db.transaction(async (tx) => {
    const no = await whyNotProven(app, tx, who, { otp, passkey, recoveryCode });
    if (no) return no;
    await guess?.forget(tx);
    return prove(app, tx, who, { by, action });
  });
}

const keyOf = (who: Customer): codes.CodeKey => ({
  tenant: who.tenant,
  purpose: 'step_up',
  subject: who.customerId,
});

async function prove(
  app: App,
  tx: Tx,
  who: Customer,
  proof: { by: ProofBy; action: string | undefined },
): Promise<Answer> {
  const until = await sessions.markProven(app, tx, who, proof);
  await noteActivity(app, tx, who, 'proven');
  return {
    message: say(who.language, 'Thanks, you’re confirmed.'),
    provenUntil: until.toISOString(),
  };
}

function sendCode(app: App, who: Customer): Promise<Answer> {
  return app.db.transaction(async (tx) => {
    const person = await viewPerson(tx, who);
    const code = await codes.issueCode(app, tx, { ...keyOf(who), address: person.email });
    await queueEmail(
      app,
      tx,
      who.brand,
      person.email,
      stepUpEmail({ brand: who.brand, language: person.language }, code),
    );
    return {
      message: say(who.language, 'We sent a code to your email address.'),
      provenUntil: null,
    };
  });
}
