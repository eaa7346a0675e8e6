import type { PortInStatus } from '@portside/contract/lines';
import { portInReason, type PortInReason } from '@portside/contract/port-in-reasons';
import { portInStatus } from '@portside/contract/lines';
import { expect, test } from 'vitest';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import {
  applyAnswer,
  applyTransition,
  isAtHome,
  isCancelAsked,
  isCanceledByCustomer,
  isOver,
  isStuck,
  isUnderWay,
  mayCancel,
  transitionOf,
  transitions,
  type Progress,
  type Transition,
} from './progress.ts';

const events: readonly Transition[] = [
  ...(['details_missing', 'plan_missing', 'submit', 'pending', 'delayed', 'rejected'] as const),
  ...(['refused', 'not_created', 'confirmed', 'completed', 'cancelled', 'expired'] as const),
];

/** Two letters for each state that can follow. */
const short: Readonly<Record<string, PortInStatus | undefined>> = {
  '--': undefined,
  dn: 'details_needed',
  ap: 'awaiting_plan',
  su: 'submitted',
  pe: 'pending',
  de: 'delayed',
  an: 'action_needed',
  aa: 'awaiting_activation',
  co: 'completed',
  ca: 'cancelled',
  ex: 'expired',
  fa: 'failed',
};

/**
 * From docs/decisions/0010, 0110 and 0120: what is at home is sent, or ends; what the carrier has
 * goes as the carrier says; what is over stays. Kept apart from the code's own table.
 */
const next: Readonly<Record<PortInStatus, string>> = {
  //                    dm pm su pe de rj rf nc cf co ca ex
  draft: /*          */ 'dn ap su -- -- -- fa -- -- -- ca ex',
  details_needed: /* */ '-- -- su -- -- -- fa -- -- -- ca ex',
  awaiting_plan: /*  */ 'dn -- su -- -- -- fa -- aa co ca ex',
  submitted: /*      */ '-- -- -- pe de an fa fa aa co ca ex',
  pending: /*        */ '-- -- -- -- de an fa -- aa co ca ex',
  delayed: /*        */ '-- -- su pe -- an fa -- aa co ca ex',
  action_needed: /*  */ '-- ap su -- -- -- fa -- aa co ca ex',
  awaiting_activation: '-- -- -- -- -- an fa -- -- co ca ex',
  completed: /*      */ '-- -- -- -- -- -- -- -- -- -- -- --',
  cancelled: /*      */ '-- -- -- -- -- -- -- -- -- -- -- --',
  expired: /*        */ '-- -- -- -- -- -- -- -- -- -- -- --',
  failed: /*         */ '-- -- -- -- -- -- -- -- -- -- -- --',
};

const progressAt = (status: PortInStatus): Progress => ({
  status,
  reason: 'zip',
  version: 3,
  attempt: 1,
});

test('each state of a port-in goes where it may with each thing that happens, and nowhere else', () => {
  expect(Object.keys(next)).toEqual(portInStatus.options);
  expect(Object.keys(transitions).toSorted()).toEqual(portInStatus.options.toSorted());
  for (const status of portInStatus.options) {
    const row = next[status].split(' ');
    expect(row).toHaveLength(events.length);
    expect(Object.keys(transitions[status]).filter((one) => !events.includes(one as Transition)))
      // No event is left out here.
      .toEqual([]);
    for (const [at, event] of events.entries()) {
      const to = short[row[at] ?? ''];
      const moved = applyTransition(progressAt(status), event, 'name');
      const told = to && {
        status: to,
        reason: 'name',
        version: 4,
        attempt: event === 'submit' ? 2 : 1,
      };
      expect([status, event, moved]).toEqual([status, event, told]);
    }
  }
});

/** Where it is: at home, at the carrier, over; may it be canceled by its customer? */
const stands: Readonly<Record<PortInStatus, 'home' | 'carrier' | 'customer' | 'over'>> = {
  draft: 'home',
  details_needed: 'home',
  awaiting_plan: 'home',
  submitted: 'carrier',
  pending: 'carrier',
  delayed: 'carrier',
  action_needed: 'customer',
  awaiting_activation: 'carrier',
  completed: 'over',
  cancelled: 'over',
  expired: 'over',
  failed: 'over',
};

test('each state of a port-in is at home, at the carrier, with the customer or over', () => {
  for (const status of portInStatus.options) {
    const where = stands[status];
    expect([status, isAtHome(status)]).toEqual([status, where === 'home']);
    expect([status, isUnderWay(status)]).toEqual([status, where === 'carrier']);
    expect([status, isOver(status)]).toEqual([status, where === 'over']);
    // Once both carriers have agreed it is too late.
    const may = where !== 'over' && status !== 'awaiting_activation';
    expect([status, mayCancel(status)]).toEqual([status, may]);
    const at = new Date();
    const asked = (cancel_asked_at: Date | null) => isCancelAsked({ status, cancel_asked_at });
    expect([status, asked(at), asked(null)]).toEqual([status, where !== 'over', false]);
    const stuck = (given_up_at: Date | null) => isStuck({ status, given_up_at });
    expect([status, stuck(at), stuck(null)]).toEqual([status, status === 'delayed', false]);
  }
  const by = (attempt: number, cancel_asked_by: 'customer' | 'expiry' | null) =>
    isCanceledByCustomer({ attempt, cancel_asked_by });
  expect([by(0, null), by(0, 'expiry'), by(1, 'customer')]).toEqual([true, true, true]);
  expect([by(1, null), by(1, 'expiry')]).toEqual([false, false]);
});

/** The customer corrects it, we try again, or it is final. */
const meant: Readonly<Record<PortInReason, 'customer' | 'again' | 'final'>> = {
  account_number: 'customer',
  transfer_pin: 'customer',
  zip: 'customer',
  name: 'customer',
  address: 'customer',
  port_locked: 'customer',
  not_active: 'final',
  not_found: 'final',
  not_portable: 'final',
  prepaid_mismatch: 'customer',
  same_network: 'final',
  duplicate: 'final',
  pending_elsewhere: 'final',
  schedule: 'again',
  carrier_system: 'again',
  never_created: 'final',
  details_required: 'customer',
  unknown: 'customer',
};
const follows = { customer: 'action_needed', again: 'delayed', final: 'failed' } as const;
const raw = { code: '', text: '' };

test('each reason of the old carrier is the customer’s to correct, ours to try again, or final', () => {
  expect(Object.keys(meant)).toEqual(portInReason.options);
  for (const reason of portInReason.options) {
    const answer: CarrierPortIn = { kind: 'rejected', ref: 'r', reason, raw };
    const moved = applyAnswer(progressAt('pending'), 3, answer);
    expect([reason, moved?.status]).toEqual([reason, follows[meant[reason]]]);
    expect([reason, moved?.reason]).toEqual([reason, reason]);
    expect(applyAnswer(progressAt('pending'), 2, answer)).toBeUndefined();
    expect(applyAnswer(progressAt('pending'), 4, answer)).toBeUndefined();
  }
});

test('each answer of the carrier is the event of its name', () => {
  const answers: readonly (readonly [CarrierPortIn, Transition])[] = [
    [{ kind: 'pending', ref: 'r', iccid: '' }, 'pending'],
    [{ kind: 'delayed', ref: 'r', raw }, 'delayed'],
    [{ kind: 'details_required', ref: 'r', required: ['birthday'], raw }, 'rejected'],
    [{ kind: 'confirmed', ref: 'r', iccid: '' }, 'confirmed'],
    [{ kind: 'completed', ref: 'r', iccid: '' }, 'completed'],
    [{ kind: 'cancelled', ref: 'r' }, 'cancelled'],
    [{ kind: 'expired', ref: 'r' }, 'expired'],
    [{ kind: 'not_created', reason: 'never_created', raw }, 'not_created'],
  ];
  for (const [answer, event] of answers) {
    expect([answer.kind, transitionOf(answer)]).toEqual([answer.kind, event]);
  }
  const asks = applyAnswer(progressAt('pending'), 3, {
    kind: 'details_required',
    ref: 'r',
    required: ['birthday'],
    raw,
  });
  expect(asks).toMatchObject({ status: 'action_needed', reason: 'details_required' });
  const calm = applyAnswer(progressAt('submitted'), 3, { kind: 'pending', ref: 'r', iccid: '' });
  expect(calm).toMatchObject({ status: 'pending', reason: null });
});
