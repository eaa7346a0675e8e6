import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { fields } from '../fields.ts';
import { id, named, written } from './field-rules.ts';
import { admins, everybody, staffRoles } from './roles.ts';

const role = z.enum(staffRoles, { error: 'Choose one of the roles.' });
const challenge = z
  .string({ error: 'Log in again.' })
  .check(z.minLength(1, 'Log in again.'), z.maxLength(200, 'Log in again.'));
const otp = z
  .string({ error: 'Enter the six digits of your app.' })
  .check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits of your app.'));
const passkey = z.looseObject({ id: z.string().check(z.maxLength(2000)) });

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
const challengeExpired = 'This login has expired. Log in again.';

export const staffLogin = endpoint({
  name: 'staffLogin',
  wire: 'POST /console/api/login',
  caller: 'anyone',
  summary: 'The first step of a login: address and password',
  input: z.object({ email: fields.email, password: fields.givenPassword }),
  output: z.object({ challenge: z.string() }),
  refusals: { wrong_login: 'The email address or password isn’t right. Try again.' },
});

export const staffLoginCode = endpoint({
  name: 'staffLoginCode',
  wire: 'POST /console/api/login/code',
  caller: 'anyone',
  summary: 'The second step: the code of the authenticator app',
  input: z.object({ challenge, code: otp }),
  output: cameIn,
  refusals: { code_wrong: codeWrong, code_used: codeUsed, challenge_expired: challengeExpired },
});

export const askStaffPasskey = endpoint({
  name: 'askStaffPasskey',
  wire: 'POST /console/api/login/passkey/options',
  caller: 'anyone',
  summary: 'What the browser asks the passkey with',
  input: nothing,
  output: z.object({ options: z.looseObject({}) }),
});

export const staffPasskeyLogin = endpoint({
  name: 'staffPasskeyLogin',
  wire: 'POST /console/api/login/passkey',
  caller: 'anyone',
  summary: 'Both steps in one, by a passkey',
  input: z.object({ passkey }),
  output: cameIn,
  refusals: { passkey_unknown: 'This passkey opens nothing here. Use your password.' },
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  wire: 'POST /console/api/invitation',
  caller: 'anyone',
  summary:
    'Who was invited chooses a name and a password, and gets the key for an authenticator app',
  input: z.object({
    token: z.string({ error: 'Open the link of the email.' }).check(z.maxLength(200)),
    name: written(80, 'Enter your name.'),
    password: fields.newPassword,
  }),
  output: z.object({ challenge: z.string(), secret: z.string(), uri: z.string() }),
  refusals: {
    link_expired: 'This invitation is used or has expired. Ask for a new one.',
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
  roles: z.array(role),
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
  input: z.object({ code: otp }),
  output: z.object({ provenUntil: z.string() }),
  refusals: { code_wrong: codeWrong, code_used: codeUsed },
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
