import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What the browser itself knows; a browser or program that says nothing of it is online. */
export const isOffline = () =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false;

/** Follows the browser's connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
