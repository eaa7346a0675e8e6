import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { send, type SendOptions } from './send.ts';
import { useCall } from './use-call.tsx';

/**
 * As useSend, for a public page: the endpoint comes with the first touch and not with the page, and
 * nothing there is asked again.
 */
export function useLateSend<E extends Endpoint>(
  load: () => Promise<E>,
  options: SendOptions<E> = {},
) {
  const call = useCall();
  return async (input: InputOf<E>, signal?: AbortSignal) =>
    send(call, await load(), input, signal, options);
}
