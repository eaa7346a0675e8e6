import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { CallProvider, useCall } from '../api/use-call.tsx';
import { withProof } from '../api/with-proof.ts';

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
  const { asked, open } = useStore(asking.store, nothingAsked);
  const proving = useMemo(() => withProof(call, asking.ask), [call, asking]);
  return (
    <>
      <CallProvider value={proving}>{children}</CallProvider>
      {asked > 0 && (
        <Suspense>
          <StepUpDialog
            key={asked}
            onClose={() => asking.settle(false)}
            onProven={() => asking.settle(true)}
            open={open}
          />
        </Suspense>
      )}
    </>
  );
}

/** A new key is a new, empty dialog. */
const nothingAsked = { asked: 0, open: false };

function createAsking() {
  const store = createStore(nothingAsked);
  let answer: (proven: boolean) => void = () => undefined;
  return {
    store,
    ask: () => {
      store.set({ asked: store.get().asked + 1, open: true });
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    },
    settle: (proven: boolean) => {
      store.set({ ...store.get(), open: false });
      answer(proven);
    },
  };
}
