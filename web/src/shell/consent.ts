import { readKey, watchKey, writeKey } from '../api/storage.ts';
import { createStore, useStore } from '../api/store.ts';

/** `cookiesAccepted` (F04). */
export const CONSENT = 'cookiesAccepted';
const store = createStore(false);

/** True on the server and in the first render: the banner comes with the page, and CSS hides it. */
export function useConsentAsked(): boolean {
  return useStore(store, true);
}

/** `true` for Continue, `false` for necessary only (B07). */
export function answerConsent(accepted: boolean): void {
  writeKey(CONSENT, String(accepted));
  ask(false);
}

export function startConsent(): () => void {
  const read = () => ask(readKey(CONSENT) === null);
  read();
  return watchKey(CONSENT, read);
}

function ask(asked: boolean): void {
  store.set(asked);
  document.documentElement.toggleAttribute('data-cookies-asked', asked);
}
