import {
  actionOf,
  type Endpoint,
  type OutputOf,
  type ParsedInputOf,
  type ProofFor,
  type ReasonOf,
} from '@portside/contract/endpoint';
import { ownWords } from '@portside/contract/field-rule';
import type { FieldError, ProblemCode } from '@portside/contract/problem';
import { withPatience } from '../process/patience.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { actingAs, type MemberOf } from './acting.ts';
import type { Rule } from '../limits/rules.ts';
import type { Document } from './document.ts';
import { No, Refused, refused } from './no.ts';
import { isProven, proving, type Customer, type Visitor } from './who.ts';

type WhoOf<E extends Endpoint> = E['caller'] extends 'customer' ? Customer : Visitor;

type Verb<E extends Endpoint> = (
  app: App,
  who: WhoOf<E>,
  input: ParsedInputOf<E>,
) => Promise<OutputOf<E> | Document | Refused<ReasonOf<E>>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly verb: (app: App, who: Visitor | Customer, input: never) => Promise<unknown>;
  readonly limits: readonly Rule[];
}

/** A refusal the endpoint does not list is a type error. */
export function serve<E extends Endpoint>(
  endpoint: E,
  verb: Verb<E>,
  { limits = [] }: { limits?: readonly Rule[] } = {},
): Route {
  return { endpoint, verb: verb as Route['verb'], limits };
}

/** What other slices know of a caller. */
export interface HandedIn {
  readonly takeProof: TakeProof;
  readonly memberOf: MemberOf;
}

/**
 * The same for page loaders, whose caller is a visitor and who hand nothing in, and HTTP. @throws No
 * for invalid input, and for a customer's call without one
 */
export async function dispatch(
  app: App,
  route: Route,
  who: Visitor | Customer,
  raw: Record<string, unknown>,
  handedIn?: HandedIn,
): Promise<unknown> {
  if (route.endpoint.caller === 'customer' && !('customerId' in who)) {
    throw new No('unauthenticated');
  }
  const agent = 'agent' in who && who.agent !== undefined;
  if (agent && route.endpoint.notForAgents) throw new No('forbidden');
  const { needs } = route.endpoint;
  const { can } = app.adapters.of(who.tenant).carrier;
  if (needs && ![needs].flat().some((one) => can.has(one))) return refused('not_offered');
  const parsed = route.endpoint.input.safeParse(raw, ownWords);
  if (!parsed.success) {
    throw new No('invalid', { errors: fieldErrors(route.endpoint, parsed.error.issues) });
  }
  if (!isText(parsed.data)) throw new No('invalid');
  const isAsked = needsProof(route.endpoint, parsed.data);
  if (isAsked && agent) throw new No('forbidden');
  const acting = await actingAs(app, route.endpoint, who, parsed.data, handedIn?.memberOf);
  if (acting instanceof Refused) return acting;
  const { proofFor: becomes } = route.endpoint;
  const { who: actor, run } = acting;
  const answered = (caller: Visitor | Customer) =>
    run((its) => withPatience(app.patienceMs, () => route.verb(its, caller, parsed.data as never)));
  if (!becomes || !handedIn || !('customerId' in who) || !('customerId' in actor)) {
    return isAsked && !isProven(who, app.clock.now()) ? refused('proof_required') : answered(actor);
  }
  const { takeProof } = handedIn;
  const action = actionOf(route.endpoint, parsed.data);
  const proof = usedOnce(app.db.query, (db) => takeProof(app, db, who, { action, becomes }));
  const no = isAsked ? await proof.take(app.db.query) : undefined;
  if (no) return no;
  try {
    const answer = await answered(proving(actor, proof.take));
    if (answer instanceof Refused) await proof.giveBack(app.db.query);
    return answer;
  } catch (error) {
    // After anything else it may have been done.
    if (error instanceof No && nothingDone.has(error.code)) await proof.giveBack(app.db.query);
    throw error;
  }
}

const nothingDone: ReadonlySet<ProblemCode> = new Set(['invalid', 'not_found']);

/** @returns what is proven and now used up, or what to prove */
type TakeProof = (
  app: App,
  db: Query,
  who: Customer,
  what: { readonly action: string; readonly becomes: ProofFor },
) => Promise<Refused<'proof_required'> | Pick<ActionProof, 'giveBack'>>;

interface ActionProof {
  readonly giveBack: (db: Query) => Promise<void>;
}

/** A transaction that is repeated asks again; a second lock that goes off with the first does not. */
function usedOnce(outside: Query, take: (db: Query) => ReturnType<TakeProof>) {
  let taken: { by: ActionProof; where: Query } | undefined;
  return {
    take: async (db: Query): Promise<Refused<'proof_required'> | undefined> => {
      if (taken && (taken.where === outside || taken.where === db)) return undefined;
      const by = await take(db);
      if (by instanceof Refused) return by;
      taken = { by, where: db };
      return undefined;
    },
    giveBack: async (db: Query) => taken?.by.giveBack(db),
  };
}

/** The database takes no null character and no lone surrogate. */
export function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isText);
}

export function needsProof({ freshProof }: Endpoint, input: Record<string, unknown>): boolean {
  if (freshProof === undefined) return false;
  return freshProof === true || freshProof.some((field) => input[field] !== undefined);
}

export function fieldErrors(
  endpoint: Endpoint,
  issues: readonly { path: PropertyKey[]; message: string }[],
): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const { path, message } of issues) {
    const onWire = String(path.at(-1) ?? '');
    const field = endpoint.fieldNames?.[onWire] ?? onWire;
    const line = lineOf(path);
    const key = `${line ?? ''} ${field}`;
    if (!found.has(key)) found.set(key, { field, message, ...(line && { line }) });
  }
  return [...found.values()];
}

/** Of a purchase of several lines, where it is about a further one. */
const lineOf = ([first, at]: PropertyKey[]): number | undefined =>
  first === 'more' && typeof at === 'number' ? at + 2 : undefined;
