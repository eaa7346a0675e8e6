import { createStore, useStore } from '../api/store.ts';

interface Question {
  readonly answer: (isProven: boolean) => void;
}

const store = createStore<Question | undefined>(undefined);

export const useProofQuestion = () => useStore(store, undefined);

/** Until the dialog (proof-dialog.tsx) has the code, or was closed. */
export function askForProof(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      store.set(undefined);
      resolve(isProven);
    };
    signal.addEventListener('abort', () => answer(false));
    store.set({ answer });
  });
}
