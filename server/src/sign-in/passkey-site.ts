import type { App } from '../app.ts';
import type { Visitor } from '../http/who.ts';

export interface Site {
  origin: string;
  rpId: string;
}

export function siteOf(app: App, who: Visitor): Site {
  const origin = new URL(app.config.origin);
  const called = who.host ? URL.parse(`${origin.protocol}//${who.host}`) : null;
  const site = called && who.brand.hostNames.includes(called.hostname) ? called : origin;
  return { origin: site.origin, rpId: site.hostname };
}

/** Loaded at the first passkey: it brings the whole of ASN.1 along. */
export const webAuthn = () => import('@simplewebauthn/server');
