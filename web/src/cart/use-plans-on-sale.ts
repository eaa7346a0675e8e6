import type { Plan } from '@portside/contract/plans';
import { useEffect, useState } from 'react';
import { useCall } from '../api/use-call.tsx';

/** The shop's, in its order; undefined until they are known. */
export function usePlansOnSale() {
  const call = useCall();
  const [plans, setPlans] = useState<readonly Plan[]>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const { listPlans } = await import('@portside/contract/plans');
      const answer = await call(listPlans, {}, { quiet: true, signal: stop.signal });
      if (!stop.signal.aborted) setPlans(answer.plans);
    };
    ask().catch(() => !stop.signal.aborted && setFailed(true));
    return () => stop.abort();
  }, [call, tries]);
  return {
    plans,
    failed,
    retry: () => {
      setFailed(false);
      setTries((count) => count + 1);
    },
  };
}
