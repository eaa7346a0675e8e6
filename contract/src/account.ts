import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';
import { say } from './field-rule.ts';
import { fields, streetAddress } from './fields.ts';
import { languages } from './language.ts';
import { line } from './lines.ts';
import { secondStepKind } from './second-step.ts';
import { codeRefusals, secondStepRequired } from './sign-in.ts';

export const userInfo = z.object({
  id: z.string(),
  userHash: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  streetNumber: z.string(),
  streetDirection: z.string(),
  streetName: z.string(),
  streetUnit: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
  /** Until when the code that was sent to confirm the address is good. Absent without one. */
  emailCodeUntil: z.optional(z.string()),
  /** Set while emails to the address come back. */
  emailComesBack: z.optional(z.literal(true)),
  secondStep: z.optional(secondStepKind),
  /** The language of emails. At first the one the customer registered in. */
  language: z.enum(languages),
  lines: z.array(line),
  /** Set while an agent of the carrier, not the customer, is looking. Every page says so. */
  agent: z.optional(
    z.object({
      name: z.string(),
      until: z.string(),
    }),
  ),
});
export type UserInfo = z.infer<typeof userInfo>;

export const viewUser = endpoint({
  name: 'viewUser',
  wire: 'GET /app/users/view',
  caller: 'customer',
  summary: 'The customer who is logged in (I05)',
  input: nothing,
  output: userInfo,
});

const names = ['firstName', 'lastName'] as const;
const address = ['streetNumber', 'streetName', 'city', 'state', 'zipCode'] as const;
const addressFields = [...address, 'streetDirection', 'streetUnit'] as const;

const rules = {
  firstName: fields.firstName,
  lastName: fields.lastName,
  ...streetAddress,
  email: fields.email,
  /** E.164 on the wire. Errors carry the field `contactNumber`. */
  phoneNumber: fields.phoneNumber,
};
type Edited = Partial<Record<keyof typeof rules, unknown>>;

function wholeOf(form: Edited): readonly (keyof typeof rules)[] {
  const isThere = (field: keyof typeof rules) => form[field] !== undefined;
  if (names.some(isThere)) return names;
  if (addressFields.some(isThere)) return address;
  return [];
}

const editGroups = [names, addressFields, ['email'], ['phoneNumber']] as const;
const oneThing = say('Please change one thing at a time: name, address, email or phone number');

export const editInput = z
  .object({
    firstName: z.optional(rules.firstName),
    lastName: z.optional(rules.lastName),
    streetNumber: z.optional(rules.streetNumber),
    streetDirection: rules.streetDirection,
    streetName: z.optional(rules.streetName),
    streetUnit: rules.streetUnit,
    city: z.optional(rules.city),
    state: z.optional(rules.state),
    zipCode: z.optional(rules.zipCode),
    email: z.optional(rules.email),
    phoneNumber: z.optional(rules.phoneNumber),
  })
  .check(
    z.check(({ value, issues }) => {
      const add = (path: string, message: string) =>
        issues.push({ code: 'custom', path: [path], message, input: value, continue: true });
      for (const field of wholeOf(value)) {
        if (value[field] !== undefined) continue;
        add(field, rules[field].safeParse(undefined).error?.issues[0]?.message ?? '');
      }
      const groups = editGroups.filter((group) =>
        group.some((field) => value[field] !== undefined),
      );
      if (groups.length !== 1) add('', oneThing);
    }),
  );

export const editUser = endpoint({
  name: 'editUser',
  wire: 'PUT /app/users/edit',
  also: ['PATCH /app/users/edit'],
  caller: 'customer',
  notForAgents: true,
  freshProof: ['email', 'phoneNumber', ...addressFields],
  summary: 'Changes name, address or phone number; a new e-mail address gets a code first (I17)',
  input: editInput,
  output: said,
  fieldNames: { phoneNumber: 'contactNumber' },
  refusals: {
    email_same: { message: 'This is already your email address.', field: 'email' },
  },
});

export const chooseLanguage = endpoint({
  name: 'chooseLanguage',
  wire: 'PUT /app/users/language',
  caller: 'customer',
  notForAgents: true,
  summary: 'Letters come in this language from now on',
  input: z.object({ language: z.enum(languages) }),
  output: said,
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  wire: 'POST /app/users/validate-otp-update-email',
  caller: 'customer',
  notForAgents: true,
  summary: 'Changes the e-mail address with the code of five digits that came to it (I18)',
  input: z.object({ newEmail: fields.email, otp: fields.otp5 }),
  output: said,
  fieldNames: { newEmail: 'email' },
  refusals: codeRefusals,
});

/** Confirms the pending address if there is one, else the unconfirmed address (I17 to I19). */
export const resendCode = endpoint({
  name: 'resendCode',
  wire: 'POST /app/users/resend/otp',
  caller: 'customer',
  notForAgents: true,
  summary: 'Sends the code again, 30 seconds after the last one at the earliest (I19)',
  input: z.object({ email: fields.email }),
  output: said,
  refusals: {
    nothing_pending: 'There’s no code to send again. Please start over.',
  },
});

export const askEmailCode = endpoint({
  name: 'askEmailCode',
  wire: 'POST /app/users/verify-email/send',
  caller: 'customer',
  notForAgents: true,
  summary: 'Sends a code of six digits to the unconfirmed e-mail address',
  input: nothing,
  output: said,
  refusals: { email_confirmed: 'Your email address is already confirmed.' },
});

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  wire: 'POST /app/users/verify-email',
  caller: 'customer',
  notForAgents: true,
  summary:
    'Confirms the e-mail address with the code that came to it, or leads to the account it has',
  input: z.object({ otp: fields.otp6 }),
  output: z.object({
    message: z.string(),
    /** Present when the address already has an account: the caller is now logged in there. */
    token: z.optional(z.string()),
  }),
  refusals: { ...codeRefusals, second_step_required: secondStepRequired },
});
