import { createStore, useStore } from '../api/store.ts';

/** True after a login without a passkey, until "not now". */
const store = createStore(false);

export const usePasskeyOffer = () => useStore(store, false);
export const offerPasskey = () => store.set(true);
export const dropPasskeyOffer = () => store.set(false);
