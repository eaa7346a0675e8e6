interface Claims {
  exp?: unknown;
  sub?: unknown;
  cnf?: { jkt?: unknown } | null;
}

/** What a token says of itself; nothing for one that cannot be read. */
function claimsOf(token: string): Claims {
  try {
    const part = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return (claims as Claims | null) ?? {};
  } catch {
    return {};
  }
}

/** The expiry inside a token, in milliseconds since 1970; undefined if there is none to read. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** Whose token it is; undefined for one that does not say. */
export function subjectOf(token: string | undefined): string | undefined {
  const { sub } = claimsOf(token ?? '');
  return typeof sub === 'string' ? sub : undefined;
}

/** Whether a stored token opens protected pages: its decoded expiry is still to come (F02). */
export function isFresh(token: string | undefined, now = Date.now()): token is string {
  return token !== undefined && (expiryOf(token) ?? 0) > now;
}

/** Whether the token is worth something with a proof of this browser's key only (RFC 9449, 6.1). */
export function isBound(token: string): boolean {
  return typeof claimsOf(token).cnf?.jkt === 'string';
}
