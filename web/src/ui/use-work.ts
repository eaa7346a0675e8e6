import { useRef, useState } from 'react';

export interface Work {
  readonly loading: boolean;
  readonly stop: () => void;
}

interface RunningWork extends Work {
  /** One at a time. The signal ends its calls at `stop` (I02). */
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** A call may never be answered (I20 has no timeout). */
export function useWork(): RunningWork {
  const [loading, setLoading] = useState(false);
  // A ref, so that a second press in the same moment is seen.
  const current = useRef<AbortController>(undefined);

  function stop(): void {
    current.current?.abort();
    current.current = undefined;
    setLoading(false);
  }

  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (current.current) return;
    const mine = new AbortController();
    current.current = mine;
    setLoading(true);
    try {
      await work(mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    } finally {
      if (current.current === mine) {
        current.current = undefined;
        setLoading(false);
      }
    }
  }

  return { loading, stop, run };
}
