import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { send, type SendOptions } from './send.ts';
import { useCall } from './use-call.tsx';

/** useSend for a public page: the endpoint is loaded at the first touch. */
export function useLateSend<E extends Endpoint>(
  load: () => Promise<E>,
  options: SendOptions<E> = {},
) {
  const call = useCall();
  return async (input: InputOf<E>, signal?: AbortSignal) =>
    send(call, await load(), input, signal, options);
}
