import type { PortInStatus } from '@portside/contract/lines';
import { portInReasons, type PortInReason } from '@portside/contract/port-in-reasons';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';

export type Transition =
  /** The order is paid, the old carrier's details are missing. */
  | 'details_missing'
  /** Ready to send, but no paid line waits for it. */
  | 'plan_missing'
  /** By the customer, or by us after a carrier's own trouble. */
  | 'submit'
  | 'pending'
  | 'delayed'
  | 'rejected'
  | 'refused'
  | 'not_created'
  | 'confirmed'
  | 'completed'
  | 'cancelled'
  | 'expired';

const answered = {
  delayed: 'delayed',
  rejected: 'action_needed',
  refused: 'failed',
  confirmed: 'awaiting_activation',
  completed: 'completed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const;

/** Transitions that are not listed change nothing. */
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
    details_missing: 'details_needed',
    submit: 'submitted',
    refused: 'failed',
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
  // Both carriers may settle it between themselves.
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

/** At the carrier: we ask about it. */
export const underWay = ['submitted', 'pending', 'delayed', 'awaiting_activation'] as const;
/** Not at the old carrier: nobody asks there. */
export const atHome = ['draft', 'details_needed', 'awaiting_plan'] as const;
export const unfinished = [...atHome, 'action_needed', ...underWay] as const;

export const isUnderWay = (status: PortInStatus) => underWay.some((one) => one === status);
export const isAtHome = (status: PortInStatus) => atHome.some((one) => one === status);
export const isOver = (status: PortInStatus) => !unfinished.some((one) => one === status);
export const mayCancel = (status: PortInStatus) =>
  !isOver(status) && status !== 'awaiting_activation';

export const isCancelAsked = (row: { status: PortInStatus; cancel_asked_at: Date | null }) =>
  row.cancel_asked_at !== null && !isOver(row.status);

/** What was never sent is canceled by nobody else; what was sent is, by carriers, too. */
export const isCanceledByCustomer = (row: {
  attempt: number;
  cancel_asked_by: 'customer' | 'expiry' | null;
}) => row.attempt === 0 || row.cancel_asked_by === 'customer';

/** Our retries ended: a person must look. */
export const isStuck = (row: { status: PortInStatus; given_up_at: Date | null }) =>
  row.status === 'delayed' && row.given_up_at !== null;

/** `version` grows with every transition, `attempt` with every submit. */
export interface Progress {
  status: PortInStatus;
  reason: PortInReason | null;
  version: number;
  attempt: number;
}

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
 * An answer to a question from before the last transition may be outdated, so it is dropped; the
 * next poll asks again.
 */
export function applyAnswer(
  progress: Progress,
  askedAt: number,
  answer: CarrierPortIn,
): Progress | undefined {
  if (askedAt !== progress.version) return undefined;
  return applyTransition(progress, transitionOf(answer), reasonOf(answer));
}

function reasonOf(answer: CarrierPortIn): PortInReason | null {
  if (answer.kind === 'details_required') return answer.kind;
  return 'reason' in answer ? answer.reason : null;
}

/** Trouble that we retry ourselves is a delay. */
export function transitionOf(answer: CarrierPortIn): Transition {
  if (answer.kind === 'details_required') return 'rejected';
  if (answer.kind !== 'rejected') return answer.kind;
  const { canFix, retried } = portInReasons[answer.reason];
  if (retried) return 'delayed';
  return canFix ? 'rejected' : 'refused';
}
