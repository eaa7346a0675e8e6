import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { need, needCode } from './needs.ts';
import { lineId } from './period.ts';

export const finding = z.object({
  code: z.union([
    z.enum([
      'ended',
      'suspension',
      'block',
      'hold',
      'payment',
      'activation',
      'port_in',
      'sim',
      'esim',
      'phone',
      'usage',
      'outage',
    ]),
    needCode,
  ]),
  ok: z.boolean(),
  message: z.string(),
  /** What to do about it. */
  action: z.optional(
    z.enum([
      'renew',
      'unblock',
      'end_hold',
      'set_up_sim',
      'replace_sim',
      'finish_port_in',
      'buy_add_on',
      'contact_us',
      'choose_plan',
      'wait',
    ]),
  ),
  /** The same, for what stands in the list of what needs the customer. */
  next: need.shape.action,
});
export type Finding = z.infer<typeof finding>;

export const viewLineHealth = endpoint({
  name: 'viewLineHealth',
  wire: 'GET /app/lines/{id}/health',
  caller: 'customer',
  act: 'use',
  summary: 'What keeps a line from working, in the order to look at it (K22)',
  input: z.object({ id: lineId }),
  output: z.object({
    findings: z.array(finding),
    /** False when the carrier didn't answer: then some of it wasn't looked at. */
    complete: z.boolean(),
  }),
});
