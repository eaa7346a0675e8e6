import { barePath } from '@portside/contract/language';

/** Where a guard sends people to, and where it found them, travel together in the history entry. */
export interface WayBack {
  readonly back?: string;
  /** The address typed so far, from one page of the login to the next. */
  readonly email?: string;
}

/** What the history entry knows, with the address that was typed on this page. */
export function withEmail(state: unknown, email: string): WayBack {
  return { ...(state as WayBack | null), email: email.trim() };
}

export function typedEmail(state: unknown): string {
  const { email } = (state ?? {}) as WayBack;
  return typeof email === 'string' ? email : '';
}

/** Whether the way leads to checkout: somebody is about to buy. */
export const leadsToCheckout = (location: { state: unknown; search: string }): boolean =>
  wayBack(location).split(/[?#]/)[0] === '/cart/checkout';

/** A path of this site, or undefined: nobody is led elsewhere by a link to the login page. */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined;
  // Browsers drop tabs and line breaks in addresses, which would make `/\t/host` leave the site.
  if (/[\u0000-\u001f\\]/.test(path)) return undefined;
  return path;
}

/**
 * The way back kept by a guard, or asked for by `?next=`; the dashboard without either. Without its
 * language: the page that leads there has one.
 */
export function wayBack(location: { state: unknown; search: string }): string {
  const { back } = (location.state ?? {}) as WayBack;
  const next = new URLSearchParams(location.search).get('next');
  return bareAndSafe(back) ?? bareAndSafe(next) ?? '/dashboard';
}

/** Both before and after: `/es//elsewhere` is a path of ours only as long as it is whole. */
function bareAndSafe(path: unknown): string | undefined {
  const safe = safePath(path);
  return safe === undefined ? undefined : safePath(barePath(safe));
}
