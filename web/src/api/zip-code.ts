import { useSyncExternalStore } from 'react';
import { readTab, writeTab } from './storage.ts';

const KEY = 'zip-code';
const listeners = new Set<() => void>();

/** Shared by shop, cart and checkout in this tab. */
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

/** Empty in the first render. */
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
