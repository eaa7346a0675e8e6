import type { StaffRole } from '@portside/contract/console/roles';
import type { Endpoint } from '@portside/contract/endpoint';
import type { MemberRole } from '@portside/contract/household-acts';
import type { Brand } from '../brands/brands.ts';
import type { Query } from '../db/database.ts';
import { refused, type Refused } from './no.ts';

declare class Owned {
  private readonly owned: true;
}

/**
 * A customer with the right tenant. Only identity and rows make one; a copy (`{...owner}`) is none.
 */
export interface Owner extends Owned {
  readonly tenant: number;
  readonly customerId: string;
}

export function ownerOfRow<Id extends string | null>(row: {
  readonly tenant_id: number;
  readonly customer_id: Id;
}): Id extends null ? undefined : Owner;
export function ownerOfRow(row: { tenant_id: number; customer_id: string | null }) {
  const { tenant_id: tenant, customer_id: customerId } = row;
  return customerId === null ? undefined : ({ tenant, customerId } as Owner);
}

/** For what proves identity, and for the seed. */
export const ownerOf = (tenant: number, customerId: string): Owner =>
  ownerOfRow({ tenant_id: tenant, customer_id: customerId });

/** For sign-in alone. */
export const visitorAs = (visitor: Visitor, customerId: string): Visitor & Owner =>
  ({ ...visitor, customerId }) as Visitor & Owner;

/** The only source of tenant and customer. */
export interface Visitor {
  readonly tenant: number;
  readonly brand: Brand;
  readonly language: string;
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly host?: string;
  readonly browserId?: string;
  /** A token was sent and refused: the caller may think they are logged in. */
  readonly tokenRefused?: true;
  readonly proof?: KeyProof;
}

/** A `DPoP` header (RFC 9449) and the call it must match. */
export interface KeyProof {
  readonly jwt: string;
  readonly method: string;
  readonly path: string;
  /** Undefined when it is none of the brand’s: then only `PORTSIDE_ORIGIN` counts. */
  readonly host: string | undefined;
}

export interface Customer extends Visitor, Owner {
  readonly tenant: number;
  readonly sessionId: string;
  readonly provenUntil?: Date;
  /** Uses up what was proven for this call, once, or says what to prove (`proofFor`). */
  readonly takeProof?: (db: Query) => Promise<Refused<'proof_required'> | undefined>;
  /** An agent of the carrier (CRM entry). */
  readonly agent?: { readonly name: string; readonly until: Date };
  /** Who asks, where the line is in another's account: then `customerId` is its holder (P04). */
  readonly member?: Member;
}

/** Somebody who was given a line of another account. */
export interface Member {
  readonly role: MemberRole;
  readonly self: Owner;
}

export function customerOf(
  visitor: Visitor,
  session: { readonly id: string; readonly tenant_id: number; readonly customer_id: string },
  more: Pick<Customer, 'agent' | 'provenUntil'>,
): Customer {
  const who = { ...visitor, ...ownerOfRow(session), sessionId: session.id, ...more };
  return who as Customer;
}

/** Somebody of the carrier, in the console. Never a customer, and no customer is one. */
export interface Staff extends Visitor {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  /** To help survivors (P05). */
  readonly trained: boolean;
  readonly sessionId: string;
  readonly provenUntil: Date;
  /** Whose row a call with `verified` names: they were verified for this member of staff. */
  readonly about?: Owner;
  /** For the audit: whom the call turned out to be about. */
  readonly noteAbout?: (owner: Owner) => void;
  /** For the audit: what only the verb knows. */
  readonly noteDetail?: (detail: Readonly<Record<string, unknown>>) => void;
}

/** The roles at the endpoint, and of those, where it says so, only who is trained. */
export const mayCall = (
  { roles, trained }: Pick<Endpoint, 'roles' | 'trained'>,
  who: Pick<Staff, 'role' | 'trained'>,
): boolean => (roles?.includes(who.role) ?? false) && (!trained || who.trained);

/** @throws Error in a call whose endpoint does not say `verified` */
export function customerAt({ about }: Staff): Owner {
  if (!about) throw new Error('The endpoint does not say whose row it names');
  return about;
}

/** What a verified customer may do, done for them: their activity names who did it. */
export function actingFor(who: Staff): Customer {
  const { tenant, customerId } = customerAt(who);
  const session = { id: who.sessionId, tenant_id: tenant, customer_id: customerId };
  const agent = { name: who.name, until: who.provenUntil };
  return customerOf({ ...who, language: 'en' }, session, { agent, provenUntil: who.provenUntil });
}

/** A proof was given within the last minutes. */
export const isProven = (who: Visitor | Customer | Staff, now: Date): boolean =>
  'provenUntil' in who && who.provenUntil !== undefined && who.provenUntil > now;

/** The same customer, for one call. */
export const proving = (who: Customer, takeProof: Customer['takeProof']): Customer =>
  ({ ...who, takeProof }) as Customer;

/**
 * For one call about a line that they were given: rows are the holder's; session, browser, language,
 * proof and agent stay their own (P04).
 */
export function forHolder(who: Customer, holder: Owner, role: MemberRole): Customer {
  const { tenant, customerId } = who;
  const member: Member = { role, self: ownerOf(tenant, customerId) };
  return { ...who, customerId: holder.customerId, member } as Customer;
}

/** Whose doing it is, whosever line it is. */
export const selfOf = <Who extends Pick<Owner, 'customerId'> & Pick<Customer, 'member'>>(
  who: Who,
): Owner | Who => who.member?.self ?? who;

/** For a verb that asks for a proof in some cases only. */
export const proofFor = async (
  who: Customer,
  db: Query,
): Promise<Refused<'proof_required'> | undefined> =>
  who.takeProof ? who.takeProof(db) : refused('proof_required');

/** Whose account at the provider a notice comes from. */
export interface NoticeAddress {
  readonly tenant: number;
  /** Before the ids of its notices: two accounts may count alike. */
  readonly account: string;
}
