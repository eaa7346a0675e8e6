import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/** Local storage `cookiesAccepted` (F04): asked is whether the banner has still to be shown. */
const KEY = 'cookiesAccepted';
const store = createStore(false);

export function useConsentAsked(): boolean {
  return useStore(store, false);
}

/** `true` is stored for Continue, `false` for what is necessary only (decisions, B07). */
export function answerConsent(accepted: boolean): void {
  writeKey(KEY, String(accepted));
  store.set(false);
}

export function startConsent(): () => void {
  const read = () => store.set(readKey(KEY) === null);
  read();
  return watchKey(KEY, read);
}
