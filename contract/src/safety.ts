import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { passkeyAnswer } from './sign-in.ts';

const pauseWhy = z.enum(['email', 'password', 'second_step', 'logged_out', 'denied']);
export type PauseWhy = z.infer<typeof pauseWhy>;

const stopped = z.object({
  what: z.enum([
    'sim_replacement',
    'number_change',
    'unlocking',
    'transfer_pin',
    'port_out',
    'port_in',
    'ending',
    'handover',
    'invitation',
  ]),
  /** The line’s; of a `port_in` the one that was coming. */
  number: z.string(),
});
export type Stopped = z.infer<typeof stopped>;

export const movesPaused =
  'Your account was changed a short time ago, so your numbers and SIMs stay where they are for now. Your dashboard shows until when.';

export const safetyPause = z.object({
  /** ISO 8601, UTC. */
  began: z.string(),
  until: z.string(),
  /** The latest change. */
  why: pauseWhy,
  stopped: z.array(stopped),
  /** The second step that is older than the change, which ends it early. */
  endsWith: z.nullable(z.enum(['app', 'passkey'])),
});
export type SafetyPause = z.infer<typeof safetyPause>;

export const viewSafety = endpoint({
  name: 'viewSafety',
  wire: 'GET /app/users/safety',
  caller: 'customer',
  summary: 'Whether moves of numbers and SIMs are paused, until when, and what was stopped (K15)',
  input: nothing,
  /** `null` also without a line, where there is nothing to keep. */
  output: z.object({ pause: z.nullable(safetyPause) }),
});

export const endSafetyPause = endpoint({
  name: 'endSafetyPause',
  wire: 'POST /app/users/safety/end',
  caller: 'customer',
  notForAgents: true,
  summary: 'Ends the pause early, with a second step that is older than the change (K15)',
  input: z.object({
    otp: z.optional(fields.otp6),
    passkey: z.optional(passkeyAnswer),
    recoveryCode: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: said,
  refusals: {
    not_paused: 'You can already move your numbers and SIMs again.',
    no_older_step:
      'Only a second step that you turned on before the change can end this early. Please wait until it ends, or call us.',
    code_wrong: { message: 'This code is not right. Please check it.', field: 'otp' },
    passkey_unknown: 'This passkey does not belong to this account.',
    recovery_code_wrong: {
      message: 'This recovery code is not right, or was used before.',
      field: 'recoveryCode',
    },
  },
});
