import { hash } from 'node:crypto';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import type { KeyProof } from '../http/who.ts';
import { readSigned } from './signed-by-key.ts';
import * as store from './store.ts';

const WINDOW = minutes(5);

interface CheckedProof {
  thumbprint: string;
  tokenHash: string | undefined;
}

/** A proof counts once, but a call may check it twice. */
const checked = new WeakMap<KeyProof, Promise<CheckedProof | undefined>>();

/** RFC 9449, 4.3: undefined unless about this call, fresh and new. */
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

/** `ath`: binds a proof to a token. */
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

function isFresh(app: App, { jti, iat, exp, nbf }: Readonly<Record<string, unknown>>): boolean {
  const now = app.clock.now().getTime();
  const isTime = (time: unknown) => typeof time === 'number' && Number.isFinite(time);
  const at = (time: unknown) => Number(time) * 1000;
  if (typeof jti !== 'string' || jti === '' || !isTime(iat) || Math.abs(at(iat) - now) > WINDOW)
    return false;
  if (exp !== undefined && !(isTime(exp) && at(exp) > now - WINDOW)) return false;
  return nbf === undefined || (isTime(nbf) && at(nbf) <= now + WINDOW);
}

/** Without the scheme, which a TLS proxy hides. */
function isAbout(app: App, proof: KeyProof, claims: Readonly<Record<string, unknown>>): boolean {
  if (claims.htm !== proof.method || typeof claims.htu !== 'string') return false;
  const url = URL.parse(claims.htu);
  if (!url || url.pathname !== proof.path) return false;
  const hosts = [
    new URL(app.config.origin).host,
    proof.host && URL.parse(`${url.protocol}//${proof.host}`)?.host,
  ];
  return hosts.includes(url.host);
}

export async function sweepProofs(app: App): Promise<void> {
  await store.dropProofs(app.db.query, app.clock.now());
}
