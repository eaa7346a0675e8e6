import { CallFailed, type CallOptions } from '@portside/contract/call';
import { viewUser } from '@portside/contract/account';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { FieldError } from '@portside/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from './notifications.ts';
import { session } from './session.ts';
import { useCall } from './use-call.tsx';

export interface SendOptions<E extends Endpoint> {
  /** The calls whose answers it changes: they are asked again, also when nobody waited for the end. */
  refresh?: readonly Endpoint[];
  /** It is done, what it changed is here, and the customer has read the server's sentence. */
  onDone?: (answer: OutputOf<E>, input: InputOf<E>) => void;
  /**
   * It failed, and the call has said so. Answers the sentences that the form shows instead of the
   * failure's own.
   */
  onFailed?: (failure: CallFailed) => readonly FieldError[] | void;
  /** The page itself says that it is done. */
  silent?: true;
  /** What of a failure the page shows, see {@link CallOptions}. */
  shown?: CallOptions['shown'];
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
 * Sends a changing call for a form or a question: says that it is done and asks again what it changed.
 * @returns undefined when it is done; else the sentences that belong to fields, which may be none
 */
export function useSend<E extends Endpoint>(endpoint: E, options: SendOptions<E> = {}) {
  const { refresh: changed = [], onDone, onFailed, silent, shown } = options;
  const call = useCall();
  const refresh = useRefresh();
  return async (
    input: InputOf<E>,
    signal: AbortSignal,
  ): Promise<readonly FieldError[] | undefined> => {
    let answer;
    try {
      answer = await call(endpoint, input, { signal, ...(shown && { shown }) });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // What was given up or lost may have arrived; what is refused is not as this page shows it.
      if (error.status !== 400) void refresh(changed);
      return onFailed?.(error) ?? error.errors;
    }
    if (!silent && 'message' in answer) notify({ error: false, message: String(answer.message) });
    await refresh(changed);
    onDone?.(answer, input);
    return undefined;
  };
}
