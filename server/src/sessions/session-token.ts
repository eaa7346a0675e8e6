import { timingSafeEqual } from 'node:crypto';
import { minutes } from '../clock.ts';
import type { App } from '../app.ts';

export interface SessionToken {
  readonly tenant: number;
  readonly customerId: string;
  readonly sessionId: string;
  readonly thumbprint?: string | undefined;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Each kind has a key and an audience of its own: neither opens the other's door. */
const kinds = {
  customer: { use: 'session-token', audience: 'tenant' },
  staff: { use: 'staff-token', audience: 'staff' },
} as const;
type Kind = keyof typeof kinds;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Other algorithms are not even looked at. */
const HEAD = encode({ alg: 'HS256', typ: 'JWT' });
const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** RFC 7519, HS256. */
export function writeToken(
  { secrets }: Pick<App, 'secrets'>,
  token: SessionToken,
  kind: Kind = 'customer',
): string {
  const claims = encode({
    sid: token.sessionId,
    ...(token.thumbprint && { cnf: { jkt: token.thumbprint } }),
    sub: token.customerId,
    aud: audienceOf(kind, token.tenant),
    iat: inSeconds(token.issuedAt),
    exp: inSeconds(token.expiresAt),
  });
  const signed = `${HEAD}.${claims}`;
  return `${signed}.${secrets.sign(signed, kinds[kind].use).toString('base64url')}`;
}

export function readToken(
  { secrets, clock }: Pick<App, 'secrets' | 'clock'>,
  tenant: number,
  token: string,
  kind: Kind = 'customer',
): { customerId: string; sessionId: string } | undefined {
  const claims = signedClaims(secrets, token, kind);
  if (!claims) return undefined;
  const { sub, sid, aud, iat, exp } = claims;
  const now = clock.now().getTime();
  const isInTime =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    // The sandbox's clock moves session ends: the row decides.
    exp * 1000 > now - (clock.movedBy ?? 0) &&
    // Signed but from the future: a wrong clock or a stolen key.
    iat * 1000 <= now + minutes(1) &&
    claims.nbf === undefined;
  if (!isInTime || aud !== audienceOf(kind, tenant)) return undefined;
  if (typeof sub !== 'string' || typeof sid !== 'string') return undefined;
  return { customerId: sub, sessionId: sid };
}

type Claims = Readonly<Record<string, unknown>>;

/** What a browser sends with each call was signed the last time, too. Its time is checked each time. */
const verified = new WeakMap<App['secrets'], Map<string, Claims>>();
const MOST_VERIFIED = 1000;

function signedClaims(secrets: App['secrets'], token: string, kind: Kind): Claims | undefined {
  const known = verified.get(secrets) ?? new Map<string, Claims>();
  const seen = known.get(`${kind} ${token}`);
  if (seen) return seen;
  const [head, body, signature, ...more] = token.split('.');
  if (head !== HEAD || !body || !signature || more.length > 0) return undefined;
  if (!isMac(signature, secrets.sign(`${head}.${body}`, kinds[kind].use))) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  const [oldest] = known.keys();
  if (known.size >= MOST_VERIFIED && oldest !== undefined) known.delete(oldest);
  verified.set(secrets, known.set(`${kind} ${token}`, claims));
  return claims;
}

/** As text: a MAC has one spelling. */
export function isMac(signature: string, expected: Buffer): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(expected.toString('base64url'));
  return given.length === right.length && timingSafeEqual(given, right);
}

const audienceOf = (kind: Kind, tenant: number) => `${kinds[kind].audience}:${tenant}`;
