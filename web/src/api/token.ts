interface Claims {
  exp?: unknown;
  sub?: unknown;
  cnf?: { jkt?: unknown } | null;
}

function claimsOf(token: string): Claims {
  try {
    const part = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return (claims as Claims | null) ?? {};
  } catch {
    return {};
  }
}

/** Milliseconds. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

export function subjectOf(token: string | undefined): string | undefined {
  const { sub } = claimsOf(token ?? '');
  return typeof sub === 'string' ? sub : undefined;
}

/** F02. */
export function isFresh(token: string | undefined, now = Date.now()): token is string {
  return token !== undefined && (expiryOf(token) ?? 0) > now;
}

/** A token that needs a key proof (RFC 9449, 6.1). */
export function isBound(token: string): boolean {
  return typeof claimsOf(token).cnf?.jkt === 'string';
}
