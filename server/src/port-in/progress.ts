import type { PortInStatus } from '@portside/contract/lines';
import { portInReasons, type PortInReason } from '@portside/contract/port-in-reasons';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';

/** What can happen to a port-in. */
export type Transition =
  /** Its order is paid and the old carrier's details are still missing. */
  | 'details_missing'
  /** The customer sends it, and no line is paid for it yet. */
  | 'plan_missing'
  /** The customer, or we for a trouble of the carrier's own, send it. */
  | 'submit'
  | 'pending'
  | 'delayed'
  /** The old carrier said no, and the customer can put it right. */
  | 'rejected'
  /** It said no for good. */
  | 'refused'
  /** The carrier never made it. */
  | 'not_created'
  | 'confirmed'
  | 'completed'
  | 'cancelled'
  | 'expired';

/** Of a port-in that the carrier has, and that is under way there. */
const answered = {
  delayed: 'delayed',
  rejected: 'action_needed',
  refused: 'failed',
  confirmed: 'awaiting_activation',
  completed: 'completed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const;

/** Every turn there is; what does not stand here changes nothing. */
export const transitions: Readonly<
  Record<PortInStatus, Partial<Record<Transition, PortInStatus>>>
> = {
  draft: {
    details_missing: 'details_needed',
    plan_missing: 'awaiting_plan',
    submit: 'submitted',
    refused: 'failed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  details_needed: {
    submit: 'submitted',
    refused: 'failed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  awaiting_plan: {
    // There is a line now; its SIM card is still in the post, say.
    details_missing: 'details_needed',
    submit: 'submitted',
    refused: 'failed',
    // One that an old carrier rejected, and that had no line.
    confirmed: 'awaiting_activation',
    completed: 'completed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  submitted: { ...answered, pending: 'pending', not_created: 'failed' },
  pending: answered,
  delayed: {
    pending: 'pending',
    submit: 'submitted',
    rejected: 'action_needed',
    refused: 'failed',
    confirmed: 'awaiting_activation',
    completed: 'completed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  // The two carriers may sort it out between themselves.
  action_needed: {
    plan_missing: 'awaiting_plan',
    submit: 'submitted',
    refused: 'failed',
    confirmed: 'awaiting_activation',
    completed: 'completed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  awaiting_activation: {
    rejected: 'action_needed',
    refused: 'failed',
    completed: 'completed',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  completed: {},
  cancelled: {},
  expired: {},
  failed: {},
};

/** At the carrier, and not waiting for anybody: we ask how it stands. */
export const underWay = ['submitted', 'pending', 'delayed', 'awaiting_activation'] as const;
/** It is with us and not at the old carrier: nobody asks there how it stands. */
export const atHome = ['draft', 'details_needed', 'awaiting_plan'] as const;
export const unfinished = [...atHome, 'action_needed', ...underWay] as const;

export const isUnderWay = (status: PortInStatus) => underWay.some((one) => one === status);
export const isAtHome = (status: PortInStatus) => atHome.some((one) => one === status);
export const isOver = (status: PortInStatus) => !unfinished.some((one) => one === status);
/** May the customer still call it off, as far as we know? */
export const mayCancel = (status: PortInStatus) =>
  !isOver(status) && status !== 'awaiting_activation';

/** Has somebody asked to call it off, and nobody knows yet how that ends? */
export const isCancelAsked = (row: { status: PortInStatus; cancel_asked_at: Date | null }) =>
  row.cancel_asked_at !== null && !isOver(row.status);

/** We stopped sending it again by ourselves: a person has to look. */
export const isStuck = (row: { status: PortInStatus; given_up_at: Date | null }) =>
  row.status === 'delayed' && row.given_up_at !== null;

/** Where a port-in stands. `version` grows with every turn, `attempt` with every submit. */
export interface Progress {
  status: PortInStatus;
  reason: PortInReason | null;
  version: number;
  attempt: number;
}

/** The port-in after a turn; undefined when that changes nothing. */
export function applyTransition(
  progress: Progress,
  transition: Transition,
  reason: PortInReason | null = null,
): Progress | undefined {
  const status = transitions[progress.status][transition];
  if (!status) return undefined;
  return {
    status,
    reason,
    version: progress.version + 1,
    attempt: progress.attempt + (transition === 'submit' ? 1 : 0),
  };
}

/**
 * The port-in after an answer of the carrier. An answer to a question that was asked before the
 * last turn may be older than what we know, so it is dropped; whoever polls asks again.
 */
export function applyAnswer(
  progress: Progress,
  askedAt: number,
  answer: CarrierPortIn,
): Progress | undefined {
  if (askedAt !== progress.version) return undefined;
  return applyTransition(progress, transitionOf(answer), 'reason' in answer ? answer.reason : null);
}

/** What an answer means. Trouble that we put right ourselves is a delay. */
export function transitionOf(answer: CarrierPortIn): Transition {
  if (answer.kind !== 'rejected') return answer.kind;
  const { canFix, retried } = portInReasons[answer.reason];
  if (retried) return 'delayed';
  return canFix ? 'rejected' : 'refused';
}
