import { barePath } from '@portside/contract/language';

/** In the history entry. */
export interface WayBack {
  readonly back?: string;
  readonly email?: string;
}

export function withEmail(state: unknown, email: string): WayBack {
  return { ...(state as WayBack | null), email: email.trim() };
}

export function typedEmail(state: unknown): string {
  const { email } = (state ?? {}) as WayBack;
  return typeof email === 'string' ? email : '';
}

/** Somebody is about to buy. */
export const leadsToCheckout = (location: { state: unknown; search: string }): boolean =>
  wayBack(location).split(/[?#]/)[0] === '/cart/checkout';

/** Undefined for addresses outside this site. */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined;
  // Browsers drop tabs and line breaks, so `/\t/host` would leave the site.
  if (/[\u0000-\u001f\\]/.test(path)) return undefined;
  return path;
}

/** From a guard or `?next=`, without its language; else the dashboard. */
export function wayBack(location: { state: unknown; search: string }): string {
  const { back } = (location.state ?? {}) as WayBack;
  const next = new URLSearchParams(location.search).get('next');
  return bareAndSafe(back) ?? bareAndSafe(next) ?? '/dashboard';
}

/** `/es//elsewhere` is safe only while whole. */
function bareAndSafe(path: unknown): string | undefined {
  const safe = safePath(path);
  return safe === undefined ? undefined : safePath(barePath(safe));
}
