import type { Brand } from '../brands.ts';

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
export interface Customer extends Visitor {
  readonly customerId: string;
  readonly sessionId: string;
  /** Until when the last proof of being the owner counts as fresh. */
  readonly provenUntil?: Date;
  /** It is not the customer who calls, but an agent of the carrier (CRM entry). */
  readonly agent?: { readonly name: string; readonly until: Date };
}
