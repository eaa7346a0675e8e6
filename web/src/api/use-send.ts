import { viewUser } from '@portside/contract/account';
import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { send, type SendOptions } from './send.ts';
import { session } from './session.ts';
import { useCall } from './use-call.tsx';

export interface ChangeOptions<E extends Endpoint> extends SendOptions<E> {
  /** Endpoints whose answers it changes. */
  refresh?: readonly Endpoint[];
}

/** The first answer of a page may be under way, and from before: it is not waited for. */
export async function askAnew(client: QueryClient, which: QueryFilters): Promise<void> {
  await client.cancelQueries(which);
  await client.invalidateQueries(which);
}

export function useRefresh(): (changed: readonly Endpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (changed) => {
    // The session shows the user as well.
    if (changed.some(({ name }) => name === viewUser.name)) void session.refresh();
    await Promise.all(changed.map(({ name }) => askAnew(client, { queryKey: [name] })));
  };
}

/** For a question or a code. @returns undefined on success, else errors of fields */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { refresh: changed = [], ...options }: ChangeOptions<E> = {},
) {
  const call = useCall();
  const refresh = useRefresh();
  return (input: InputOf<E>, signal?: AbortSignal) =>
    send(call, endpoint, input, signal, options, () => refresh(changed));
}
