import type { Brand } from '../brands.ts';

declare class Owned {
  private readonly owned: true;
}

/**
 * A customer, and the tenant that the customer belongs to. Only identity and a row of ours make
 * one, so the two always fit; a copy (`{...owner}`) is none any more.
 */
export interface Owner extends Owned {
  readonly tenant: number;
  readonly customerId: string;
}

/** Whose a row is that the product has read. Nobody's, if nobody was logged in. */
export function ownerOfRow<Id extends string | null>(row: {
  readonly tenant_id: number;
  readonly customer_id: Id;
}): Id extends null ? undefined : Owner;
export function ownerOfRow(row: { tenant_id: number; customer_id: string | null }) {
  const { tenant_id: tenant, customer_id: customerId } = row;
  return customerId === null ? undefined : ({ tenant, customerId } as Owner);
}

/** Whose a ticket, a link or a password is. For what proves who somebody is, and for the seed. */
export const ownerOf = (tenant: number, customerId: string): Owner =>
  ownerOfRow({ tenant_id: tenant, customer_id: customerId });

/** A caller without a session who has proven to be this customer. For sign-in alone. */
export const visitorAs = (visitor: Visitor, customerId: string): Visitor & Owner =>
  ({ ...visitor, customerId }) as Visitor & Owner;

/** Who is calling, as far as it is proven. Slices take tenant and customer from here only. */
export interface Visitor {
  readonly tenant: number;
  readonly brand: Brand;
  readonly language: string;
  /** The network address, for limits and for the list of signed-in browsers. */
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Host name and port that were called. */
  readonly host?: string;
  /** The browser that sent a genuine `x-mid`. */
  readonly browserId?: string;
  /** A token came with the call, and it is nobody's: the caller may believe to be logged in. */
  readonly tokenRefused?: true;
  /** Sent with the call and not checked yet: the sessions slice does. */
  readonly proof?: KeyProof;
}

/** A `DPoP` header (RFC 9449), and the call that it must be about. */
export interface KeyProof {
  readonly jwt: string;
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

/** A caller with a valid token. */
export interface Customer extends Visitor, Owner {
  readonly tenant: number;
  readonly sessionId: string;
  /** Until when the last proof of being the owner counts as fresh. */
  readonly provenUntil?: Date;
  /** It is not the customer who calls, but an agent of the carrier (CRM entry). */
  readonly agent?: { readonly name: string; readonly until: Date };
}

/** The caller whose session this is. For identity alone. */
export function customerOf(
  visitor: Visitor,
  session: { readonly id: string; readonly tenant_id: number; readonly customer_id: string },
  more: Pick<Customer, 'agent' | 'provenUntil'>,
): Customer {
  const who = { ...visitor, ...ownerOfRow(session), sessionId: session.id, ...more };
  return who as Customer;
}
