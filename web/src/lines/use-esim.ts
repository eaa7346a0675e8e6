import type { CallFailed } from '@portside/contract/call';
import { type EsimState, viewEsim } from '@portside/contract/sim';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/use-call.tsx';

const LOOK_AGAIN_MS = 3_000;

const settled: readonly EsimState[] = ['enabled', 'deleted', 'error'];

/**
 * Loaded again while shown. The code is a secret, so the cache drops it at once. A refused call is
 * not repeated: it asks for a proof.
 */
export function useEsim(lineId: string) {
  const call = useCall();
  return useQuery<Awaited<ReturnType<typeof look>>, CallFailed>({
    queryKey: [viewEsim.name, lineId],
    queryFn: ({ signal }) => look(signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval({ state }) {
      if (!state.data || (state.error && !mayStay(state.error))) return false;
      return settled.includes(state.data.state) ? false : LOOK_AGAIN_MS;
    },
  });

  function look(signal: AbortSignal) {
    return call(viewEsim, { id: lineId }, { signal, shown: 'all' });
  }
}

/** Nobody said no: what was seen last may stay on the page, the code too. */
export const mayStay = ({ status }: CallFailed) => status === 0 || status === 429 || status >= 500;

/** A phone that installs an eSIM by a tap. */
export function phoneInHand(userAgent: string): 'ios' | 'android' | undefined {
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : undefined;
}
