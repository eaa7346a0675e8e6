import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/** `cookiesAccepted` (F04). */
const KEY = 'cookiesAccepted';
const store = createStore(false);

export function useConsentAsked(): boolean {
  return useStore(store, false);
}

/** `true` for Continue, `false` for necessary only (B07). */
export function answerConsent(accepted: boolean): void {
  writeKey(KEY, String(accepted));
  store.set(false);
}

export function startConsent(): () => void {
  const read = () => store.set(readKey(KEY) === null);
  read();
  return watchKey(KEY, read);
}
