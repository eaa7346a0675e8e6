import type { PortInStatus } from '@portside/contract/lines';
import {
  portInReasons,
  isCardAlone,
  type PortInField,
  type PortInReason,
} from '@portside/contract/port-in-reasons';
import { isCanceledByCustomer, isCancelAsked, isStuck } from './progress.ts';

export const broughtSentence =
  'We’re transferring your number. Once your new SIM or eSIM QR code arrives, activate an eSIM with the QR code, or follow the instructions in your account area for a physical SIM. Don’t cancel your old line: it ends automatically.';

export const broughtToCardSentence =
  'We’re transferring your number to the SIM card you have. Put it in your phone: it works with your number once that gets here. Don’t cancel your old line: it ends automatically.';
export const broughtToLineSentence =
  'We’re transferring your number to the line you have. It keeps its SIM, so there’s nothing to install: once the number gets here, restart the phone. Don’t cancel your old line: it ends automatically.';

export const savedSentence = 'Your details are saved.';

export const resubmittedSentence = 'Thank you. We’re asking your old carrier again.';

export const cancelAskedSentence =
  'We asked your old carrier to stop. Until they answer, the number can still transfer. We’ll let you know either way.';
const closing = 'This wasn’t finished in time, so we asked your old carrier to close it.';
const cancelTooLate =
  'Your old carrier had released your number before we could stop it. We’re activating it.';

const stuckSentence =
  'Your old carrier’s system failed every time we asked for a day, so we stopped for now. One of us is looking into it. You can also have us try again.';

const stands: Readonly<Record<Exclude<PortInStatus, 'action_needed' | 'failed'>, string>> = {
  draft: 'You can transfer your number. We need your old carrier’s details.',
  details_needed: 'We need your old carrier’s details to transfer your number.',
  awaiting_plan:
    'We haven’t sent anything to your old carrier yet. Choose a plan for this number: once it’s paid, we’ll transfer the number.',
  submitted: 'We’re asking your old carrier for your number.',
  pending: 'Your old carrier is working on it.',
  delayed: 'Your old carrier needs more time. There’s nothing for you to do.',
  awaiting_activation: 'Your old carrier released your number. We’re activating it.',
  completed: 'Your number is here.',
  cancelled: 'You canceled this transfer.',
  expired: 'This wasn’t finished in time, so we closed it. You can check the number again.',
};
const canceledElsewhere =
  'Your old carrier or our network canceled this transfer. Your old line keeps working. You can check the number again, or contact us.';
export const hasLeft = 'Your number moved here. None of your lines has it anymore.';
const paymentNeeded =
  'We’re checking your payment. Once it’s settled, we’ll ask your old carrier for your number.';
const cardNeeded =
  'The transfer starts when you activate your SIM card. Until then your number works as always.';
const planNeeded = 'Your number is here. Choose a plan for it.';

export function sentenceOf(portIn: {
  status: PortInStatus;
  reason: PortInReason | null;
  cancel_asked_at: Date | null;
  given_up_at: Date | null;
  cancel_asked_by: 'customer' | 'expiry' | null;
  attempt: number;
  required: readonly PortInField[];
  isReady: boolean;
  waitsForPlan: boolean;
  waitsForPayment: boolean;
}): string {
  const { status, reason, required, isReady, waitsForPlan, waitsForPayment } = portIn;
  if (isCancelAsked(portIn)) {
    if (status === 'awaiting_activation') return cancelTooLate;
    return portIn.cancel_asked_by === 'expiry' ? closing : cancelAskedSentence;
  }
  if (isStuck(portIn)) return stuckSentence;
  if (status === 'action_needed' || status === 'failed') return whySentence(portIn);
  if (status === 'delayed' && reason) return portInReasons[reason].message;
  if (status === 'details_needed' && isCardAlone(required)) return cardNeeded;
  if (isReady && waitsForPayment) return paymentNeeded;
  if (isReady && waitsForPlan) return stands.awaiting_plan;
  if (waitsForPlan) return planNeeded;
  if (status === 'cancelled' && !isCanceledByCustomer(portIn)) return canceledElsewhere;
  return stands[status];
}

/** What has failed is not tried again by us. */
export function whySentence({
  status,
  reason,
}: {
  status: PortInStatus;
  reason: PortInReason | null;
}): string {
  const words = portInReasons[reason ?? 'unknown'];
  const isOver = status === 'failed' && words.retried;
  return isOver ? portInReasons.never_created.message : words.message;
}

export const ineligible = {
  not_portable: 'This number can’t be transferred.',
  toll_free: 'This is a toll-free number. Only cell phone numbers can be transferred.',
  same_network: 'This number is already on our network.',
  pending_elsewhere: 'Another transfer of this number is in progress. Please try again later.',
  no_coverage: 'We don’t cover this ZIP Code yet.',
  already_yours: 'This number is already on your account.',
  already_started: 'This number is already on its way. Your account shows its progress.',
} as const;
