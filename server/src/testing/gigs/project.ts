import { days, later } from '../../clock.ts';
import type {
  Change,
  Credentials,
  GigsEvent,
  Plan,
  Porting,
  PortOut,
  Sim,
  Subscription,
  Used,
  User,
  UserAddress,
} from './objects.ts';

/** An error answer. */
export class GigsNo extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;

  constructor(status: number, type: string, code?: string, message = code ?? type) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

export const gigsNo = (code: string) => new GigsNo(422, 'invalid', code);

/** How a number that comes turns out. */
export interface Incoming {
  required: readonly string[];
  /** After the submit. */
  asksFor?: readonly string[];
  /** At its creation. */
  error?: string;
  /** Until this account number comes. */
  rightAccount?: string;
  fails?: true;
}

const PROVIDER = 'p3';
const AREAS = ['212', '347', '516', '518', '585', '607', '631', '646', '716', '718', '845', '914'];
const STEP_MS = 1500;

/** A project at Gigs: what it has, and how that goes on with time. */
export function gigsProject(now: () => Date) {
  let count = 0;
  const next = () => (count += 1);
  const has = {
    users: [] as User[],
    addresses: [] as UserAddress[],
    plans: [] as Plan[],
    sims: [] as Sim[],
    profiles: new Map<string, { status: string; updatedAt: string }>(),
    subscriptions: [] as Subscription[],
    portings: [] as Porting[],
    portOuts: [] as PortOut[],
    credentials: [] as Credentials[],
    changes: [] as Change[],
    usage: [] as Used[],
  };
  const incoming = new Map<string, Incoming>();
  const refusedSims = new Set<string>();
  const events: GigsEvent[] = [];
  const moved = new Map<string, Date>();

  const id = (prefix: string) => `${prefix}_0${String(next()).padStart(26, '0')}`;
  const time = () => now().toISOString();
  const emit = (type: string, data: object) => {
    events.push({ type: `com.gigs.${type}`, data: structuredClone(data), time: now() });
  };
  /** Something waits this long in each state. */
  const isDue = (one: { id: string; createdAt: string }) => {
    const since = moved.get(one.id) ?? new Date(one.createdAt);
    if (later(since, STEP_MS) > now()) return false;
    moved.set(one.id, now());
    return true;
  };

  function addPlan(planId: string): void {
    const plan = { id: planId, name: planId, provider: PROVIDER, status: 'available' };
    has.plans.push({ object: 'plan', ...plan });
  }

  function addUser(email: string): string {
    const about = { createdAt: time(), email, fullName: null, preferredLocale: 'en-US' };
    const user: User = { object: 'user', id: id('usr'), metadata: {}, status: 'active', ...about };
    has.users.unshift(user);
    return user.id;
  }

  function addSim(type: Sim['type'], status: Sim['status'] = 'inactive'): Sim {
    const about = { createdAt: time(), iccid: iccidOf(next()), provider: PROVIDER, status, type };
    const sim: Sim = { object: 'sim', id: id('sim'), metadata: {}, ...about };
    has.sims.push(sim);
    if (type === 'eSIM') has.profiles.set(sim.id, { status: 'unknown', updatedAt: time() });
    return sim;
  }

  const recycled: string[] = [];
  const newNumber = () => {
    const again = recycled.shift();
    if (again) return again;
    const nth = next();
    return `+1${AREAS[nth % AREAS.length]}55501${String(Math.floor(nth / AREAS.length) % 100).padStart(2, '0')}`;
  };

  function activate(one: Subscription): void {
    const ported = one.porting?.phoneNumber;
    Object.assign(one, {
      status: 'active',
      activatedAt: time(),
      phoneNumber: ported ?? newNumber(),
    });
    if (one.sim) one.sim.status = 'active';
    emit('subscription.activated', one);
  }

  function movePorting(one: Porting): void {
    const ends = incoming.get(one.phoneNumber);
    const subscription = has.subscriptions.find((other) => other.id === one.subscription);
    if (!subscription || !['pending', 'requested'].includes(one.status) || !isDue(one)) return;
    if (one.status === 'pending') {
      const missing = (ends?.asksFor ?? []).filter((field) => lacks(one, field));
      if (missing.length > 0) {
        Object.assign(one, { status: 'informationRequired', required: missing });
        return emit('porting.informationRequired', one);
      }
      one.status = 'requested';
      return emit('porting.requested', one);
    }
    if (ends?.fails) {
      one.status = 'failed';
      return emit('porting.failed', one);
    }
    if (ends?.rightAccount && one.accountNumber !== ends.rightAccount) {
      Object.assign(one, {
        status: 'declined',
        declinedAttempts: one.declinedAttempts + 1,
        declinedCode: 'portingAccountNumberRequiredOrInvalid',
        declinedMessage: 'The account number is required or invalid.',
        lastDeclinedAt: time(),
      });
      return emit('porting.declined', one);
    }
    one.status = 'completed';
    emit('porting.completed', one);
    activate(subscription);
  }

  function issue(one: PortOut): void {
    if (one.status !== 'processing' || !isDue(one)) return;
    Object.assign(one, { status: 'issued', expiredAt: later(now(), days(5)).toISOString() });
    const accountPin = String(next()).padStart(6, '7');
    const given = { accountNumber: '512345678', accountPin, portOut: one.id };
    has.credentials.push({ object: 'portOutCredentials', ...given });
    emit('portOut.issued', one);
  }

  function applyChange(one: Change): void {
    if (one.status !== 'pending' || !isDue(one)) return;
    const subscription = has.subscriptions.find((other) => other.id === one.subscription);
    if (!subscription) return;
    if (one.plan) subscription.plan = one.plan;
    if (one.sim) {
      if (subscription.sim) retire(subscription.sim);
      subscription.sim = one.sim;
      one.sim.status = 'active';
    }
    Object.assign(one, { status: 'applied', appliedAt: time() });
    emit('subscriptionChange.applied', one);
  }

  function retire(sim: Sim): void {
    sim.status = 'retired';
    if (has.profiles.has(sim.id)) {
      has.profiles.set(sim.id, { status: 'deleted', updatedAt: time() });
    }
  }

  function moveProfile(sim: Sim): void {
    const profile = has.profiles.get(sim.id);
    if (!profile || sim.status !== 'active' || profile.status === 'enabled') return;
    if (!isDue(sim)) return;
    const status = profile.status === 'unknown' ? 'installed' : 'enabled';
    Object.assign(profile, { status, updatedAt: time() });
    emit(`eSimProfile.${status}`, { object: 'eSimProfile', sim, ...profile });
  }

  return {
    has,
    id,
    time,
    emit,
    addPlan,
    addUser,
    addSim,
    retire,
    newNumber,
    /** Numbers of other lines before, which the next new lines get. */
    recycled,
    /** By number in E.164. */
    incoming,
    /** By id: a change to one of these fails. */
    refusedSims,
    /** Those since the last time. */
    takeEvents: () => events.splice(0),
    /** What is due goes one step on. */
    step() {
      for (const porting of has.portings) movePorting(porting);
      for (const one of has.subscriptions) {
        if (one.status === 'pending' && !one.porting && isDue(one)) activate(one);
      }
      for (const change of has.changes) applyChange(change);
      for (const portOut of has.portOuts) issue(portOut);
      for (const sim of has.sims) moveProfile(sim);
    },
  };
}
export type GigsProject = ReturnType<typeof gigsProject>;

export function lacks(one: Porting, field: string): boolean {
  if (field === 'accountPin') return !one.accountPinExists;
  return one[field as keyof Porting] == null;
}

function iccidOf(nth: number): string {
  const digits = `891480${String(nth).padStart(12, '0')}`;
  const sum = [...digits].toReversed().reduce((all, digit, at) => {
    const twice = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
