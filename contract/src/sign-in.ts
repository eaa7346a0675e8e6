import * as z from 'zod/mini';
import { endpoint, nothing, proofRequired, said } from './endpoint.ts';
import { fields, repeats } from './fields.ts';

/** A signed bearer token that names a session. */
export const signedIn = z.object({ token: z.string(), message: z.string() });

export const secondStepRequired = 'One more step: confirm it’s you.';

const leaked = 'This password has appeared in a data leak. Please choose another one';
const guessable =
  'This password is easy to guess. Please choose one without your name, your address or keys in a row';

/** Five wrong tries lock a code. */
export const codeRefusals = {
  code_wrong: { message: 'This code is not right. Please check it.', field: 'otp' },
  code_expired: { message: 'This code has expired. Please ask for a new one.', field: 'otp' },
  code_locked: { message: 'Too many wrong codes. Please ask for a new one.', field: 'otp' },
} as const;

export const registerInput = z
  .object({
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    regPassword: fields.regPassword,
    confirmRegPassword: fields.confirmRegPassword,
  })
  .check(repeats('regPassword', 'confirmRegPassword'));

export const register = endpoint({
  name: 'register',
  wire: 'POST /app/users/register',
  caller: 'anyone',
  summary: 'Opens an account, signs its owner in and sends a code to confirm the e-mail address',
  input: registerInput,
  output: signedIn,
  refusals: {
    email_taken: {
      message: 'There’s already an account with this email address. Log in instead.',
      field: 'email',
    },
    password_leaked: { message: leaked, field: 'regPassword' },
    password_guessable: { message: guessable, field: 'regPassword' },
  },
});

/** The same answer for an address that has an account (docs/decisions/0870). */
export const beginPurchase = endpoint({
  name: 'beginPurchase',
  wire: 'POST /app/users/begin',
  caller: 'anyone',
  summary:
    'Opens a session to buy with, by the e-mail address alone; after paying, an emailed code confirms it',
  input: z.object({ email: fields.email }),
  output: signedIn,
  refusals: {
    email_taken: {
      message: 'You’ve used this address here before. Log in below to go on.',
      field: 'email',
    },
  },
});

export const login = endpoint({
  name: 'login',
  wire: 'POST /app/users/login',
  caller: 'anyone',
  summary: 'Signs in with e-mail address and password',
  input: z.object({ email: fields.email, password: fields.givenPassword }),
  output: signedIn,
  refusals: {
    wrong_login: 'The email address or password isn’t right. Please try again.',
    second_step_required: secondStepRequired,
  },
});

export const askLoginCode = endpoint({
  name: 'askLoginCode',
  wire: 'POST /app/users/login/otp',
  caller: 'anyone',
  summary: 'Sends a login code of six digits; answers alike for unknown addresses',
  input: z.object({ email: fields.email }),
  output: said,
});

export const enterLoginCode = endpoint({
  name: 'enterLoginCode',
  wire: 'POST /app/users/login/otp/verify',
  caller: 'anyone',
  summary: 'Signs in with the code, and confirms the address it was sent to',
  input: z.object({ email: fields.email, otp: fields.otp6 }),
  output: signedIn,
  refusals: { ...codeRefusals, second_step_required: secondStepRequired },
});

export const logout = endpoint({
  name: 'logout',
  wire: 'POST /app/users/logout',
  caller: 'customer',
  summary: 'Ends this session',
  input: nothing,
  output: said,
});

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  wire: 'POST /app/users/forgotpassword',
  caller: 'anyone',
  summary: 'Sends a link to set a new password; answers alike for unknown addresses',
  input: z.object({ email: fields.email }),
  output: said,
});

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

export const resetPassword = endpoint({
  name: 'resetPassword',
  wire: 'POST /app/users/resetpassword',
  caller: 'anyone',
  summary: 'Sets a new password with the token of the link, and ends every session',
  input: z
    .object({
      token: z.string().check(z.maxLength(200)),
      newPassword: fields.newPassword,
      confirmNewPassword: fields.confirmNewPassword,
    })
    .check(repeats('newPassword', 'confirmNewPassword')),
  output: z.object({
    message: z.string(),
    passkeys: z.array(passkey),
    /** For {@link removePasskeyAfterReset}, for 30 minutes; absent without passkeys. */
    removalToken: z.optional(z.string()),
  }),
  refusals: {
    link_expired: 'This link has expired or was used before. Please ask for a new one.',
    password_leaked: { message: leaked, field: 'newPassword' },
    password_guessable: { message: guessable, field: 'newPassword' },
  },
});

const lastPasskey =
  'This passkey is the only way to log in to your account. Please add another one, or change that, first.';

export const removePasskeyAfterReset = endpoint({
  name: 'removePasskeyAfterReset',
  wire: 'POST /app/users/resetpassword/passkeys',
  caller: 'anyone',
  summary: 'Forgets a passkey, with the token of the answer to a password reset',
  input: z.object({
    token: z.string().check(z.maxLength(200)),
    id: z.string().check(z.maxLength(1024)),
  }),
  output: z.object({ message: z.string(), passkeys: z.array(passkey) }),
  refusals: {
    link_expired: 'This took too long. Please log in and remove it in the settings.',
    last_passkey: lastPasskey,
  },
});

/** Needs a press, because mail scanners open links. */
export const denyChange = endpoint({
  name: 'denyChange',
  wire: 'POST /app/users/not-me',
  caller: 'anyone',
  summary:
    'With the token of an email that told of a login or a change: ends every session, removes the password, and undoes what was changed since',
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({
    message: z.string(),
    /** For 30 minutes; absent where the old address belongs to another account now. */
    resetToken: z.optional(z.string()),
  }),
  refusals: {
    link_expired: 'This link has expired or was used before. Please call us if you need help.',
  },
});

/** The current password is the proof, or the second step where one is on. */
export const changePassword = endpoint({
  name: 'changePassword',
  wire: 'POST /app/users/changepassword',
  caller: 'customer',
  notForAgents: true,
  summary: 'Changes the password and ends every other session (I16)',
  input: z
    .object({
      currentPassword: fields.currentPassword,
      newPassword: fields.newPassword,
      confirmNewPassword: fields.confirmNewPassword,
    })
    .check(repeats('newPassword', 'confirmNewPassword')),
  output: said,
  refusals: {
    proof_required: proofRequired,
    wrong_current_password: {
      message: 'Your current password is not right. Please try again.',
      field: 'currentPassword',
    },
    password_leaked: { message: leaked, field: 'newPassword' },
    password_guessable: { message: guessable, field: 'newPassword' },
  },
});

const webAuthn = z.looseObject({});
export const passkeyAnswer = z.looseObject({
  id: z.string().check(z.maxLength(1024)),
  rawId: z.string().check(z.maxLength(1024)),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(4096)) }),
});

/**
 * Without any, a code is emailed, or the second step is asked for: `otp` is then the app's code.
 */
export const stepUp = endpoint({
  name: 'stepUp',
  wire: 'POST /app/users/step-up',
  caller: 'customer',
  notForAgents: true,
  summary:
    'Proves anew who is calling: by password, code or passkey; with an empty body a code is sent',
  input: z.object({
    password: z.optional(fields.givenPassword),
    otp: z.optional(fields.otp6),
    passkey: z.optional(passkeyAnswer),
    recoveryCode: z.optional(z.string().check(z.maxLength(40))),
    /** The action that it is for, and no other (`actionOf`). Without: the first that uses it up. */
    action: z.optional(z.string().check(z.maxLength(120))),
  }),
  output: z.object({
    message: z.string(),
    provenUntil: z.nullable(z.string()),
  }),
  refusals: {
    ...codeRefusals,
    wrong_password: {
      message: 'Your password is not right. Please try again.',
      field: 'password',
    },
    passkey_unknown: 'This passkey does not belong to this account.',
    recovery_code_wrong: {
      message: 'This recovery code is not right, or was used before.',
      field: 'recoveryCode',
    },
    second_step_required: secondStepRequired,
  },
});

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  wire: 'GET /app/users/passkeys',
  caller: 'customer',
  summary: "The customer's passkeys, newest first",
  input: nothing,
  output: z.object({ passkeys: z.array(passkey) }),
});

export const askPasskeyOptions = endpoint({
  name: 'askPasskeyOptions',
  wire: 'POST /app/users/passkeys/options',
  caller: 'customer',
  freshProof: true,
  summary: 'What the browser needs to make a passkey',
  input: nothing,
  output: z.object({ options: webAuthn }),
  refusals: { email_unconfirmed: 'Please confirm your email address first.' },
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  wire: 'POST /app/users/passkeys',
  caller: 'customer',
  freshProof: true,
  summary: 'Keeps the passkey that the browser made',
  input: z.object({ passkey: passkeyAnswer, name: z.optional(fields.nickname) }),
  output: z.object({ message: z.string(), passkeys: z.array(passkey) }),
  refusals: { passkey_refused: 'We couldn’t save this passkey. Please try again.' },
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  wire: 'DELETE /app/users/passkeys/{id}',
  caller: 'customer',
  freshProof: true,
  summary: 'Forgets a passkey',
  input: z.object({ id: z.string().check(z.maxLength(1024)) }),
  output: z.object({ message: z.string(), passkeys: z.array(passkey) }),
  refusals: { last_passkey: lastPasskey },
});

export const askPasskeyLogin = endpoint({
  name: 'askPasskeyLogin',
  wire: 'POST /app/users/login/passkey/options',
  caller: 'anyone',
  summary: 'What the browser needs to use a passkey, for login and for step-up',
  input: nothing,
  output: z.object({ options: webAuthn }),
});

export const passkeyLogin = endpoint({
  name: 'passkeyLogin',
  wire: 'POST /app/users/login/passkey',
  caller: 'anyone',
  summary: 'Signs in with a passkey; with an e-mail address only with one of that account',
  input: z.object({ passkey: passkeyAnswer, email: z.optional(fields.email) }),
  output: signedIn,
  refusals: { passkey_unknown: 'We don’t recognize this passkey. Please log in another way.' },
});

const required = (message: string, max: number) =>
  z.string(message).check(
    z.overwrite((text) => text.trim()),
    z.minLength(1, message),
    z.maxLength(max, message),
  );

/** For the carrier's CRM, with its own secret; never called by a browser. */
export const createCrmTicket = endpoint({
  name: 'createCrmTicket',
  wire: 'POST /app/crm/tickets',
  caller: 'crm',
  summary: "A link that opens a customer's account to an agent, once, within 60 seconds",
  headers: { crmSecret: 'x-crm-secret' },
  input: z.object({
    crmSecret: z.optional(z.string().check(z.maxLength(200))),
    email: fields.email,
    agent: required('Please name the agent', 60),
    reason: required('Please give the reason', 200),
  }),
  output: z.object({ url: z.string(), expiresAt: z.string() }),
  refusals: {
    unknown_customer: { message: 'There is no customer with this email address.', field: 'email' },
  },
});

export const crmLogin = endpoint({
  name: 'crmLogin',
  wire: 'POST /app/users/login/crm',
  caller: 'anyone',
  summary: 'Opens the 15-minute session of an agent with the ticket of the link (A16)',
  input: z.object({ ticket: z.string().check(z.maxLength(200)) }),
  output: signedIn,
  refusals: {
    ticket_expired: 'This link has expired or was used before. Please open it again in the CRM.',
  },
});
