import { useSyncExternalStore } from 'react';
import { readTab, writeTab } from './storage.ts';

const KEY = 'zip-code';
const listeners = new Set<() => void>();

/**
 * The ZIP Code that somebody gave last in this tab and got prices for: shop, cart and checkout ask
 * for it once.
 */
export const givenZipCode = {
  get: () => {
    const kept = readTab(KEY) ?? '';
    return /^\d{5}$/.test(kept) ? kept : '';
  },
  set(zipCode: string) {
    writeTab(KEY, zipCode);
    for (const listener of listeners) listener();
  },
};

/** Empty where none was given, on the server, and in the first render. */
export function useGivenZipCode(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    givenZipCode.get,
    () => '',
  );
}
