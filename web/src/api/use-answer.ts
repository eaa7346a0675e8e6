import type { Call, CallFailed } from '@portside/contract/call';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useCall } from './use-call.tsx';

type Options<E extends Endpoint> = Omit<
  UseQueryOptions<OutputOf<E>, CallFailed>,
  'queryKey' | 'queryFn'
>;

/** Cached under `[name, input]`. Failures have been reported already. */
export const queryOf = <E extends Endpoint>(call: Call, endpoint: E, input: InputOf<E>) => ({
  queryKey: [endpoint.name, input],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
    call(endpoint, input, { signal, shown: 'all' }),
});

export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: Options<E>,
): UseQueryResult<OutputOf<E>, CallFailed> {
  const call = useCall();
  return useQuery({ ...options, ...queryOf(call, endpoint, input) });
}
