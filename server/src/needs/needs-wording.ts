import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import { keptBack } from '@portside/contract/line-work';
import type { NeedCode } from '@portside/contract/needs';
import { type LineRole, mayDo } from '@portside/contract/household-acts';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';

/** What is known of a line. */
export interface Standing {
  readonly line: Line;
  /** As it is called in a sentence. */
  readonly name: string;
  readonly now: Date;
  readonly brand: Brand;
  readonly language: string;
  readonly can: ReadonlySet<CarrierCapability>;
  readonly portOut: 'requested' | 'confirmed' | undefined;
  readonly autopay: Autopay | undefined;
  readonly bankUrl: string | undefined;
  readonly data: { readonly used: number; readonly limit?: number } | undefined;
  readonly hasAddress: boolean;
  /** What the reader is to a line that was given; undefined: it is theirs alone (P04). */
  readonly role: LineRole | undefined;
}

export interface Autopay {
  readonly declined: boolean;
  readonly chargeAt: Date | null;
  readonly hasCard: boolean;
}

/** Each sentence may name `{line}`. */
export interface Row {
  readonly code: NeedCode;
  readonly text: string;
  /** Further sentences. */
  readonly more?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
  readonly action?: { readonly text: string; readonly to: string };
  /** An agent may not do it. */
  readonly ownersOnly?: true;
}

const all: readonly LineRole[] = ['holder', 'user', 'manager'];
const members: readonly LineRole[] = ['user', 'manager'];
const payers: readonly LineRole[] = ['holder', 'manager'];
const holder: readonly LineRole[] = ['holder'];

/** Who is told of a line that was given to somebody (P04). Others have no line, or are no need of one. */
export const toldTo: Readonly<Record<NeedCode, readonly LineRole[]>> = {
  port_out: all,
  block_late: all,
  change_late: all,
  /** Of whoever pays: the orders that are asked about are their own. */
  bank_confirmation: payers,
  unpaid: payers,
  autopay_declined: holder,
  port_in_details: holder,
  data_used_up: members,
  autopay_no_card: holder,
  pay: payers,
  blocked: all,
  set_up_sim: members,
  card_late: members,
  address: members,
  line_offered: [],
  invited: [],
};

/** Sooner, the line says so itself. */
const PAY_SOON = days(7);

const day = ({ brand, language }: Standing, moment: Date | string) =>
  dateAlone(moment, brand.timeZone, language);

const page = ({ line }: Standing, place = '') => `/dashboard/lines/${line.id}${place}`;

/** Unless it would be refused. */
const payNow = (seen: Standing) =>
  keptBack('renewal', seen.line.underWay ?? [])
    ? {}
    : ({
        action: { text: 'Pay for the next 30 days', to: page(seen, '/renew') },
        ownersOnly: true,
      } as const);

/** One for each thing, the most urgent first; each looks whether it is so. */
export const rows: readonly ((seen: Standing) => Row | undefined)[] = [
  portOut,
  blockLate,
  changeLate,
  bankConfirmation,
  unpaid,
  autopayDeclined,
  portInDetails,
  dataUsedUp,
  autopayWithoutCard,
  pay,
  blocked,
  setUpSim,
  cardLate,
  address,
];

function portOut(seen: Standing): Row | undefined {
  if (!seen.portOut) return undefined;
  if (seen.role && seen.role !== 'holder') {
    return {
      code: 'port_out',
      text: 'Another carrier asked for the number {number}. If that isn’t wanted, call us now: {phone}.',
      values: { number: phone(seen.line.mdn), phone: phone(seen.brand.support.phone) },
      action: { text: 'Contact Us', to: '/contact-us' },
    };
  }
  const text =
    seen.portOut === 'requested'
      ? 'Another carrier asked for your number {number}. If that wasn’t you, stop it now.'
      : 'Another carrier is about to take over your number {number}. If that wasn’t you, act now.';
  return {
    code: 'port_out',
    text,
    values: { number: phone(seen.line.mdn) },
    action: { text: 'See the request', to: page(seen, '#number') },
  };
}

function blockLate({ line: { network }, brand }: Standing): Row | undefined {
  if (network?.asked !== 'block' || !network.isLate) return undefined;
  return {
    code: 'block_late',
    text: 'The network hasn’t blocked {line} yet, so somebody could still use it. To be sure, call us: {phone}.',
    values: { phone: phone(brand.support.phone) },
    action: { text: 'Contact Us', to: '/contact-us' },
  };
}

const lateChanges = {
  new_sim:
    'The network hasn’t moved {line} to its new SIM yet. We keep trying. If you can’t wait, call us: {phone}.',
  stop_sim:
    'The network hasn’t stopped the SIM change of {line} yet, so it may still happen. We keep trying. To be sure, call us: {phone}.',
  new_number:
    'The network hasn’t given {line} its new number yet. We keep trying. If you can’t wait, call us: {phone}.',
} as const;

function changeLate({ line: { networkChange }, brand }: Standing): Row | undefined {
  if (!networkChange?.isLate) return undefined;
  return {
    code: 'change_late',
    text: lateChanges[networkChange.asked],
    values: { phone: phone(brand.support.phone) },
    action: { text: 'Contact Us', to: '/contact-us' },
  };
}

function bankConfirmation({ bankUrl }: Standing): Row | undefined {
  if (bankUrl === undefined) return undefined;
  return {
    code: 'bank_confirmation',
    text: 'Your bank wants you to confirm the payment for {line}.',
    action: { text: 'Go to your bank', to: bankUrl },
    ownersOnly: true,
  };
}

function unpaid(seen: Standing): Row | undefined {
  const { line, autopay, bankUrl } = seen;
  if (line.statusReason !== 'unpaid' || bankUrl !== undefined) return undefined;
  const charges = autopay?.chargeAt && autopay.hasCard ? autopay.chargeAt : undefined;
  const kept = line.numberKeptUntil;
  return {
    code: 'unpaid',
    text: 'Service for {line} is paused because its next 30 days aren’t paid.',
    more: [
      ...(charges ? ['Autopay charges your card on {charged}. To use it sooner, pay now.'] : []),
      ...(kept ? ['Pay before {kept} to keep the number. After that the line ends.'] : []),
    ],
    values: {
      ...(charges && { charged: day(seen, charges) }),
      ...(kept && { kept: day(seen, kept) }),
    },
    ...payNow(seen),
  };
}

function autopayDeclined(seen: Standing): Row | undefined {
  const { line, autopay, bankUrl } = seen;
  if (!autopay?.declined || line.status !== 'active' || !line.paidUntil) return undefined;
  if (bankUrl !== undefined) return undefined;
  const until = { date: day(seen, line.paidUntil) };
  return autopay.chargeAt
    ? {
        code: 'autopay_declined',
        text: 'Autopay couldn’t pay for {line}. It tries again on {again}. If it isn’t paid by {date}, service stops.',
        values: { ...until, again: day(seen, autopay.chargeAt) },
        ...payNow(seen),
      }
    : {
        code: 'autopay_declined',
        text: 'Autopay couldn’t pay for {line} and won’t try again. If it isn’t paid by {date}, service stops.',
        values: until,
        ...payNow(seen),
      };
}

function portInDetails({ line }: Standing): Row | undefined {
  const { portIn, shipping } = line;
  // It wants nothing but the SIM card that is in the mail.
  if (shipping?.replacesSim === false && line.nextAction !== 'finish_port_in') return undefined;
  if (portIn?.status !== 'details_needed' && portIn?.status !== 'action_needed') return undefined;
  return {
    code: 'port_in_details',
    text: 'The transfer of {number} needs something from you.',
    values: { number: phone(portIn.msisdn) },
    action: { text: 'See what it needs', to: `/dashboard#number-${portIn.id}` },
  };
}

function dataUsedUp(seen: Standing): Row | undefined {
  const { data, line, can } = seen;
  if (line.status !== 'active' || data?.limit === undefined || data.used < data.limit) {
    return undefined;
  }
  return {
    code: 'data_used_up',
    text: 'The data of {line} is used up.',
    action:
      can.has('allowances') && mayDo(seen.role, 'pay') && !keptBack('add_on', line.underWay ?? [])
        ? { text: 'Add data', to: page(seen, '#add-ons') }
        : { text: 'See its usage', to: page(seen, '#usage') },
  };
}

function autopayWithoutCard(seen: Standing): Row | undefined {
  const { autopay, line } = seen;
  if (!autopay?.chargeAt || autopay.hasCard || autopay.declined) return undefined;
  if (line.status !== 'active' || line.endsOn) return undefined;
  return {
    code: 'autopay_no_card',
    text: 'Autopay has no card to charge for {line} on {date}.',
    values: { date: day(seen, autopay.chargeAt) },
    action: { text: 'Add a card', to: '/dashboard/payment' },
    ownersOnly: true,
  };
}

function pay(seen: Standing): Row | undefined {
  const { line, now, autopay, bankUrl } = seen;
  if (line.nextAction !== 'renew' || line.status !== 'active' || !line.paidUntil) return undefined;
  if (autopay?.declined || bankUrl !== undefined) return undefined;
  if (later(new Date(line.paidUntil), -PAY_SOON) > now) return undefined;
  return {
    code: 'pay',
    text: 'The paid time of {line} ends on {date}. If it isn’t paid by then, service stops.',
    values: { date: day(seen, line.paidUntil) },
    ...payNow(seen),
  };
}

function blocked(seen: Standing): Row | undefined {
  const { statusReason, network } = seen.line;
  if (statusReason !== 'blocked' || network?.asked === 'block') return undefined;
  return {
    code: 'blocked',
    text: seen.role
      ? '{line} is blocked. Unblock it when its phone is back.'
      : 'You blocked {line}. Unblock it when you have the phone again.',
    action: { text: 'See how', to: page(seen, '#next') },
  };
}

function setUpSim({ line }: Standing): Row | undefined {
  if (line.nextAction !== 'set_up_sim') return undefined;
  if (line.shipping) {
    return {
      code: 'set_up_sim',
      text: 'The SIM card for {line} has arrived. Activate it.',
      action: { text: 'It’s here: activate', to: `/dashboard?setup=${line.id}` },
      ownersOnly: true,
    };
  }
  return {
    code: 'set_up_sim',
    text: 'Set up the eSIM of {line} to use it.',
    action: { text: 'Set up eSIM', to: `/dashboard?setup=${line.id}` },
    ownersOnly: true,
  };
}

function cardLate(seen: Standing): Row | undefined {
  const { shipping } = seen.line;
  if (!shipping?.isLate || !shipping.mailedAt) return undefined;
  return {
    code: 'card_late',
    text: 'The SIM card for {line} was mailed on {date}. If it hasn’t come, a new one is free.',
    values: { date: day(seen, shipping.mailedAt) },
    action: { text: 'See the SIM card', to: page(seen) },
  };
}

function address(seen: Standing): Row | undefined {
  if (seen.line.status !== 'active' || seen.hasAddress || !seen.can.has('emergencyAddress')) {
    return undefined;
  }
  return {
    code: 'address',
    text: 'Tell us where 911 should send help for {line}.',
    action: { text: 'Enter the 911 address', to: page(seen, '#emergency-address') },
    ownersOnly: true,
  };
}
