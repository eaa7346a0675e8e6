import type { I18n } from '@lingui/core';
import { oldCarriers } from '@portside/contract/old-carriers';
import type { PortInStatus } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import type { BadgeTone } from '../ui/badge.tsx';
import { isMoving, needsCustomer, type StopName, waitsForCard, waitsForLine } from './route.ts';

export function standWords(i18n: I18n, portIn: PortIn): { words: string; tone: BadgeTone } {
  const { status, cancelAsked } = portIn;
  if (cancelAsked && status !== 'awaiting_activation') {
    return { words: i18n.t('Canceling'), tone: 'mark' };
  }
  if (waitsForCard(portIn)) return { words: i18n.t('Waiting for the SIM card'), tone: 'action' };
  const stand = status === 'draft' && waitsForLine(portIn) ? 'awaiting_plan' : status;
  return { words: statusWords(i18n, stand), tone: statusTones[stand] };
}

export function statusWords(i18n: I18n, status: PortInStatus): string {
  const words: Record<PortInStatus, string> = {
    draft: i18n.t('Not started'),
    details_needed: i18n.t('Details needed'),
    awaiting_plan: i18n.t('Waiting for a plan'),
    submitted: i18n.t('Sent'),
    pending: i18n.t('On its way'),
    delayed: i18n.t('Delayed'),
    action_needed: i18n.t('Action needed'),
    awaiting_activation: i18n.t('Almost here'),
    completed: i18n.t('Completed'),
    cancelled: i18n.t('Canceled'),
    expired: i18n.t('Expired'),
    failed: i18n.t('Ended'),
  };
  return words[status];
}

const statusTones: Readonly<Record<PortInStatus, BadgeTone>> = {
  draft: 'quiet',
  details_needed: 'mark',
  awaiting_plan: 'mark',
  submitted: 'action',
  pending: 'action',
  delayed: 'mark',
  action_needed: 'fail',
  awaiting_activation: 'action',
  completed: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
  failed: 'fail',
};

export function carrierName(id: string | null | undefined): string | undefined {
  return oldCarriers.find((one) => one.id === id && id !== 'other')?.name;
}

/** @param carrier the old carrier's name, if known */
export function stopWords(
  i18n: I18n,
  name: StopName,
  carrier?: string,
): { title: string; takes: string } {
  const words: Record<StopName, { title: string; takes: string }> = {
    checked: { title: i18n.t('Your number and details'), takes: '' },
    asked: {
      title: carrier
        ? i18n.t('Sent to {carrier}', { carrier })
        : i18n.t('Sent to your old carrier'),
      takes: i18n.t('seconds'),
    },
    released: {
      title: carrier
        ? i18n.t('{carrier} releases the number', { carrier })
        : i18n.t('Your old carrier releases the number'),
      takes: i18n.t('minutes to two days'),
    },
    activated: { title: i18n.t('We activate the number'), takes: i18n.t('minutes') },
    here: { title: i18n.t('Your number is here'), takes: '' },
  };
  return words[name];
}

/** Undefined where port-ins are not the main matter. */
export function portInsInBrief(i18n: I18n, portIns: readonly PortIn[]): string | undefined {
  const needs = portIns.filter(needsCustomer);
  if (needs.some((one) => one.status !== 'awaiting_plan' && !waitsForLine(one))) {
    return i18n.t('Your number transfer needs your attention.');
  }
  if (needs.some((one) => !one.waitsForPayment)) {
    return i18n.t('Your number is waiting for a plan.');
  }
  if (portIns.some((one) => isMoving(one) && one.cancelAsked)) {
    return i18n.t('We asked your old carrier to stop. We’ll let you know when they answer.');
  }
  if (portIns.some(isMoving)) return i18n.t('Your number is on its way. Nothing to do now.');
  if (portIns.some(waitsForCard)) {
    return i18n.t(
      'Your number moves when you activate your SIM card. Until it comes, there’s nothing to do.',
    );
  }
  if (portIns.some((one) => one.waitsForPlan)) {
    return i18n.t('Your number is here and waiting for a plan.');
  }
  return undefined;
}

export function fixWords(i18n: I18n, required: readonly PortInField[]): string {
  if (required.length > 1) return i18n.t('Fix the details');
  switch (required[0]) {
    case 'billingAccount':
      return i18n.t('Fix the account number');
    case 'pinPassword':
      return i18n.t('Enter a new transfer PIN');
    case 'lockOff':
      return i18n.t('The lock is off');
    default:
      return i18n.t('Fix the details');
  }
}

export function delayWords(
  i18n: I18n,
  { until, isOver }: NonNullable<PortIn['delay']>,
  { support, timeZone }: { support: { phone: string }; timeZone: string },
  language: string,
): string {
  return isOver
    ? i18n.t(
        'This is taking longer than we said. We keep asking your old carrier, and we’ll email you when your number is here. Questions? Call us at {phone}.',
        { phone: support.phone },
      )
    : i18n.t('If it isn’t here by {day}, contact us and we’ll ask your old carrier.', {
        day: dayWords(Date.parse(until), timeZone, language),
      });
}

/** In the brand's time zone. */
function dayWords(moment: number, timeZone: string, language: string): string {
  const american = language.includes('-') ? language : `${language}-US`;
  return new Intl.DateTimeFormat(american, {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(moment);
}

/** In the brand's time zone. */
export function momentWords(moment: string, timeZone: string, language: string): string {
  const key = `${timeZone} ${language}`;
  let format = formats.get(key);
  if (!format) {
    const american = language.includes('-') ? language : `${language}-US`;
    format = new Intl.DateTimeFormat(american, {
      timeZone,
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    formats.set(key, format);
  }
  return format.format(Date.parse(moment));
}

const formats = new Map<string, Intl.DateTimeFormat>();
