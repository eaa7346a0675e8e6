import type { I18n } from '@lingui/core';
import { phone } from '@portside/contract/phone';
import type { LineRoom } from '@portside/contract/line-rooms';
import type { Line } from '@portside/contract/lines';
import { mayWith, nextOf } from './line-acts.ts';
import type { LineShipping } from '@portside/contract/shipping-state';

/** K02: how long before the end of what is paid the next 30 days can be paid. */
export const EARLY_MS = 10 * 24 * 60 * 60_000;

/** A new line that begins with a SIM card in the mail. */
const cardOf = ({ shipping }: Line) => (shipping?.replacesSim === false ? shipping : undefined);

/** One that wants nothing but its SIM card waits for the mail. */
export const waitsForCustomer = (line: Line): boolean =>
  mayWith(line, 'own') &&
  !(cardOf(line) && line.nextAction !== 'finish_port_in') &&
  hasUnfinishedNumber(line);

const hasUnfinishedNumber = ({ status, portIn }: Line): boolean =>
  (status === 'pending' || status === 'activating') &&
  (portIn?.status === 'details_needed' || portIn?.status === 'action_needed');

/** P06: then it has ended here, and goes on in another account. */
const isHandedOver = ({ handover }: Pick<Line, 'handover'>): boolean =>
  handover?.acceptedAt !== undefined;

/** @param wants what the number on its way needs from the customer */
export function lineWords(
  i18n: I18n,
  line: Line,
  wants: string | undefined,
): { state: string; meaning: string } {
  const { portIn } = line;
  const card = cardOf(line);
  if (portIn && wants !== undefined) {
    const waits = i18n.t('This line is waiting for {number}.', { number: phone(portIn.msisdn) });
    return { state: i18n.t('Action needed'), meaning: [waits, wants].filter(Boolean).join(' ') };
  }
  if (card) return cardWords(i18n, card);
  if (portIn && line.status === 'pending') {
    return {
      state: i18n.t('Pending'),
      meaning: i18n.t('This line starts once {number} is here. This page updates automatically.', {
        number: phone(portIn.msisdn),
      }),
    };
  }
  switch (line.status) {
    case 'pending':
      return {
        state: i18n.t('Pending'),
        meaning: mayWith(line, 'use')
          ? i18n.t('We’re setting up your line. This page updates automatically.')
          : i18n.t('This line isn’t active yet. This page updates automatically.'),
      };
    case 'activating':
      return {
        state: i18n.t('Activating'),
        meaning: i18n.t('The network is activating your line. This page updates automatically.'),
      };
    case 'active':
      if (portIn) {
        return {
          state: i18n.t('Active'),
          meaning: i18n.t('This line is active. {number} is replacing its number.', {
            number: phone(portIn.msisdn),
          }),
        };
      }
      return { state: i18n.t('Active'), meaning: meaningOfActive(i18n, line) };
    case 'suspended':
      return {
        state: suspendedState(i18n, line),
        meaning: i18n.t('This line is paused: no calls, texts or data. We can tell you why.'),
      };
    case 'ended':
      if (isHandedOver(line)) {
        return {
          state: i18n.t('Handed over'),
          meaning: i18n.t('You handed this line over. Its number is in another account now.'),
        };
      }
      return {
        state: i18n.t('Ended'),
        // A line never paid for was never active: it is being refunded.
        meaning: line.paidUntil
          ? i18n.t('This line has ended. Its number doesn’t work here anymore.')
          : i18n.t(
              'The network couldn’t activate this line. Your payment goes back to the card you used.',
            ),
      };
  }
}

function cardWords(i18n: I18n, { state }: LineShipping): { state: string; meaning: string } {
  switch (state) {
    case 'preparing':
      return {
        state: i18n.t('SIM card in preparation'),
        meaning: i18n.t('We’re preparing your SIM card. We’ll email you when it’s mailed.'),
      };
    case 'mailed':
      return {
        state: i18n.t('SIM card mailed'),
        meaning: i18n.t('Your SIM card is in the mail. Activate it here when you get it.'),
      };
    case 'arrived':
      return {
        state: i18n.t('SIM card has arrived'),
        meaning: i18n.t('Your SIM card was delivered. Put it in the phone, and activate it.'),
      };
  }
}

/** Only what the network has confirmed is said to be so. */
function suspendedState(i18n: I18n, { statusReason, network }: Line): string {
  if (statusReason === undefined) {
    return network?.asked === 'unhold' ? i18n.t('Turning back on') : i18n.t('Turning on');
  }
  if (statusReason === 'on_hold') {
    return network?.asked === 'hold' ? i18n.t('Going on hold') : i18n.t('On hold');
  }
  if (statusReason !== 'blocked') return i18n.t('Paused');
  return network?.asked === 'block' ? i18n.t('Blocking') : i18n.t('Blocked');
}

function meaningOfActive(i18n: I18n, line: Line): string {
  const { simType, esim } = line;
  // Whether it works in a phone is not told to who gave it away.
  if (!mayWith(line, 'use')) return i18n.t('This line is active.');
  if (simType === 'physical') {
    return i18n.t('This line is active and works in the phone with its SIM card.');
  }
  switch (esim) {
    case 'enabled':
      return i18n.t('This line is active and works in the phone with its eSIM.');
    case 'installed':
    case 'disabled':
      return i18n.t('This line is active. Turn on its eSIM in your phone.');
    case 'preparing':
    case 'ready':
    case 'downloaded':
      return i18n.t('This line is active. Set up its eSIM to use it.');
    case 'deleted':
    case 'error':
      return i18n.t('This line is active, but its eSIM isn’t on any phone.');
    default:
      return i18n.t('This line is active.');
  }
}

/** The number needs the customer first. */
export const setUpWaits = (line: Line): boolean =>
  waitsForCustomer(line) && line.simType === 'esim' && (line.esim ?? 'preparing') === 'preparing';

/** A new line has its plan's name, so it would be said twice. */
export function nicknameOf({ nickname, plan }: Line): string {
  return nickname === plan.retailName ? '' : nickname;
}

/** False while unknown. */
const needsInstalling = ({ status, esim }: Line) =>
  status === 'active' && (esim === 'preparing' || esim === 'ready' || esim === 'downloaded');

const isOnHold = ({ status, statusReason }: Line) =>
  status === 'suspended' && statusReason === 'on_hold';

export function linesInBrief(i18n: I18n, lines: readonly Line[]): string {
  const has = (...states: readonly Line['status'][]) =>
    lines.some(({ status }) => states.includes(status));
  // The network has not done it yet.
  const isAsked = (what: NonNullable<Line['network']>['asked']) =>
    lines.some(({ status, network }) => status === 'suspended' && network?.asked === what);
  if (isAsked('block')) {
    // The email goes to the one who has it.
    if (lines.some((line) => line.network?.asked === 'block' && !mayWith(line, 'use'))) {
      return i18n.t('The network is blocking a line that you gave to someone.');
    }
    return i18n.t('The network is blocking your line. You’ll get an email when it’s done.');
  }
  if (lines.some((line) => line.status === 'suspended' && !isOnHold(line))) {
    if (isAsked('unhold')) {
      return i18n.t('We asked the network to turn your line back on.');
    }
    return lines.length > 1
      ? i18n.t('One of your lines is paused.')
      : i18n.t('Your line is paused.');
  }
  if (lines.some(waitsForCustomer)) return i18n.t('Your number transfer needs your attention.');
  if (lines.some(cardOf)) return i18n.t('Your SIM card is on its way. Nothing to do now.');
  if (has('pending', 'activating')) {
    return i18n.t('Your line is on its way. Nothing to do now.');
  }
  if (lines.some(needsInstalling)) {
    return i18n.t('Your line is active. Set up its eSIM to use it.');
  }
  if (lines.some((line) => nextOf(line) === 'renew')) {
    return i18n.t('You can pay for your next 30 days.');
  }
  // What is on hold waits for nobody.
  if (lines.some(isOnHold)) {
    if (isAsked('hold')) {
      return i18n.t('We’re asking the network to put your line on hold.');
    }
    return lines.length > 1
      ? i18n.t('One of your lines is on hold.')
      : i18n.t('Your line is on hold.');
  }
  if (has('active')) {
    return lines.filter(({ status }) => status === 'active').length > 1
      ? i18n.t('Your lines are active. Nothing to do now.')
      : i18n.t('Your line is active. Nothing to do now.');
  }
  return has('ended')
    ? i18n.t('You don’t have an active line.')
    : i18n.t('Your account is ready. Start with a plan.');
}

/** @param line undefined while it is unknown */
export const roomNames = (
  i18n: I18n,
  line?: Pick<Line, 'household'>,
): Record<LineRoom, string> => ({
  usage: usageName(i18n, line ?? {}),
  phone: i18n.t('Phone and SIM'),
  security: i18n.t('Security'),
  number: i18n.t('Number and leaving'),
});

/** By what is there of a line that somebody has (P04). */
function usageName(i18n: I18n, line: Pick<Line, 'household'>): string {
  if (!mayWith(line, 'use')) return i18n.t('Plan and autopay');
  return mayWith(line, 'pay') ? i18n.t('Usage and plan') : i18n.t('Usage');
}
