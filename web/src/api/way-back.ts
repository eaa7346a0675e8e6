/** Where a guard sends people to, and where it found them, travel together in the history entry. */
export interface WayBack {
  readonly back?: string;
}

/** A path of this site, or undefined: nobody is led elsewhere by a link to the login page. */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined;
  // Browsers drop tabs and line breaks in addresses, which would make `/\t/host` leave the site.
  if (/[\u0000-\u001f\\]/.test(path)) return undefined;
  return path;
}

/** The way back kept by a guard, or asked for by `?next=`; the dashboard without either. */
export function wayBack(location: { state: unknown; search: string }): string {
  const { back } = (location.state ?? {}) as WayBack;
  const next = new URLSearchParams(location.search).get('next');
  return safePath(back) ?? safePath(next) ?? '/dashboard';
}
