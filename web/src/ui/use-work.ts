import { useRef, useState } from 'react';

/** Something that takes its time, and how to give it up. */
export interface Work {
  readonly loading: boolean;
  /** Aborts what is under way; there may be nothing. */
  readonly stop: () => void;
}

interface RunningWork extends Work {
  /**
   * One thing at a time: a second one is not begun. The signal goes with its calls (I02), so that
   * `stop` ends them; what is thrown after that is nobody's news.
   */
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** What a form or a question waits for. A call may never be answered (I20 has no timeout). */
export function useWork(): RunningWork {
  const [loading, setLoading] = useState(false);
  // Held apart from the state so that a second press in the same moment is seen.
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
