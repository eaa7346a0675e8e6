import type { PortIn } from '@portside/contract/port-in';
import type { PortInStatus } from '@portside/contract/lines';
import { isCardAlone } from '@portside/contract/port-in-reasons';

/** In order. */
const stopNames = ['checked', 'asked', 'released', 'activated', 'here'] as const;
export type StopName = (typeof stopNames)[number];
type StopState = 'done' | 'here' | 'ahead' | 'trouble';

export interface Stop {
  readonly name: StopName;
  readonly state: StopState;
  /** ISO 8601, last time. */
  readonly at?: string | undefined;
}

const standsAt: Readonly<Record<PortInStatus, number>> = {
  draft: 0,
  details_needed: 0,
  awaiting_plan: 0,
  submitted: 1,
  pending: 2,
  delayed: 2,
  action_needed: 2,
  awaiting_activation: 3,
  completed: 5,
  cancelled: -1,
  expired: -1,
  failed: -1,
};

const reachedBy: Readonly<Record<StopName, readonly PortInStatus[]>> = {
  checked: ['draft'],
  asked: ['submitted'],
  released: ['pending', 'delayed', 'action_needed'],
  activated: ['awaiting_activation'],
  here: ['completed'],
};

type Standing = Pick<PortIn, 'status'> & Partial<Pick<PortIn, 'cancelAsked' | 'required'>>;

/** The customer has given all of it: its SIM card is in the mail. */
export const waitsForCard = ({ status, required, cancelAsked = false }: Standing): boolean =>
  !cancelAsked && status === 'details_needed' && isCardAlone(required ?? []);

/** Nobody asked for it: the customer looked whether it can come, and may have meant another one. */
const isOnlyChecked = ({ status, required = [] }: Standing): boolean =>
  status === 'draft' && required.length > 0;

export const needsCustomer = (portIn: Standing): boolean =>
  !waitsForCard(portIn) && !isOnlyChecked(portIn) && isAtCustomer(portIn);

const isAtCustomer = ({ status, cancelAsked = false }: Standing): boolean =>
  !cancelAsked &&
  (status === 'draft' ||
    status === 'details_needed' ||
    status === 'awaiting_plan' ||
    status === 'action_needed');

/** Polled while it moves, a cancelation too. */
export const isMoving = ({ status, cancelAsked = false }: Standing): boolean =>
  status === 'submitted' ||
  status === 'pending' ||
  status === 'delayed' ||
  status === 'awaiting_activation' ||
  (cancelAsked && status === 'action_needed');

export const isOver = (portIn: Standing): boolean => !isAtCustomer(portIn) && !isMoving(portIn);

/** Complete, but without a paid line. */
export function waitsForLine(
  portIn: Pick<PortIn, 'status' | 'lineId' | 'required' | 'waitsForPlan' | 'waitsForPayment'>,
): boolean {
  if (portIn.waitsForPayment) return false;
  const given = portIn.status === 'draft' && portIn.required.length === 0;
  return portIn.waitsForPlan || (given && portIn.lineId === null);
}

/** One that ended early stops there. */
export function routeOf({
  status,
  history,
  cancelAsked = false,
}: Pick<PortIn, 'history'> & Standing): Stop[] {
  const ended = standsAt[status] < 0;
  const last = history.findLast((step) => standsAt[step.status] >= 0);
  const at = ended ? (last ? standsAt[last.status] : 0) : standsAt[status];
  const trouble = (status === 'action_needed' && !cancelAsked) || status === 'failed';
  // Canceled: no trouble, and nobody there.
  const here: StopState = trouble ? 'trouble' : ended ? 'ahead' : 'here';
  return stopNames.map((name, index) => ({
    name,
    state: index < at ? 'done' : index > at ? 'ahead' : here,
    at:
      index > at
        ? undefined
        : history.findLast((step) => reachedBy[name].includes(step.status))?.at,
  }));
}
