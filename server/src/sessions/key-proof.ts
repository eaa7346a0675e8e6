import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWK, type JWTPayload } from 'jose';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { KeyProof } from '../http/who.ts';
import * as store from './store.ts';

/** How far a proof's time may lie from ours. */
const WINDOW = minutes(5);
const ALGORITHMS = ['ES256', 'EdDSA'];

interface CheckedProof {
  /** RFC 7638, SHA-256: names the key. */
  thumbprint: string;
  /** The hash of the token that the proof goes with, if it names one. */
  tokenHash: string | undefined;
}

/** A proof is used once, but may be asked about twice in one call: by its token and by a login. */
const checked = new WeakMap<KeyProof, Promise<CheckedProof | undefined>>();

/** Checks a `DPoP` header (RFC 9449, 4.3): undefined unless it is about this call, fresh and new. */
export function checkProof(
  app: App,
  db: Query,
  proof: KeyProof,
): Promise<CheckedProof | undefined> {
  let answer = checked.get(proof);
  if (!answer) {
    answer = check(app, db, proof);
    checked.set(proof, answer);
  }
  return answer;
}

/** `ath`: ties a proof to the token beside it. */
export const tokenHashOf = (token: string) =>
  createHash('sha256').update(token).digest('base64url');

async function check(app: App, db: Query, proof: KeyProof): Promise<CheckedProof | undefined> {
  const read = await readProof(app, proof);
  if (!read) return undefined;
  const { thumbprint, claims } = read;
  const issuedAt = new Date(Number(claims.iat) * 1000);
  const distance = Math.abs(issuedAt.getTime() - app.clock.now().getTime());
  if (!(distance <= WINDOW) || !isAbout(app, proof, claims)) return undefined;
  const hash = createHash('sha256')
    .update(`${thumbprint}:${String(claims.jti)}`)
    .digest('hex');
  const first = await store.useProof(db, hash, later(issuedAt, WINDOW + minutes(1)));
  if (!first) return undefined;
  return { thumbprint, tokenHash: typeof claims.ath === 'string' ? claims.ath : undefined };
}

/** Whatever is wrong with it, signature or shape, it is no proof. */
async function readProof(
  app: App,
  proof: KeyProof,
): Promise<{ thumbprint: string; claims: JWTPayload } | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof.jwt, EmbeddedJWK, {
      algorithms: ALGORITHMS,
      typ: 'dpop+jwt',
      currentDate: app.clock.now(),
      clockTolerance: WINDOW / 1000,
      requiredClaims: ['jti', 'iat', 'htm', 'htu'],
    });
    const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk as JWK, 'sha256');
    return { thumbprint, claims: payload };
  } catch {
    return undefined;
  }
}

/** Method, host and path; the scheme is lost behind a proxy that ends TLS, so it is not asked. */
function isAbout(app: App, proof: KeyProof, claims: JWTPayload): boolean {
  if (claims.htm !== proof.method || typeof claims.htu !== 'string') return false;
  const url = URL.parse(claims.htu);
  if (!url || url.pathname !== proof.path) return false;
  const hosts = [
    new URL(app.config.origin).host,
    URL.parse(`${url.protocol}//${proof.host}`)?.host,
  ];
  return hosts.includes(url.host);
}

/** Clears away what is too old to be used again. */
export async function sweepProofs(app: App): Promise<void> {
  await store.dropProofs(app.db.query, app.clock.now());
}
