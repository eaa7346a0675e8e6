import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { everybody } from './roles.ts';

export const foundKind = z.enum(['customer', 'line', 'order', 'port_in', 'card']);
export type FoundKind = z.infer<typeof foundKind>;

export const found = z.object({
  kind: foundKind,
  id: z.string(),
  title: z.string(),
  /** Masked: enough to pick the right one, of somebody who is not verified yet. */
  detail: z.string(),
  customerId: z.string(),
});
export type Found = z.infer<typeof found>;

export const searchConsole = endpoint({
  name: 'searchConsole',
  wire: 'GET /console/api/search',
  caller: 'staff',
  roles: everybody,
  summary:
    'Finds a customer, line, order or port-in by email, number, name, order, ICCID or a card’s last four; masked (L03)',
  input: z.object({
    q: z
      .string({ error: 'Say what you are looking for.' })
      .check(z.trim(), z.maxLength(120, 'At most 120 characters.')),
  }),
  output: z.object({
    results: z.array(found),
    more: z.boolean(),
    /** Why there is nothing, or not all, and what to type instead. */
    hint: z.optional(z.string()),
  }),
});
