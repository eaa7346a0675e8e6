import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import {
  heldDocument,
  separatedLine,
  separation,
  separationRefusal,
  separationState,
} from '../line-separation.ts';
import { id, named, reason, written } from './field-rules.ts';
import { admins, agents } from './roles.ts';

const listed = z.object({
  id: z.string(),
  reference: z.string(),
  state: separationState,
  lines: z.number(),
  receivedAt: z.string(),
  /** By law; null until it is whole. */
  answerBy: z.nullable(z.string()),
});
export type ListedSeparation = z.infer<typeof listed>;

/** Who asks is never told of in the audit by name; all calls need staff who are trained (47 CFR 64.6406). */
export const listSeparations = endpoint({
  name: 'listSeparations',
  wire: 'GET /console/api/line-separations',
  caller: 'staff',
  roles: agents,
  trained: true,
  unaudited: true,
  summary:
    'Requests to separate lines: whole and proven ones first, as they are due; decided ones last (P05)',
  input: nothing,
  output: z.object({
    separations: z.array(listed),
    /** So many more are here, which the list leaves out. */
    more: z.optional(z.number()),
  }),
});

/** Why a line can't go as it is. */
export const lineHindrance = z.enum([
  'unknown_number',
  'ended',
  'never_active',
  'own_account',
  'leaving',
  'busy',
  'plan_paid_ahead',
]);
export type LineHindrance = z.infer<typeof lineHindrance>;

const lookedAt = z.object({
  ...separatedLine.shape,
  /** Undefined: no line of ours has it. */
  lineId: z.optional(z.string()),
  /** How staff came to know, if they wrote it. */
  provenBy: z.optional(z.string()),
  /** It was known while the number was another line's, or the line somebody else's: ask again. */
  provenOfOther: z.optional(z.boolean()),
  /** SIM, number and end of it are kept from change since then. */
  keptSince: z.optional(z.string()),
  hindrance: z.optional(lineHindrance),
  /** What follows from it, and what to do. */
  hint: z.optional(z.string()),
  /** Of the account it is in. */
  account: z.optional(z.object({ customerId: z.string(), name: z.string(), lines: z.number() })),
});
export type LookedAtLine = z.infer<typeof lookedAt>;

export const viewSeparationRequest = endpoint({
  name: 'viewSeparationRequest',
  wire: 'GET /console/api/line-separations/{id}',
  caller: 'staff',
  roles: agents,
  trained: true,
  summary: 'All of one request, and what is known of its lines (P05)',
  input: named,
  output: z.object({
    ...listed.shape,
    name: z.string(),
    email: z.string(),
    language: z.string(),
    otherName: z.string(),
    otherNumber: z.optional(z.string()),
    /** It is a line of the same account. */
    otherIsThere: z.boolean(),
    contactNumber: z.optional(z.string()),
    contactNote: z.optional(z.string()),
    representative: z.optional(z.string()),
    address: z.optional(z.string()),
    looked: z.array(lookedAt),
    documents: z.array(z.object({ ...heldDocument.shape, bytes: z.number() })),
    missing: separation.shape.missing,
    messages: z.array(
      z.object({ by: z.string(), ours: z.boolean(), text: z.string(), at: z.string() }),
    ),
    refused: separation.shape.refused,
    done: separation.shape.done,
    /** What was sent is deleted then. */
    keptUntil: z.string(),
  }),
});

export const takeSeparationDocument = endpoint({
  name: 'takeSeparationDocument',
  wire: 'GET /console/api/line-separations/{id}/documents/{documentId}',
  caller: 'staff',
  roles: agents,
  trained: true,
  audited: ['documentId'],
  summary: 'A document, to be kept as a file; it is never shown within the console (P05)',
  input: z.object({ id, documentId: id }),
  output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
});

const decided = 'This request is decided already.';

export const askInSeparation = endpoint({
  name: 'askInSeparation',
  wire: 'POST /console/api/line-separations/{id}/ask',
  caller: 'staff',
  roles: agents,
  trained: true,
  summary: 'Asks who sent it for something, by email to the safe address; the days go on (P05)',
  input: z.object({ id, text: written(2000, 'Write what you need.') }),
  output: said,
  refusals: { decided },
});

export const proveInSeparation = endpoint({
  name: 'proveInSeparation',
  wire: 'POST /console/api/line-separations/{id}/proof',
  caller: 'staff',
  roles: agents,
  trained: true,
  freshProof: true,
  summary: 'Writes down how else it is known who uses a line, and keeps the line from change (P05)',
  input: z.object({ id, number: written(10, 'Which number?'), how: reason }),
  output: said,
  refusals: { decided, unknown_number: 'This number is not in the request.' },
});

export const grantSeparation = endpoint({
  name: 'grantSeparation',
  wire: 'POST /console/api/line-separations/{id}/grant',
  caller: 'staff',
  roles: agents,
  trained: true,
  freshProof: true,
  summary:
    'Moves lines to an account of their own; the others stay to be decided. Who asked is told alone (P05)',
  input: z.object({
    id,
    numbers: z
      .array(written(10, 'Which number?'))
      .check(z.minLength(1, 'Choose at least one line.'), z.maxLength(10)),
  }),
  output: said,
  refusals: {
    decided,
    unproven: 'Nobody knows yet who uses one of these lines. Write down how you know it first.',
    no_document: 'No document shows what the law asks for. Ask for one first.',
    /** Its message says which, and what to do. */
    can_not_go: 'One of these lines can’t go as it is.',
    own_account: 'The address of this request is the one of the account that the line is in.',
  },
});

export const refuseSeparation = endpoint({
  name: 'refuseSeparation',
  wire: 'POST /console/api/line-separations/{id}/refuse',
  caller: 'staff',
  roles: agents,
  trained: true,
  freshProof: true,
  audited: ['reason'],
  summary: 'Refuses it for what the rule allows, and says what can be done about it (P05)',
  input: z.object({
    id,
    reason: separationRefusal,
    note: z.optional(written(1000, 'Say more, or leave it out.')),
  }),
  output: said,
  refusals: { decided },
});

export const setSeparationTraining = endpoint({
  name: 'setSeparationTraining',
  wire: 'PUT /console/api/staff/{id}/line-separations',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  audited: ['trained'],
  summary: 'Notes that somebody is trained to help survivors, or is not any more (P05)',
  input: z.object({ id, trained: z.boolean() }),
  output: said,
});
