import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

/** In the order to deal with them. */
export const needCode = z.enum([
  'port_out',
  'block_late',
  'change_late',
  'bank_confirmation',
  'unpaid',
  'autopay_declined',
  'port_in_details',
  'data_used_up',
  'autopay_no_card',
  'pay',
  'blocked',
  'set_up_sim',
  'card_late',
  'address',
  /** Another customer offers a line: no line of the customer’s has it. */
  'line_offered',
  /** Another customer gives a line: no line of the customer’s has it (P04). */
  'invited',
]);
export type NeedCode = z.infer<typeof needCode>;

export const need = z.object({
  code: needCode,
  /** Absent: no line has it yet. */
  lineId: z.optional(z.string()),
  /** What is so. It names the line where there are several. */
  message: z.string(),
  /** The one thing to do: a path of the portal, or the bank's page. Not for agents who may not. */
  action: z.optional(z.object({ text: z.string(), to: z.string() })),
});
export type Need = z.infer<typeof need>;

export const listNeeds = endpoint({
  name: 'listNeeds',
  wire: 'GET /app/needs',
  caller: 'customer',
  summary:
    'What needs the customer, the most urgent first, and the data that lines have left (K28)',
  input: nothing,
  output: z.object({
    needs: z.array(need),
    /** Of active lines, as the carrier last told it; megabytes. Without `limit` there is none. */
    data: z.array(
      z.object({ lineId: z.string(), used: z.number(), limit: z.optional(z.number()) }),
    ),
  }),
});
