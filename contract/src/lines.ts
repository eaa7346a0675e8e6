import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { esimState } from './sim.ts';

export const lineStatus = z.enum(['pending', 'activating', 'active', 'suspended', 'ended']);
export type LineStatus = z.infer<typeof lineStatus>;

export const simType = z.enum(['esim', 'physical']);
export type SimType = z.infer<typeof simType>;

/** The pictures that a line can have beside its nickname; a new line is a `phone`. */
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

/** "States" of the decisions; a carrier's "confirmed" is `awaiting_activation`. */
export const portInStatus = z.enum([
  'draft',
  'details_needed',
  /** Everything is given and nothing is sent: there is no paid line for the number yet. */
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

/** A subscriber number of the customer with its plan and SIM (section 3 and "States"). */
export const line = z.object({
  id: z.string(),
  /** Ten digits, or empty while the number is not known yet. */
  mdn: z.string(),
  nickname: z.string(),
  icon: lineIcon,
  plan: z.object({ id: z.string(), retailName: z.string(), flag: z.int() }),
  iccid: z.string(),
  simType,
  /** How its eSIM stands, as far as the carrier has told. */
  esim: z.optional(esimState),
  status: lineStatus,
  /** ISO 8601; the day until which the line is paid, once it is active. */
  paidUntil: z.nullable(z.string()),
  /** The number that is on its way to this line. */
  portIn: z.optional(z.object({ id: z.string(), msisdn: z.string(), status: portInStatus })),
});
export type Line = z.infer<typeof line>;

export const listLines = endpoint({
  name: 'listLines',
  wire: 'GET /app/lines',
  caller: 'customer',
  summary: "The customer's lines, oldest first",
  input: nothing,
  output: z.object({ lines: z.array(line) }),
});

export const updateNickname = endpoint({
  name: 'updateNickname',
  wire: 'POST /app/users/sub-nickname/{id}/update',
  caller: 'customer',
  notForAgents: true,
  summary: 'Names a line, and gives it an icon (I06, E03); without `icon` it keeps the one it has',
  input: z.object({
    id: z.string().check(z.maxLength(64)),
    nickname: fields.nickname,
    icon: z.optional(lineIcon),
  }),
  output: said,
});
