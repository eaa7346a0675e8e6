import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { isDay } from '../fields.ts';
import { noSuchDay } from './field-rules.ts';
import { admins } from './roles.ts';

const words = z.optional(z.string().check(z.trim(), z.maxLength(64, 'At most 64 characters.')));

const day = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^20\d{2}-\d{2}-\d{2}$/, { error: 'Write the day as 2026-11-25.', abort: true }),
      z.refine(isDay, noSuchDay),
    ),
);

const asked = {
  /** An id, or the beginning of an email address or a name. */
  customerId: words,
  staffId: words,
  call: words,
  outcome: words,
  /** Days of the brand's time zone, both among them. */
  from: day,
  to: day,
};

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  staffId: z.nullable(z.string()),
  staff: z.string(),
  role: z.string(),
  call: z.string(),
  customerId: z.nullable(z.string()),
  /** Masked; null of a closed account, too. */
  customer: z.nullable(z.string()),
  about: z.nullable(z.string()),
  /** `done`, or the reason or code it was refused with. */
  outcome: z.string(),
  detail: z.record(z.string(), z.unknown()),
  network: z.string(),
  browser: z.string(),
  /** Its place in the chain; null within the first minute. */
  number: z.nullable(z.number()),
});

export const listAudit = endpoint({
  name: 'listAudit',
  wire: 'GET /console/api/audit',
  caller: 'staff',
  roles: admins,
  audited: ['staffId', 'call', 'outcome', 'from', 'to'],
  summary: 'What staff saw and did, the newest first',
  input: z.object({ ...asked, cursor: words }),
  output: z.object({ entries: z.array(auditEntry), next: z.optional(z.string()) }),
});

export const exportAudit = endpoint({
  name: 'exportAudit',
  wire: 'GET /console/api/audit.csv',
  caller: 'staff',
  roles: admins,
  audited: ['staffId', 'call', 'outcome', 'from', 'to'],
  summary: 'The same as a file',
  input: z.object(asked),
  output: z.object({}),
  document: 'text/csv',
});
