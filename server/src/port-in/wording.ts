import type { PortInStatus } from '@portside/contract/lines';
import {
  portInReasons,
  type PortInField,
  type PortInReason,
} from '@portside/contract/port-in-reasons';
import { isCancelAsked, isStuck } from './progress.ts';

/** What happens once a number is on its way (G07), in one piece. */
export const broughtSentence =
  'We are bringing your number over. Once your new SIM or eSIM QR code arrives, activate an eSIM with the QR code, or follow the instructions in your account area for a physical SIM. Do not cancel your old line: it ends by itself.';

/** The same where no SIM is on its way: the customer holds it already (G01), or the line has one. */
export const broughtToCardSentence =
  'We are bringing your number over to the SIM card that you have. Put it into your phone: it works with your number once that is here. Do not cancel your old line: it ends by itself.';
export const broughtToLineSentence =
  'We are bringing your number over to the line that you have. It keeps its SIM, so there is nothing to install: once the number is here, restart the phone. Do not cancel your old line: it ends by itself.';

export const savedSentence = 'Your details are saved.';

export const resubmittedSentence = 'Thank you. We are asking your old carrier again.';

export const cancelAskedSentence =
  'We asked your old carrier to stop. Until it has answered the number can still come over; you hear from us either way.';
const closing = 'This was not finished in time, so we asked your old carrier to close it.';
const cancelTooLate =
  'Your old carrier had let your number go before we could stop it. We are activating it.';

const stuckSentence =
  'Your old carrier’s system failed each time we asked for a day, so we stopped for now. One of us looks into it. You can also let us try again.';

const stands: Readonly<Record<Exclude<PortInStatus, 'action_needed' | 'failed'>, string>> = {
  draft: 'Your number can come over. We need your old carrier’s details.',
  details_needed: 'We need your old carrier’s details to bring your number over.',
  awaiting_plan:
    'Nothing was sent to your old carrier yet. Choose a plan for this number: once it is paid, we bring the number over.',
  submitted: 'We are asking your old carrier for your number.',
  pending: 'Your old carrier is working on it. This often takes minutes, sometimes a day.',
  delayed: 'Your old carrier needs more time. There is nothing for you to do.',
  awaiting_activation: 'Your old carrier has let your number go. We are activating it.',
  completed: 'Your number is here.',
  cancelled: 'You cancelled bringing this number over.',
  expired: 'This was not finished in time, so we closed it. You can check the number again.',
};
const paymentNeeded =
  'We are checking your payment. Once it is settled, we ask your old carrier for your number.';
const simNeeded = 'We begin when your SIM card is with you: enter its number in your account.';
const planNeeded = 'Your number is here. Choose a plan for it.';

/** Where it stands, and what to do. */
export function sentenceOf(portIn: {
  status: PortInStatus;
  reason: PortInReason | null;
  cancel_asked_at: Date | null;
  given_up_at: Date | null;
  cancel_asked_by: 'customer' | 'expiry' | null;
  required: readonly PortInField[];
  /** Nothing of the old carrier's details is missing, and nothing is sent. */
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
  if (status === 'action_needed' || status === 'failed') {
    return portInReasons[reason ?? 'unknown'].message;
  }
  if (status === 'delayed' && reason) return portInReasons[reason].message;
  if (status === 'details_needed' && required.join() === 'iccid') return simNeeded;
  if (isReady && waitsForPayment) return paymentNeeded;
  if (isReady && waitsForPlan) return stands.awaiting_plan;
  if (waitsForPlan) return planNeeded;
  return stands[status];
}

/** Why a number cannot come over. */
export const ineligible = {
  not_portable: 'This number cannot be brought over.',
  toll_free: 'This is a toll-free number. Only mobile numbers can be brought over.',
  same_network: 'This number is with our network already.',
  pending_elsewhere: 'Another transfer of this number is under way. Please try again later.',
  no_coverage: 'We don’t cover this ZIP Code yet.',
  already_yours: 'This number is on your account already.',
  already_started: 'This number is on its way already. Your account shows how it stands.',
} as const;
