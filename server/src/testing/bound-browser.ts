import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { callerAt, type Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

/** What a proof says, where it should say something else than the truth. */
export interface Lie {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
}

/** A browser with a key of its own (RFC 9449), as ours makes one. */
export interface BoundBrowser {
  readonly thumbprint: string;
  /** A fresh `DPoP` header for a call. */
  proof(method: string, path: string, token?: string, lie?: Lie): Promise<string>;
  /** Calls with a proof, and with the token once there is one. */
  caller(token?: string, more?: Record<string, string>): Caller;
}

export async function openBrowser(
  app: TestApp,
  alg: 'ES256' | 'EdDSA' = 'ES256',
): Promise<BoundBrowser> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const { kty, crv, x, y } = await exportJWK(publicKey);
  const jwk = { kty, crv, x, ...(y && { y }) } as JWK;
  const proof: BoundBrowser['proof'] = (method, path, token, lie = {}) =>
    new SignJWT({
      htm: method,
      htu: `${app.address}${path.split('?', 1)[0]}`,
      jti: randomUUID(),
      iat: Math.floor(app.clock.now().getTime() / 1000),
      ...(token && { ath: createHash('sha256').update(token).digest('base64url') }),
      ...lie.claims,
    })
      .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...lie.header })
      .sign(privateKey);
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    proof,
    caller: (token, more = {}) =>
      callerAt(app.address, token, async (method, path) => ({
        dpop: await proof(method, path, token),
        ...more,
      })),
  };
}
