import { normalEmail } from '@portside/contract/fields';
import { adapterKinds } from '../settings/adapter-settings.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { No, Refused } from '../http/no.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { networkOf } from '../http/network.ts';
import { isAllSimulated } from '../settings/simulated.ts';
import { countInTurn, countOne, forget, keyOf, uncountOne, type Counter } from './counting.ts';
import { confirmingEmails, supportEmails, triesAtAddress, type Part, type Rule } from './rules.ts';
import * as store from './store.ts';

type Caller = Visitor | Customer;
type Input = Readonly<Record<string, unknown>>;

interface Limited {
  readonly endpoint: { readonly name: string };
  readonly limits: readonly Rule[];
}

/** Invalid input does not count. @throws No `too_often` */
export type WithinLimits = <T>(
  route: Limited,
  who: Caller,
  input: Input,
  run: () => Promise<T>,
) => Promise<T>;

export interface Owners {
  /** Whether this browser has opened the account before, and was not signed out since. */
  knows(app: App, who: Visitor, email: string): Promise<boolean>;
  addressOf(app: App, who: Customer): Promise<string>;
  noteTries(app: App, who: Caller, email: string | undefined): Promise<void>;
}

/** Tests and people share one machine's network in a trial. */
const SANDBOX_FACTOR = 100;

export function networkFactor({ adapters }: Pick<App, 'adapters'>): number {
  return isAllSimulated(adapters, adapterKinds) ? SANDBOX_FACTOR : 1;
}

interface Counted {
  readonly rule: Rule;
  readonly counter: Counter;
  readonly count: number;
}

/** Counted in the database, for all processes together. */
export function openLimits(app: App, owners: Owners): WithinLimits {
  const factor = networkFactor(app);
  return async ({ endpoint: { name: call }, limits: own }, who, input, run) => {
    if (own.length === 0) return run();
    const parts = await partsOf(app, owners, own, who, input);
    const counted = await countAll(
      app,
      own.flatMap((rule) => counterOf(app, call, rule, parts, factor)),
    );
    let answer;
    try {
      answer = await run();
    } catch (error) {
      await uncountAll(app, counted, (rule) => isNoTry(error) || rule.counts === 'emails');
      throw error;
    }
    if (answer instanceof Refused && !halfway.has(answer.reason)) {
      await uncountAll(app, counted, (rule) => rule.counts === 'emails');
      await warnOwner(app, owners, call, who, parts, counted);
    } else await forgive(app, counted, answer);
    return answer;
  };
}

const forgivingNothing = new WeakSet<object>();

/** A success that does not clear earlier wrong tries. */
export function forgivesNothing<T extends object>(answer: T): T {
  forgivingNothing.add(answer);
  return answer;
}

/** Refusals after a right password or code. */
const halfway: ReadonlySet<string> = new Set(['second_step_required']);

export interface Guessed {
  readonly name: string;
  readonly whose: readonly string[];
  readonly points: number;
  readonly minutes: number;
}

/** Counts before checking; `forget` after a right one. @throws No `too_often` */
export async function countGuess(
  app: App,
  { tenant }: Visitor,
  { name, whose, points, minutes }: Guessed,
): Promise<{ count: number; forget: (tx: Tx) => Promise<void> }> {
  const key = keyOf(app, { name, tenant, parts: whose });
  const count = await countOne(app, { key, points, minutes });
  return { count, forget: (tx) => forget(tx, [key]) };
}

type Of = Pick<Guessed, 'whose'> & Pick<Visitor, 'tenant'>;

/** Counts where nobody is told that there is a limit. @returns whether it is within all of them */
export async function isWithin(
  app: App,
  tx: Tx,
  { tenant, whose }: Of,
  rules: readonly Omit<Guessed, 'whose'>[],
): Promise<boolean> {
  const counters = rules.map(({ name, points, minutes }) => ({
    key: keyOf(app, { name, tenant, parts: whose }),
    points,
    minutes,
  }));
  return countInTurn(app, counters, tx).then(() => true, ifTooOften);
}

function ifTooOften(error: unknown): false {
  if (error instanceof No && error.code === 'too_often') return false;
  throw error;
}

export async function forgetTries(app: App, tx: Tx, who: Visitor, email: string): Promise<void> {
  const parts = { ...networkParts(who), tenant: who.tenant, email: normalEmail(email) };
  const keys = triesAtAddress
    .filter((rule) => rule.by.includes('email'))
    .flatMap((rule) => counterOf(app, '', rule, parts, 1))
    .map(({ counter }) => counter.key);
  await forget(tx, keys);
}

/**
 * Contact form and chat share it, by customer or by network. In the email's transaction. @throws No
 * `too_often`
 */
export async function countSupportEmail(app: App, tx: Tx, who: Caller): Promise<void> {
  const isCustomer = 'customerId' in who;
  const whom = isCustomer ? `account ${who.customerId}` : `network ${networkOf(who.network)}`;
  const { name, points, minutes } = supportEmails;
  const key = keyOf(app, { name, tenant: who.tenant, parts: [whom] });
  await countOne(app, { key, points: points * (isCustomer ? 1 : networkFactor(app)), minutes }, tx);
}

/**
 * An email to an address that nobody has confirmed for this account, in the email's transaction.
 * @throws No `too_often`
 */
export async function countConfirmingEmail(
  app: App,
  tx: Tx,
  tenant: number,
  email: string,
): Promise<void> {
  const { name, points, minutes } = confirmingEmails;
  const key = keyOf(app, { name, tenant, parts: [normalEmail(email)] });
  await countOne(app, { key, points, minutes }, tx);
}

/** The same, for what nobody waits for. @returns whether it may be sent */
export async function maySendUnasked(
  app: App,
  tx: Tx,
  tenant: number,
  email: string,
): Promise<boolean> {
  return countConfirmingEmail(app, tx, tenant, email).then(() => true, ifTooOften);
}

export async function sweep(app: App): Promise<void> {
  await store.dropOver(app.db.query, app.clock.now().getTime());
}

interface Parts extends Partial<Record<Part, string>> {
  readonly tenant: number;
  readonly known?: boolean;
}

const networkParts = (who: Visitor) => {
  const network = networkOf(who.network);
  return { network, place: `network ${network}` };
};

async function partsOf(
  app: App,
  owners: Owners,
  own: readonly Rule[],
  who: Caller,
  input: Input,
): Promise<Parts> {
  const { tenant, browserId } = who;
  const email = await emailOf(app, owners, own, who, input);
  const asksWhere = own.some((rule) => rule.by.includes('place'));
  const known =
    asksWhere && browserId && email !== undefined && (await owners.knows(app, who, email));
  return {
    tenant,
    ...networkParts(who),
    ...(browserId && { browser: browserId }),
    ...(known && { known, place: `browser ${browserId}` }),
    ...(email && { email }),
    ...('customerId' in who && { account: who.customerId }),
  };
}

async function emailOf(
  app: App,
  owners: Owners,
  own: readonly Rule[],
  who: Caller,
  input: Input,
): Promise<string | undefined> {
  if (typeof input.email === 'string') return normalEmail(input.email);
  const isWanted = own.some((rule) => rule.by.includes('email'));
  return isWanted && 'customerId' in who ? owners.addressOf(app, who) : undefined;
}

function counterOf(app: App, call: string, rule: Rule, parts: Parts, factor: number): Counted[] {
  if (rule.strangers && parts.known) return [];
  const values = rule.by.map((part) => parts[part]);
  if (!values.every((value) => value !== undefined)) return [];
  const name = `${rule.name ?? call}:${rule.by.join('+')}`;
  const ofNetwork = rule.by.length === 1 && (rule.by[0] === 'network' || rule.by[0] === 'place');
  const counter = {
    key: keyOf(app, { name, tenant: parts.tenant, parts: values }),
    points: rule.points * (ofNetwork ? factor : 1),
    minutes: rule.minutes,
  };
  return [{ rule, counter, count: 0 }];
}

/** Before the call, so that concurrent tries count. */
async function countAll(app: App, counters: Counted[]): Promise<Counted[]> {
  const counts = await countInTurn(
    app,
    counters.map((one) => one.counter),
  );
  return counters.map((one, at) => ({ ...one, count: counts[at] ?? 0 }));
}

async function uncountAll(
  app: App,
  counted: readonly Counted[],
  which: (rule: Rule) => boolean,
): Promise<void> {
  for (const { rule, counter } of counted) if (which(rule)) await uncountOne(app, counter);
}

const isNoTry = (error: unknown) =>
  error instanceof No && (error.code === 'invalid' || error.code === 'too_often');

async function forgive(app: App, counted: readonly Counted[], answer: unknown): Promise<void> {
  const isNoPardon = forgivingNothing.has(answer as object);
  const [forgotten, taken]: [string[], string[]] = [[], []];
  for (const { rule, counter } of counted) {
    if (rule.counts !== 'refusals') continue;
    const { provenBy } = rule;
    if (provenBy && (answer as Record<string, unknown>)[provenBy] == null) continue;
    (rule.strangers || isNoPardon ? taken : forgotten).push(counter.key);
  }
  await store.forgive(app.db.query, { forgotten, taken });
}

async function warnOwner(
  app: App,
  owners: Owners,
  call: string,
  who: Caller,
  parts: Parts,
  counted: readonly Counted[],
): Promise<void> {
  const many = counted.find(({ rule, count }) => rule.warnAt === count);
  if (!many) return;
  app.log.warn({ call, tries: many.counter.key, count: many.count }, 'many wrong tries');
  await owners.noteTries(app, who, parts.email);
}
