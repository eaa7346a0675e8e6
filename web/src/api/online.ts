import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Unknown counts as online. */
export const isOffline = () =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false;

export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
