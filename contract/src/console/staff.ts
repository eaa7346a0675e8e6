import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { fields } from '../fields.ts';
import { passkey, passkeyAnswer } from '../sign-in.ts';
import { id, named, written } from './field-rules.ts';
import { admins, everybody, staffRoles } from './roles.ts';

const role = z.enum(staffRoles, { error: 'Choose one of the roles.' });
const challenge = z
  .string({ error: 'Log in again.' })
  .check(z.minLength(1, 'Log in again.'), z.maxLength(200, 'Log in again.'));
const otp = z
  .string({ error: 'Enter the six digits of your app.' })
  .check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits of your app.'));

export const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
});
export type StaffMember = z.infer<typeof staffMember>;

const cameIn = z.object({
  token: z.string(),
  /** At the latest; 30 minutes without use end it before. */
  expiresAt: z.string(),
  staff: staffMember,
});

const codeWrong = {
  message: 'This code is not right. Take the one your app shows now.',
  field: 'code',
};
const codeUsed = {
  message: 'This code was used already. Wait for the next one in your app.',
  field: 'code',
};
/** Of a log in, and of a proof that who sits there is who logged in. */
const passkeyUnknown = 'This passkey opens nothing here. Use another way to log in.';
const passkeyRefused = 'The passkey was not saved. Try again.';
const webAuthn = z.object({ options: z.looseObject({}) });
const invitation = z.string({ error: 'Open the link of the email.' }).check(z.maxLength(200));
const ownName = written(80, 'Enter your name.');
const challengeExpired = 'This login has expired. Log in again.';

export const staffLogin = endpoint({
  name: 'staffLogin',
  wire: 'POST /console/api/login',
  caller: 'anyone',
  summary: 'Logs in, the first step: address and password',
  input: z.object({ email: fields.email, password: fields.givenPassword }),
  output: z.object({ challenge: z.string() }),
  refusals: { wrong_login: 'The email address or password isn’t right. Try again.' },
});

export const staffLoginCode = endpoint({
  name: 'staffLoginCode',
  wire: 'POST /console/api/login/code',
  caller: 'anyone',
  summary: 'Logs in, the second step: the code of the authenticator app',
  input: z.object({ challenge, code: otp }),
  output: cameIn,
  refusals: { code_wrong: codeWrong, code_used: codeUsed, challenge_expired: challengeExpired },
});

export const askStaffPasskey = endpoint({
  name: 'askStaffPasskey',
  wire: 'POST /console/api/login/passkey/options',
  caller: 'anyone',
  summary: 'What the browser uses a passkey with, for a login and for a fresh proof',
  input: nothing,
  output: webAuthn,
});

export const staffPasskeyLogin = endpoint({
  name: 'staffPasskeyLogin',
  wire: 'POST /console/api/login/passkey',
  caller: 'anyone',
  summary: 'Logs in, both steps in one: a passkey',
  input: z.object({ passkey: passkeyAnswer }),
  output: cameIn,
  refusals: { passkey_unknown: passkeyUnknown },
});

const linkExpired = 'This invitation is used or has expired. Ask for a new one.';

export const askInvitationPasskey = endpoint({
  name: 'askInvitationPasskey',
  wire: 'POST /console/api/invitation/passkey/options',
  caller: 'anyone',
  summary: 'What the browser of who was invited makes a passkey with',
  input: z.object({ token: invitation, name: ownName }),
  output: webAuthn,
  refusals: { link_expired: linkExpired },
});

export const acceptInvitationByPasskey = endpoint({
  name: 'acceptInvitationByPasskey',
  wire: 'POST /console/api/invitation/passkey',
  caller: 'anyone',
  summary: 'Who was invited chooses a name and a passkey, and is in; there is no password then',
  input: z.object({ token: invitation, name: ownName, passkey: passkeyAnswer }),
  output: cameIn,
  refusals: { link_expired: linkExpired, passkey_refused: passkeyRefused },
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  wire: 'POST /console/api/invitation',
  caller: 'anyone',
  summary:
    'Who was invited chooses a name and a password, and gets the key for an authenticator app',
  input: z.object({
    token: invitation,
    name: ownName,
    password: fields.newPassword,
  }),
  output: z.object({ challenge: z.string(), secret: z.string(), uri: z.string() }),
  refusals: {
    link_expired: linkExpired,
    password_guessable: {
      message: 'This password is easy to guess. Choose another one.',
      field: 'password',
    },
  },
});

export const staffLogout = endpoint({
  name: 'staffLogout',
  wire: 'POST /console/api/logout',
  caller: 'staff',
  roles: everybody,
  summary: 'Ends this session',
  input: nothing,
  output: said,
});

/** What the table of roles shows, and what `can` names. */
const callOfStaff = z.object({
  name: z.string(),
  wire: z.string(),
  summary: z.string(),
  /** Nobody's for what comes before a login. */
  roles: z.array(role),
  /** Of those only who is trained to help survivors (P05). */
  trained: z.optional(z.boolean()),
  verified: z.boolean(),
});

export const viewMe = endpoint({
  name: 'viewMe',
  wire: 'GET /console/api/me',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Who is logged in, and the calls that the role may make',
  input: nothing,
  output: z.object({
    ...staffMember.shape,
    can: z.array(z.string()),
    provenUntil: z.nullable(z.string()),
    /** What they have to log in with, and to prove it again. */
    ways: z.array(z.enum(['passkey', 'code'])),
  }),
});

export const viewRoles = endpoint({
  name: 'viewRoles',
  wire: 'GET /console/api/roles',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Every call, and the roles that may make it',
  input: nothing,
  output: z.object({ calls: z.array(callOfStaff) }),
});

export const staffStepUp = endpoint({
  name: 'staffStepUp',
  wire: 'POST /console/api/step-up',
  caller: 'staff',
  roles: everybody,
  summary:
    'Proves again who sits there: for ten minutes the session may give money and change staff',
  input: z.object({ code: z.optional(otp), passkey: z.optional(passkeyAnswer) }).check(
    z.refine(({ code, passkey: given }) => code !== undefined || given !== undefined, {
      error: 'Enter the six digits of your app.',
      path: ['code'],
    }),
  ),
  output: z.object({ provenUntil: z.string() }),
  refusals: { code_wrong: codeWrong, code_used: codeUsed, passkey_unknown: passkeyUnknown },
});

const ownPasskeys = z.object({ passkeys: z.array(passkey) });

export const listStaffPasskeys = endpoint({
  name: 'listStaffPasskeys',
  wire: 'GET /console/api/passkeys',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'One’s own passkeys, newest first',
  input: nothing,
  output: ownPasskeys,
});

export const askNewStaffPasskey = endpoint({
  name: 'askNewStaffPasskey',
  wire: 'POST /console/api/passkeys/options',
  caller: 'staff',
  roles: everybody,
  freshProof: true,
  unaudited: true,
  summary: 'What the browser makes a passkey with',
  input: nothing,
  output: webAuthn,
});

export const addStaffPasskey = endpoint({
  name: 'addStaffPasskey',
  wire: 'POST /console/api/passkeys',
  caller: 'staff',
  roles: everybody,
  freshProof: true,
  summary: 'Keeps the passkey that the browser made',
  input: z.object({ passkey: passkeyAnswer }),
  output: z.object({ ...said.shape, ...ownPasskeys.shape }),
  refusals: { passkey_refused: passkeyRefused },
});

export const removeStaffPasskey = endpoint({
  name: 'removeStaffPasskey',
  wire: 'DELETE /console/api/passkeys/{id}',
  caller: 'staff',
  roles: everybody,
  freshProof: true,
  summary: 'Forgets one of one’s own passkeys',
  input: z.object({ id: passkeyAnswer.shape.id }),
  output: z.object({ ...said.shape, ...ownPasskeys.shape }),
  refusals: {
    last_passkey: 'Nothing else lets you log in. Add another passkey first.',
  },
});

export const listStaffSessions = endpoint({
  name: 'listStaffSessions',
  wire: 'GET /console/api/sessions',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Browsers that are logged in as this member of staff',
  input: nothing,
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        browser: z.string(),
        network: z.string(),
        createdAt: z.string(),
        lastSeenAt: z.string(),
      }),
    ),
  }),
});

export const endStaffSession = endpoint({
  name: 'endStaffSession',
  wire: 'DELETE /console/api/sessions/{id}',
  caller: 'staff',
  roles: everybody,
  summary: 'Ends one of one’s own sessions',
  input: named,
  output: said,
});

export const listStaff = endpoint({
  name: 'listStaff',
  wire: 'GET /console/api/staff',
  caller: 'staff',
  roles: admins,
  summary: 'Everybody who may work here, and who was invited',
  input: nothing,
  output: z.object({
    staff: z.array(
      z.object({
        ...staffMember.shape,
        /** To help survivors (P05). */
        trained: z.boolean(),
        status: z.enum(['invited', 'active', 'removed']),
        lastSeenAt: z.nullable(z.string()),
      }),
    ),
  }),
});

export const inviteStaff = endpoint({
  name: 'inviteStaff',
  wire: 'POST /console/api/staff',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  audited: ['email', 'role'],
  summary: 'Invites somebody by email; again, if they were',
  input: z.object({ email: fields.email, role }),
  output: said,
  refusals: {
    staff_there: { message: 'They work here already. Change their role instead.', field: 'email' },
  },
});

export const changeRole = endpoint({
  name: 'changeRole',
  wire: 'PUT /console/api/staff/{id}/role',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  audited: ['role'],
  summary: 'Gives another role, which counts from the next call on',
  input: z.object({ id, role }),
  output: said,
  refusals: { own_role: 'Nobody changes their own role. Ask another admin.' },
});

export const removeStaff = endpoint({
  name: 'removeStaff',
  wire: 'DELETE /console/api/staff/{id}',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  summary: 'Ends their sessions; what they did stays in the audit',
  input: named,
  output: said,
  refusals: { own_role: 'Nobody removes themselves. Ask another admin.' },
});

export const resetStaffAccess = endpoint({
  name: 'resetStaffAccess',
  wire: 'POST /console/api/staff/{id}/reset',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  summary: 'Takes password, app and passkeys away, ends their sessions, and invites them again',
  input: named,
  output: said,
  refusals: { own_access: 'Nobody resets their own access. Ask another admin.' },
});
