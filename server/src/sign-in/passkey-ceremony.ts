import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { passkeyLogin } from '@portside/contract/sign-in';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import type { Visitor } from '../http/who.ts';
import { siteOf, webAuthn } from './passkey-site.ts';

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

export type PasskeyAnswer = ParsedInputOf<typeof passkeyLogin>['passkey'];

/** As a table keeps it, of customers and of staff. */
export interface KeptPasskey {
  id: string;
  public_key: string;
  counter: number;
  transports: string;
}

/** As its owner sees it. */
export const shownPasskey = (row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}) => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Ours, not used before, and of whoever answers. */
type IsOurs = (token: string) => Promise<boolean>;

/** What a browser makes a passkey with. */
export async function optionsToMake(
  app: App,
  who: Visitor,
  asked: {
    site: string;
    owner: { id: string; email: string; name: string };
    known: readonly Pick<KeptPasskey, 'id' | 'transports'>[];
    token: string;
  },
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: asked.site,
    rpID: siteOf(app, who).rpId,
    userName: asked.owner.email,
    userDisplayName: asked.owner.name,
    userID: Buffer.from(asked.owner.id),
    challenge: Buffer.from(asked.token, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: asked.known.map(({ id, transports }) => ({
      id,
      transports: transports.split(',').filter(Boolean),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Made for our challenge, on our page, just now; else undefined. */
export async function madePasskey(
  app: App,
  who: Visitor,
  answer: PasskeyAnswer,
  isOurs: IsOurs,
): Promise<KeptPasskey | undefined> {
  const site = siteOf(app, who);
  try {
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: isOurs,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const kept = Buffer.from(publicKey).toString('base64url');
    return { id, public_key: kept, counter, transports: transports.join() };
  } catch (error) {
    app.log.debug({ error }, 'a passkey was not accepted');
    return undefined;
  }
}

/**
 * What a browser uses a passkey with. Names none: a list would tell whether the address has an
 * account, and ours are discoverable.
 */
export async function optionsToUse(app: App, who: Visitor, token: string) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(app, who).rpId,
    challenge: Buffer.from(token, 'base64url'),
    userVerification: 'required',
  });
  return { ...options };
}

/** The counter after this use, if it signed our challenge, on our page, just now; else undefined. */
export async function counterAfter(
  app: App,
  who: Visitor,
  answer: PasskeyAnswer,
  passkey: KeptPasskey,
  isOurs: IsOurs,
): Promise<number | undefined> {
  const site = siteOf(app, who);
  try {
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: isOurs,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.public_key, 'base64url'),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    app.log.debug({ error }, 'a passkey was not accepted');
    return undefined;
  }
}
