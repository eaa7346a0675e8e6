import * as z from 'zod/mini';
import { orderAnswer } from './checkout.ts';
import { endpoint, said } from './endpoint.ts';
import { paying, payingHeaders, payingRefusals } from './paying.ts';
import { lineEnds, lineId } from './period.ts';
import { periodQuote } from './renewals.ts';

/** A plan that a line is about to get. */
export const nextPlan = z.object({
  id: z.string(),
  retailName: z.string(),
  /** ISO 8601, UTC. */
  on: z.string(),
  /** Dollars for 30 days, without taxes and fees. */
  retailPrice: z.number(),
  /** It is paid, and cannot be taken back any more. */
  paid: z.boolean(),
});
export type NextPlan = z.infer<typeof nextPlan>;

export const planChangeQuote = z.extend(periodQuote, {
  /** Dollars for the unused days of what is paid; 0 for a change at the renewal. */
  creditForUnusedDays: z.number(),
  /** Whole days of it. */
  unusedDays: z.int(),
  /** Dollars of it that are more than the new plan costs, and become credit. */
  creditLeft: z.number(),
  /** ISO 8601, UTC. */
  effectiveOn: z.string(),
});
export type PlanChangeQuote = z.infer<typeof planChangeQuote>;

const refusals = {
  ...payingRefusals,
  line_ends: lineEnds,
  unknown_plan: 'This plan is no longer on sale. Please choose another one.',
  same_plan: 'This line already has this plan.',
  next_plan_paid:
    'The next 30 days are paid with another plan already. You can change it again once they have begun.',
  not_active: 'This line isn’t active. You can change its plan once it is.',
  payment_disputed:
    'Your bank disputes a payment for this line, so the days it paid for don’t count toward another plan. Change with the next payment, or contact us.',
  already_paid: 'A payment for this line just came in. Please check the line first.',
} as const;

export const quotePlanChange = endpoint({
  name: 'quotePlanChange',
  wire: 'POST /app/lines/{id}/plan/quote',
  caller: 'customer',
  act: 'pay',
  needs: 'changePlan',
  summary: 'What another plan costs now, or with the next period (K08, K09)',
  input: z.object({
    id: lineId,
    planId: z.string().check(z.maxLength(64)),
    when: z.enum(['now', 'renewal']),
  }),
  output: planChangeQuote,
  refusals: {
    line_ended: refusals.line_ended,
    line_ends: refusals.line_ends,
    busy: refusals.busy,
    unknown_plan: refusals.unknown_plan,
    same_plan: refusals.same_plan,
    not_active: refusals.not_active,
    next_plan_paid: refusals.next_plan_paid,
    payment_disputed: refusals.payment_disputed,
  },
});

export const changePlan = endpoint({
  name: 'changePlan',
  wire: 'POST /app/lines/{id}/plan',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  needs: 'changePlan',
  summary: 'Changes the plan as it was quoted: now and paid, or noted for the renewal (K08, K09)',
  headers: payingHeaders,
  /** A change at the renewal charges nothing, and needs no key. */
  input: z.object({ id: lineId, ...paying, idempotencyKey: z.optional(paying.idempotencyKey) }),
  output: z.extend(orderAnswer, {
    /** Absent for a change that is noted: nothing was ordered. */
    orderId: z.optional(z.string()),
    status: z.enum([...orderAnswer.shape.status.options, 'noted']),
    /** Dollars that became credit. */
    creditLeft: z.optional(z.number()),
    nextPlan: z.optional(nextPlan),
  }),
  refusals,
});

export const undoPlanChange = endpoint({
  name: 'undoPlanChange',
  wire: 'DELETE /app/lines/{id}/plan',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  summary: 'Takes back a change that is noted for the renewal (K09)',
  input: z.object({ id: lineId }),
  output: said,
  refusals: { busy: refusals.busy, next_plan_paid: refusals.next_plan_paid },
});
