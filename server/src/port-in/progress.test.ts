import assert from 'node:assert/strict';
import { portInReason, portInReasons } from '@portside/contract/port-in-reasons';
import type { PortInStatus } from '@portside/contract/lines';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import {
  atHome,
  applyAnswer,
  isAtHome,
  isOver,
  isUnderWay,
  mayCancel,
  applyTransition,
  transitionOf,
  transitions,
  unfinished,
  type Progress,
  type Transition,
} from './progress.ts';

const allTransitions: readonly Transition[] = [
  'details_missing',
  'plan_missing',
  'submit',
  'pending',
  'delayed',
  'rejected',
  'refused',
  'not_created',
  'confirmed',
  'completed',
  'cancelled',
  'expired',
];
const statuses = Object.keys(transitions) as PortInStatus[];
const raw = { code: '', text: '' };

test('every state is reached from a draft, and from every open one an end is reached', () => {
  const reach = (from: PortInStatus) => {
    const seen = new Set<PortInStatus>([from]);
    for (const one of seen) for (const next of Object.values(transitions[one])) seen.add(next);
    return seen;
  };
  expect(reach('draft')).toEqual(new Set(statuses));
  for (const status of unfinished) expect([...reach(status)].some(isOver)).toBe(true);
});

test('what is over stays over, whatever is heard of it', () => {
  for (const status of statuses.filter(isOver)) {
    for (const transition of allTransitions) {
      expect(
        applyTransition({ status, reason: null, version: 3, attempt: 1 }, transition),
      ).toBeUndefined();
    }
  }
});

test('only a submit begins a new attempt, and never while one is under way', () => {
  for (const status of statuses) {
    for (const transition of allTransitions) {
      const next = applyTransition({ status, reason: null, version: 3, attempt: 1 }, transition);
      if (next) expect(next.attempt).toBe(transition === 'submit' ? 2 : 1);
    }
    const submits = transitions[status].submit !== undefined;
    expect(submits).toBe([...atHome, 'action_needed', 'delayed'].includes(status));
  }
});

test('each reason is put right by the customer, tried again by us, or final', () => {
  for (const reason of portInReason.options) {
    const { ask, canFix, retried } = portInReasons[reason];
    const transition = transitionOf({ kind: 'rejected', ref: 'r', reason, raw });
    expect(transition).toBe(retried ? 'delayed' : canFix ? 'rejected' : 'refused');
    expect(ask.length > 0).toBe(canFix);
  }
});

test('what the carrier never made is told from what it rejected', () => {
  const submitted: Progress = { status: 'submitted', reason: null, version: 1, attempt: 1 };
  const never = { kind: 'not_created', reason: 'never_created', raw } as const;
  expect(applyAnswer(submitted, 1, never)).toMatchObject({
    status: 'failed',
    reason: 'never_created',
  });
  const rejected = { kind: 'rejected', ref: 'r', reason: 'account_number', raw } as const;
  expect(applyAnswer(submitted, 1, rejected)).toMatchObject({ status: 'action_needed' });
  expect(applyAnswer({ ...submitted, status: 'pending' }, 1, never)).toBeUndefined();
});

test('an answer that was asked for before the last turn is dropped', () => {
  const now: Progress = { status: 'submitted', reason: null, version: 5, attempt: 2 };
  const old = { kind: 'rejected', ref: 'r', reason: 'account_number', raw } as const;
  expect(applyAnswer(now, 4, old)).toBeUndefined();
});

/* A carrier that does what it likes, and a network that loses, repeats and reorders. */

class World {
  progress: Progress = { status: 'draft', reason: null, version: 0, attempt: 0 };
  ref = false;
  /** There is a line for it, paid: nothing is sent before. */
  line = false;
  /** How the carrier has it; undefined: it never heard of it. */
  carrier: CarrierPortIn | undefined;
  created = 0;
  keys = new Set<number>();
  /** Answers on their way to us, each with the version it was asked at. */
  wire: { askedAt: number; answer: CarrierPortIn }[] = [];
  seen: PortInStatus[] = ['draft'];

  /** @param early at the carrier without a line, as it could be once */
  constructor(early: boolean) {
    if (!early) return;
    this.transition(applyTransition(this.progress, 'submit'));
    this.created = 1;
    this.keys.add(1);
    this.carrier = { kind: 'pending', ref: 'r', iccid: '' };
  }
  private transition(next: Progress | undefined) {
    if (!next) return;
    assert.ok(Object.values(transitions[this.progress.status]).includes(next.status));
    this.progress = next;
    this.seen.push(next.status);
  }
  submit() {
    // What the slice does: a submit is written down, or refused while one is under way, and
    // without a line it waits for a plan.
    if (isUnderWay(this.progress.status)) return;
    this.transition(applyTransition(this.progress, this.line ? 'submit' : 'plan_missing'));
  }
  /** The order is paid. What waited for a plan is sent with it. */
  pay() {
    this.line = true;
    if (this.progress.status === 'awaiting_plan') this.submit();
  }
  cancelHere() {
    if (isAtHome(this.progress.status) && !this.ref)
      this.transition(applyTransition(this.progress, 'cancelled'));
  }
  missing() {
    if (this.line) this.transition(applyTransition(this.progress, 'details_missing'));
  }
  /** Asks the carrier; what it answers goes on the wire, or is lost. */
  ask(refuses: boolean, lost: boolean) {
    const { status, version, attempt } = this.progress;
    if (isOver(status)) return;
    if (status === 'submitted') {
      // One at a time: whoever submits has its turn until it has its answer.
      if (this.wire.some((one) => one.askedAt === version)) return;
      this.send(attempt, refuses);
    } else if (!this.ref) return;
    const answer = this.carrier ?? this.never();
    if (!lost) this.wire.push({ askedAt: version, answer });
  }
  private never(): CarrierPortIn {
    return { kind: 'not_created', reason: 'never_created', raw };
  }
  private send(attempt: number, refuses: boolean) {
    if (this.keys.has(attempt)) return;
    assert.ok(this.line, 'sent without a line');
    if (!this.ref && !this.carrier) {
      if (refuses) return;
      this.created += 1;
      this.keys.add(attempt);
      this.carrier = { kind: 'pending', ref: 'r', iccid: '' };
      return;
    }
    this.keys.add(attempt);
    const waits = this.carrier?.kind === 'rejected' || this.carrier?.kind === 'details_required';
    if (waits) this.carrier = { kind: 'pending', ref: 'r', iccid: '' };
  }
  cancelThere() {
    if (!this.ref || !mayCancel(this.progress.status)) return;
    const may = ['pending', 'delayed', 'rejected', 'details_required'].includes(
      this.carrier?.kind ?? '',
    );
    if (may) this.carrier = { kind: 'cancelled', ref: 'r' };
    if (this.carrier) this.wire.push({ askedAt: this.progress.version, answer: this.carrier });
  }
  /** The carrier moves by itself, along what carriers can do. */
  carrierMoves(to: CarrierPortIn['kind'], reason: (typeof portInReason.options)[number]) {
    const may: Partial<Record<CarrierPortIn['kind'], readonly CarrierPortIn['kind'][]>> = {
      pending: ['delayed', 'rejected', 'details_required', 'confirmed', 'completed', 'expired'],
      delayed: ['pending', 'rejected', 'confirmed', 'completed', 'expired'],
      rejected: ['confirmed', 'completed', 'expired'],
      details_required: ['confirmed', 'completed', 'expired'],
      confirmed: ['rejected', 'completed', 'cancelled'],
    };
    if (!this.carrier || !may[this.carrier.kind]?.includes(to)) return;
    this.carrier =
      to === 'rejected'
        ? { kind: to, ref: 'r', reason, raw }
        : to === 'details_required'
          ? { kind: to, ref: 'r', required: ['birthday'], raw }
          : to === 'delayed'
            ? { kind: to, ref: 'r', raw }
            : to === 'cancelled' || to === 'expired'
              ? { kind: to, ref: 'r' }
              : to === 'not_created'
                ? this.never()
                : { kind: to, ref: 'r', iccid: '' };
  }
  /** One of the answers arrives; it may stay on the wire and come a second time. */
  deliver(which: number, twice: boolean) {
    if (this.wire.length === 0) return;
    const at = which % this.wire.length;
    const [one] = twice ? this.wire.slice(at, at + 1) : this.wire.splice(at, 1);
    if (!one) return;
    const next = applyAnswer(this.progress, one.askedAt, one.answer);
    if (next && 'ref' in one.answer) this.ref = true;
    this.transition(next);
  }
  /** Everything mends, the customer does what is asked, and the carrier finishes. */
  finish() {
    for (let round = 0; round < 20 && !isOver(this.progress.status); round += 1) {
      const { status } = this.progress;
      this.pay();
      if (!isUnderWay(status)) this.submit();
      this.ask(false, false);
      this.deliver(this.wire.length - 1, false);
      this.carrierMoves('completed', 'unknown');
    }
  }
  check() {
    const { status, reason, attempt } = this.progress;
    assert.ok(this.created <= 1, 'submitted twice');
    if (status === 'awaiting_plan') assert.ok(!this.line, 'waits for a line that is there');
    assert.ok(statuses.includes(status), `outside the table: ${status}`);
    assert.ok(this.keys.size <= attempt, 'an attempt was sent under two keys');
    if (status === 'action_needed') assert.ok(reason !== null, 'rejected for nothing');
    if (status === 'completed') assert.equal(this.carrier?.kind, 'completed');
    if (status === 'failed' && !this.ref) assert.equal(this.created, 0, 'lost at the carrier');
  }
}

type Command = fc.Command<object, World>;
const command = (name: string, act: (world: World) => void): Command => ({
  check: () => true,
  run: (_model, world) => {
    act(world);
    world.check();
  },
  toString: () => name,
});

test('whatever carrier and network do, no port-in is lost, submitted twice or left without an end', () => {
  const kinds = [
    'pending',
    'delayed',
    'rejected',
    'confirmed',
    'completed',
    'cancelled',
    'expired',
  ] as const;
  const commands = [
    fc.constant(command('submit', (world) => world.submit())),
    fc.constant(command('pay', (world) => world.pay())),
    fc.constant(command('details missing', (world) => world.missing())),
    fc.constant(command('cancel here', (world) => world.cancelHere())),
    fc.constant(command('cancel there', (world) => world.cancelThere())),
    fc
      .tuple(fc.boolean(), fc.boolean())
      .map(([refuses, lost]) =>
        command(`ask ${refuses} ${lost}`, (world) => world.ask(refuses, lost)),
      ),
    fc
      .tuple(fc.constantFrom(...kinds), fc.constantFrom(...portInReason.options))
      .map(([to, reason]) =>
        command(`carrier ${to} ${reason}`, (world) => world.carrierMoves(to, reason)),
      ),
    fc
      .tuple(fc.nat(9), fc.boolean())
      .map(([which, twice]) =>
        command(`deliver ${which} ${twice}`, (world) => world.deliver(which, twice)),
      ),
  ];
  const ends = new Set<PortInStatus>();
  fc.assert(
    fc.property(fc.boolean(), fc.commands(commands, { maxCommands: 25 }), (early, run) => {
      const world = new World(early);
      fc.modelRun(() => ({ model: {}, real: world }), run);
      world.finish();
      world.check();
      expect(isOver(world.progress.status)).toBe(true);
      ends.add(world.progress.status);
    }),
    { numRuns: 10_000 },
  );
  expect(ends).toEqual(new Set(['completed', 'cancelled', 'expired', 'failed']));
});
