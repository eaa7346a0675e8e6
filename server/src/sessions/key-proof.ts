import { hash } from 'node:crypto';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { KeyProof } from '../http/who.ts';
import { readSigned } from './signed-by-key.ts';
import * as store from './store.ts';

/** How far a proof's time may lie from ours. */
const WINDOW = minutes(5);

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
export const tokenHashOf = (token: string) => hash('sha256', token, 'base64url');

async function check(app: App, db: Query, proof: KeyProof): Promise<CheckedProof | undefined> {
  const read = readSigned(proof.jwt, 'dpop+jwt');
  if (!read || !isFresh(app, read.claims) || !isAbout(app, proof, read.claims)) return undefined;
  const { thumbprint, claims } = read;
  const usedOnce = hash('sha256', `${thumbprint}:${String(claims.jti)}`, 'hex');
  const until = later(new Date(Number(claims.iat) * 1000), WINDOW + minutes(1));
  const first = await store.useProof(db, usedOnce, until);
  if (!first) return undefined;
  return { thumbprint, tokenHash: typeof claims.ath === 'string' ? claims.ath : undefined };
}

/** It has a name, and its times are ours, as far as clocks of browsers can be right. */
function isFresh(app: App, { jti, iat, exp, nbf }: Readonly<Record<string, unknown>>): boolean {
  const now = app.clock.now().getTime();
  const isTime = (time: unknown) => typeof time === 'number' && Number.isFinite(time);
  const at = (time: unknown) => Number(time) * 1000;
  if (jti === undefined || !isTime(iat) || Math.abs(at(iat) - now) > WINDOW) return false;
  if (exp !== undefined && !(isTime(exp) && at(exp) > now - WINDOW)) return false;
  return nbf === undefined || (isTime(nbf) && at(nbf) <= now + WINDOW);
}

/** Method, host and path; the scheme is lost behind a proxy that ends TLS, so it is not asked. */
function isAbout(app: App, proof: KeyProof, claims: Readonly<Record<string, unknown>>): boolean {
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
