import type { Endpoint, OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { ownWords } from '@portside/contract/field-rule';
import type { App } from '../app.ts';
import type { Rule } from '../limits/rules.ts';
import { withPatience } from '../process/patience.ts';
import type { Document } from './document.ts';
import { No, notFound, refused, type Refused } from './no.ts';
import { fieldErrors, isText, needsProof } from './serve.ts';
import { isProven, mayCall, type Owner, type Staff, type Visitor } from './who.ts';

type WhoOf<E extends Endpoint> = E['caller'] extends 'staff' ? Staff : Visitor;

type Verb<E extends Endpoint> = (
  app: App,
  who: WhoOf<E>,
  input: ParsedInputOf<E>,
) => Promise<OutputOf<E> | Document | Refused<ReasonOf<E>>>;

/** A call of the console. */
export interface StaffRoute {
  readonly endpoint: Endpoint;
  readonly verb: (app: App, who: Visitor | Staff, input: never) => Promise<unknown>;
  readonly limits: readonly Rule[];
}

/** A refusal the endpoint does not list is a type error. */
export function serveStaff<E extends Endpoint>(
  endpoint: E,
  verb: Verb<E>,
  { limits = [] }: { limits?: readonly Rule[] } = {},
): StaffRoute {
  return { endpoint, verb: verb as StaffRoute['verb'], limits };
}

/** Who may see a customer, and whose a row is: the slices that know. */
export interface StaffGates {
  /** The owner of what a path's `id` names, in this brand. */
  ownerOf(
    app: App,
    tenant: number,
    named: NonNullable<Endpoint['verified']>,
    id: string,
  ): Promise<Owner | undefined>;
  isVerified(app: App, who: Staff, owner: Owner): Promise<boolean>;
}

/**
 * In this order: who, role, input, whose, verified, proof. @throws No for each but the last
 */
export async function dispatchStaff(
  app: App,
  { endpoint, verb }: StaffRoute,
  who: Visitor | Staff,
  raw: Record<string, unknown>,
  gates: StaffGates,
): Promise<unknown> {
  if (endpoint.caller === 'staff') {
    if (!('staffId' in who)) throw new No('unauthenticated');
    if (!mayCall(endpoint, who)) throw new No('forbidden');
  }
  const parsed = endpoint.input.safeParse(raw, ownWords);
  if (!parsed.success) {
    throw new No('invalid', { errors: fieldErrors(endpoint, parsed.error.issues) });
  }
  if (!isText(parsed.data)) throw new No('invalid');
  const about = await ownerAt(app, endpoint, who, parsed.data, gates);
  if (needsProof(endpoint, parsed.data) && !isProven(who, app.clock.now())) {
    return refused('proof_required');
  }
  const whose = about ? { ...who, about } : who;
  return withPatience(app.patienceMs, () => verb(app, whose, parsed.data as never));
}

async function ownerAt(
  app: App,
  { verified }: Endpoint,
  who: Visitor | Staff,
  input: Record<string, unknown>,
  gates: StaffGates,
): Promise<Owner | undefined> {
  if (verified === undefined || !('staffId' in who)) return undefined;
  const owner = await gates.ownerOf(app, who.tenant, verified, String(input.id));
  if (!owner) throw notFound();
  who.noteAbout?.(owner);
  if (!(await gates.isVerified(app, who, owner))) throw new No('not_verified');
  return owner;
}
