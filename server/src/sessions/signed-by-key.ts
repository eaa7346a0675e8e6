import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

interface Signed {
  readonly thumbprint: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

const known = new Map<string, KeyObject>();
const MOST_KNOWN = 2000;

/** A JWT (RFC 7519) with its public key: ES256 or EdDSA. Undefined whatever is wrong. */
export function readSigned(jwt: string, kind: string): Signed | undefined {
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(jwt) ?? [];
  const header = readJson(head);
  if (!header || header.typ !== kind || header.crit !== undefined) return undefined;
  const key = publicKeyOf(header);
  if (!key) return undefined;
  const thumbprint = hash('sha256', JSON.stringify(key.members), 'base64url');
  const holds = (object: KeyObject) =>
    verify(
      key.digest,
      Buffer.from(`${head}.${body}`),
      { key: object, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  try {
    const object = known.get(thumbprint) ?? createPublicKey({ key: key.members, format: 'jwk' });
    const claims = holds(object) ? readJson(body) : undefined;
    if (!claims) return undefined;
    remember(thumbprint, object);
    return { thumbprint, claims };
  } catch {
    // Not on the curve.
    return undefined;
  }
}

/** Public members only, in RFC 7638's order. */
function publicKeyOf({ alg, jwk }: Json) {
  if (!isObject(jwk) || 'd' in jwk || (jwk.use ?? 'sig') !== 'sig') return undefined;
  if ((jwk.alg ?? alg) !== alg) return undefined;
  const { crv, kty, x, y } = jwk;
  if (alg === 'ES256' && kty === 'EC' && crv === 'P-256' && isText(x) && isText(y)) {
    return { members: { crv, kty, x, y }, digest: 'sha256' };
  }
  if (alg === 'EdDSA' && kty === 'OKP' && crv === 'Ed25519' && isText(x)) {
    return { members: { crv, kty, x }, digest: null };
  }
  return undefined;
}

/** The least recently used one goes first. */
function remember(thumbprint: string, key: KeyObject): void {
  known.delete(thumbprint);
  known.set(thumbprint, key);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}

function readJson(part: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
