import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  browser: z.string(),
  network: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  agent: z.optional(z.string()),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  name: 'listSessions',
  wire: 'GET /app/users/sessions',
  caller: 'customer',
  summary: 'Browsers that are signed in, this one first, then the last used',
  input: nothing,
  output: z.object({ sessions: z.array(session) }),
});

export const endSession = endpoint({
  name: 'endSession',
  wire: 'DELETE /app/users/sessions/{id}',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Signs one browser out',
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
  output: said,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  wire: 'DELETE /app/users/sessions',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Signs out everywhere else',
  input: nothing,
  output: said,
});

export const activityKind = z.enum([
  'registered',
  'signed_in',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'proven',
  'password_changed',
  'password_reset',
  'password_removed',
  'account_joined',
  'email_confirmed',
  'email_changed',
  'phone_changed',
  'address_changed',
  'name_changed',
  'passkey_added',
  'passkey_removed',
  'second_step_app',
  'second_step_passkey',
  'second_step_off',
  'second_step_off_by_support',
  'recovery_code_used',
  'recovery_codes_renewed',
  'card_added',
  'card_deleted',
  'card_primary',
  'order_settled',
  'order_refunded',
  'order_cancelled',
  'order_paid_back',
  'credit_given',
  'referral_credited',
  'referral_removed',
  'sim_locked',
  'sim_unlocking',
  'number_locked',
  'number_unlocking',
  'line_paused',
  'line_unpaused',
  'line_blocked',
  'line_unblocked',
  'line_block_confirmed',
  'line_unblock_confirmed',
  'line_block_late',
  'line_unblock_late',
  'line_held',
  'line_hold_ended',
  'line_hold_confirmed',
  'line_hold_late',
  'sim_change_late',
  'number_change_late',
  'emergency_address_changed',
  'transfer_pin_made',
  'line_offered',
  'line_offer_withdrawn',
  'line_offer_over',
  'line_handed_over',
  'line_declined',
  'line_taken_over',
  'line_ended',
  'line_ends',
  'line_kept',
  'plan_noted',
  'plan_taken_back',
  'esim_sent',
  'number_change_asked',
  'number_changed',
  'tries_failed',
  'change_denied',
  'erasure_asked',
  'erasure_stopped',
  'exported',
  'moves_resumed',
  'sim_change_asked',
  'sim_change_stopped',
  'sim_changed',
  'sim_change_denied',
  'agent_entered',
  'agent_call',
]);
export type ActivityKind = z.infer<typeof activityKind>;

export const activityEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: activityKind,
  message: z.string(),
  browser: z.string(),
  /** Empty when no browser of the customer did it, as with news from the payment provider. */
  network: z.string(),
  agent: z.optional(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const listActivity = endpoint({
  name: 'listActivity',
  wire: 'GET /app/users/activity',
  caller: 'customer',
  summary: 'The security activity of the account, newest first, 20 at a time',
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(64))) }),
  output: z.object({ activity: z.array(activityEntry), next: z.optional(z.string()) }),
});

/** Called once per browser; stored as `mid`, sent as `x-mid` with every call (F04). */
export const nameBrowser = endpoint({
  name: 'nameBrowser',
  wire: 'POST /app/browsers',
  caller: 'anyone',
  summary: 'An id for this browser, signed by the server',
  input: nothing,
  output: z.object({ mid: z.string() }),
});
