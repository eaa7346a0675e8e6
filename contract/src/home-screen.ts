import { barePath, type Language } from './language.ts';

/** What a browser asks of the site for its home screen, by brand (docs/decisions/0963). */
export const manifestPath = '/manifest.webmanifest';
export const workerPath = '/sw.js';
export const offlinePath = '/offline';
export const offlineScriptPath = '/offline.js';

/** Pages that the offline page stands in for. */
export const isAccountPath = (pathname: string): boolean =>
  /^\/+dashboard(?:\/|$)/i.test(barePath(pathname));

/** What the server writes before the worker's script. */
export interface OfflineCopy {
  /** Begins with `offline-`; changes with each of the files. */
  readonly name: string;
  readonly pages: Readonly<Record<Language, string>>;
  readonly script: string;
}
