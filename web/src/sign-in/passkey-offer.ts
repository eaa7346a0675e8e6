import { createStore, useStore } from '../api/store.ts';

/** Whether somebody has just come in by another way than a passkey, and did not say "not now". */
const store = createStore(false);

export const usePasskeyOffer = () => useStore(store, false);
export const offerPasskey = () => store.set(true);
export const dropPasskeyOffer = () => store.set(false);
