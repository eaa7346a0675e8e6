import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { passkeyAnswer, signedIn } from './sign-in.ts';

/** A passkey satisfies either kind, and a recovery code replaces them. */
export const secondStepKind = z.enum(['app', 'passkey']);
export type SecondStepKind = z.infer<typeof secondStepKind>;

const recoveryCode = z.string().check(z.maxLength(40));

export const secondStepAsked = z.object({
  /** For {@link enterSecondStep}, valid for ten minutes. */
  challenge: z.string(),
  kind: secondStepKind,
});
export type SecondStepAsked = z.infer<typeof secondStepAsked>;

export const viewSecondStep = endpoint({
  name: 'viewSecondStep',
  wire: 'GET /app/users/second-step',
  caller: 'customer',
  summary: 'What a login asks for beside password or code',
  input: nothing,
  output: z.object({
    kind: z.nullable(secondStepKind),
    recoveryCodesLeft: z.int(),
  }),
});

/** Takes effect at {@link confirmAuthenticator}. */
export const startAuthenticator = endpoint({
  name: 'startAuthenticator',
  wire: 'POST /app/users/second-step/app',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'A new secret for an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds)',
  input: nothing,
  output: z.object({
    message: z.string(),
    secret: z.string(),
    uri: z.string(),
  }),
  refusals: { email_unconfirmed: 'Please confirm your email address first.' },
});

const turnedOn = z.object({
  message: z.string(),
  recoveryCodes: z.array(z.string()),
});

export const confirmAuthenticator = endpoint({
  name: 'confirmAuthenticator',
  wire: 'POST /app/users/second-step/app/confirm',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Turns the authenticator app on with a first code of it; answers the recovery codes',
  input: z.object({ otp: fields.otp6 }),
  output: turnedOn,
  refusals: {
    code_wrong: {
      message: 'This code is not right. Please enter the one that your app shows now.',
      field: 'otp',
    },
    set_up_over: 'Please start over: there is a newer QR code, or none.',
  },
});

export const requirePasskey = endpoint({
  name: 'requirePasskey',
  wire: 'POST /app/users/second-step/passkey',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Lets nothing but a passkey open the account; answers the recovery codes',
  input: nothing,
  output: turnedOn,
  refusals: { no_passkey: 'Please add a passkey first.' },
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  wire: 'POST /app/users/second-step/recovery-codes',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'New recovery codes; the ones before are worth nothing',
  input: nothing,
  output: turnedOn,
  refusals: {
    second_step_off: 'There’s nothing to recover: you don’t have a second step turned on.',
  },
});

export const turnOffSecondStep = endpoint({
  name: 'turnOffSecondStep',
  wire: 'DELETE /app/users/second-step',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Password or code alone open the account again',
  input: nothing,
  output: said,
});

export const enterSecondStep = endpoint({
  name: 'enterSecondStep',
  wire: 'POST /app/users/login/second-step',
  caller: 'anyone',
  summary: 'Ends a login that was refused with second_step_required',
  input: z.object({
    challenge: z.string().check(z.maxLength(200)),
    otp: z.optional(fields.otp6),
    passkey: z.optional(passkeyAnswer),
    recoveryCode: z.optional(recoveryCode),
  }),
  output: signedIn,
  refusals: {
    code_wrong: {
      message: 'This code is not right. Please enter the one that your app shows now.',
      field: 'otp',
    },
    recovery_code_wrong: {
      message: 'This recovery code is not right, or was used before.',
      field: 'recoveryCode',
    },
    passkey_unknown: 'This passkey does not belong to this account.',
    challenge_expired: 'This took too long. Please log in again.',
  },
});
