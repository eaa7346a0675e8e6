import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { CallProvider, useCall } from '../api/use-call.tsx';
import { type WantedProof, withProof } from '../api/with-proof.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('./step-up-dialog.tsx')).StepUpDialog,
}));

/**
 * Calls below that need a fresh proof ask for it and repeat. Without a proof the call stays
 * refused.
 */
export function ProofPanel({ children }: { children: ReactNode }) {
  const call = useCall();
  const [asking] = useState(createAsking);
  const { asked, open, wanted } = useStore(asking.store, nothingAsked);
  const proving = useMemo(() => withProof(call, asking.ask), [call, asking]);
  return (
    <>
      <CallProvider value={proving}>{children}</CallProvider>
      {asked > 0 && (
        <Suspense>
          <StepUpDialog
            key={asked}
            onClose={() => asking.settle(asked, false)}
            onProven={() => asking.settle(asked, true)}
            open={open}
            wanted={wanted}
          />
        </Suspense>
      )}
    </>
  );
}

/** A new key is a new, empty dialog. */
const nothingAsked: { asked: number; open: boolean; wanted?: WantedProof } = {
  asked: 0,
  open: false,
};

function createAsking() {
  const store = createStore(nothingAsked);
  let answer: (proven: boolean) => void = () => undefined;
  /** A dialog that was left may still hear from the server. */
  function settle(which: number, proven: boolean): void {
    const now = store.get();
    if (!now.open || which !== now.asked) return;
    store.set({ ...now, open: false });
    answer(proven);
  }
  return {
    store,
    settle,
    ask: (wanted: WantedProof, signal: AbortSignal) => {
      const asked = store.get().asked + 1;
      store.set({ asked, open: true, wanted });
      signal.addEventListener('abort', () => settle(asked, false));
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    },
  };
}
