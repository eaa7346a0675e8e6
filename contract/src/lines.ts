import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { type LineAct, lineHousehold } from './household-acts.ts';
import { lineHandover } from './line-handover-state.ts';
import { work } from './line-work.ts';
import { lineShipping } from './shipping-state.ts';
import { esimState } from './sim.ts';

export const lineStatus = z.enum(['pending', 'activating', 'active', 'suspended', 'ended']);
export type LineStatus = z.infer<typeof lineStatus>;

export const simType = z.enum(['esim', 'physical']);
export type SimType = z.infer<typeof simType>;

export const lineIcon = z.enum([
  'phone',
  'tablet',
  'watch',
  'laptop',
  'hotspot',
  'car',
  'home',
  'work',
  'family',
  'child',
]);
export type LineIcon = z.infer<typeof lineIcon>;

/** `awaiting_activation`: the carriers have confirmed the number's release. */
export const portInStatus = z.enum([
  'draft',
  'details_needed',
  /** Complete, but not sent: there is no paid line for the number yet. */
  'awaiting_plan',
  'submitted',
  'pending',
  'delayed',
  'action_needed',
  'awaiting_activation',
  'completed',
  'cancelled',
  'expired',
  'failed',
]);
export type PortInStatus = z.infer<typeof portInStatus>;

/** The first of these that applies. */
export const statusReason = z.enum(['by_operator', 'blocked', 'on_hold', 'unpaid']);

/** Asked of the network and not confirmed. Late after 30 seconds. */
export const networkAsk = z.object({
  asked: z.enum(['block', 'unblock', 'pause', 'resume', 'hold', 'unhold']),
  since: z.string(),
  isLate: z.boolean(),
});
export type NetworkAsk = z.infer<typeof networkAsk>;

/** The same, of a change of SIM or number. */
export const networkChange = z.object({
  asked: z.enum(['new_sim', 'stop_sim', 'new_number']),
  since: z.string(),
  isLate: z.boolean(),
});
export type NetworkChange = z.infer<typeof networkChange>;

export const nextAction = z.enum(['renew', 'unblock', 'end_hold', 'set_up_sim', 'finish_port_in']);

/** Whose it is, of a line that somebody has (P04). */
export const nextActs: Readonly<Record<z.infer<typeof nextAction>, LineAct>> = {
  renew: 'pay',
  unblock: 'share',
  end_hold: 'own',
  set_up_sim: 'use',
  finish_port_in: 'own',
};

export const line = z.object({
  id: z.string(),
  mdn: z.string(),
  nickname: z.string(),
  icon: lineIcon,
  plan: z.object({ id: z.string(), retailName: z.string(), flag: z.int() }),
  iccid: z.string(),
  simType,
  esim: z.optional(esimState),
  status: lineStatus,
  paidUntil: z.nullable(z.string()),
  portIn: z.optional(z.object({ id: z.string(), msisdn: z.string(), status: portInStatus })),
  /** A SIM card in the mail. The line is `pending` while it waits for it. Not in the lines of a user. */
  shipping: z.optional(lineShipping),
  statusReason: z.optional(statusReason),
  /** Only while it is suspended. Not in the lines of a user. */
  network: z.optional(networkAsk),
  /** Not in the lines of a user. */
  networkChange: z.optional(networkChange),
  /** An unpaid line's number is given up then. */
  numberKeptUntil: z.optional(z.string()),
  /** On hold, it is back by itself then. Not in the lines of a user. */
  heldUntil: z.optional(z.string()),
  /** It is offered to another account, or was handed over. Not in the lines of a user. */
  handover: z.optional(lineHandover),
  /** Somebody was given it, or is invited to it (P04). Not in the lines of a user. */
  household: z.optional(lineHousehold),
  /** The customer ends it then. In a list only when its next 30 days could be paid. */
  endsOn: z.optional(z.string()),
  /**
   * What `line-work.ts` decides by, payments aside: their page goes on with one. Absent when nothing
   * is. Not in the lines of a user.
   */
  underWay: z.optional(z.array(work)),
  /** Not in the lines of a user. */
  nextAction: z.optional(nextAction),
});
export type Line = z.infer<typeof line>;

export const listLines = endpoint({
  name: 'listLines',
  wire: 'GET /app/lines',
  caller: 'customer',
  summary: "The customer's lines, oldest first, each with what to do next (K01, K20)",
  input: nothing,
  output: z.object({ lines: z.array(line) }),
});

export const updateNickname = endpoint({
  name: 'updateNickname',
  wire: 'POST /app/users/sub-nickname/{id}/update',
  caller: 'customer',
  act: 'share',
  notForAgents: true,
  summary: 'Names a line, and gives it an icon (I06, E03); without `icon` it keeps the one it has',
  input: z.object({
    id: z.string().check(z.maxLength(64)),
    nickname: fields.nickname,
    icon: z.optional(lineIcon),
  }),
  output: said,
});
