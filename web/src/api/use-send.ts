import { viewUser } from '@portside/contract/account';
import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { send, type SendOptions } from './send.ts';
import { session } from './session.ts';
import { useCall } from './use-call.tsx';

export interface ChangeOptions<E extends Endpoint> extends SendOptions<E> {
  /** The calls whose answers it changes: they are asked again, also when nobody waited for the end. */
  refresh?: readonly Endpoint[];
}

/** Asks the calls again whose answers have changed. */
export function useRefresh(): (changed: readonly Endpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (changed) => {
    // The view of the user is the session's, too.
    if (changed.some(({ name }) => name === viewUser.name)) void session.refresh();
    await Promise.all(changed.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/**
 * A changing call for a question or a code: says that it is done and asks again what it changed.
 * The function answers undefined when it is done; else the sentences that belong to fields, if any.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { refresh: changed = [], ...options }: ChangeOptions<E> = {},
) {
  const call = useCall();
  const refresh = useRefresh();
  return (input: InputOf<E>, signal?: AbortSignal) =>
    send(call, endpoint, input, signal, options, () => refresh(changed));
}
