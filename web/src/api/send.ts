import { type Call, CallFailed, type CallOptions } from '@portside/contract/call';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { FieldError } from '@portside/contract/problem';
import { notify } from './notifications.ts';

/** What happens after a changing call; see useSend, useSubmit and useLateSubmit. */
export interface SendOptions<E extends Endpoint> {
  /** It is done, what it changed is here, and the customer has read the server's sentence. */
  onDone?: (answer: OutputOf<E>, input: InputOf<E>) => void;
  /**
   * It failed, and the call has said so. Answers the sentences that the form shows instead of the
   * failure's own.
   */
  onFailed?: (failure: CallFailed, input: InputOf<E>) => readonly FieldError[] | void;
  /** The field of a refusal that names none: the form shows it there, and the notification goes. */
  refusalAt?: string;
  /** The page itself says that it is done. */
  silent?: true;
  /** What of a failure the page shows, see {@link CallOptions}. */
  shown?: CallOptions['shown'];
}

/**
 * Makes a changing call for a form or a question, and says that it is done.
 * @param refresh asks again what has changed, or may have
 * @returns undefined when it is done; else the sentences that belong to fields, which may be none
 */
export async function send<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
  {
    onDone,
    onFailed,
    refusalAt,
    silent,
    shown = refusalAt ? 'refusals' : undefined,
  }: SendOptions<E>,
  refresh: () => Promise<void> = async () => {},
): Promise<readonly FieldError[] | undefined> {
  let answer;
  try {
    answer = await call(endpoint, input, { ...(signal && { signal }), ...(shown && { shown }) });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // What was given up or lost may have arrived; what is refused is not as this page shows it.
    if (error.status !== 400) void refresh();
    return onFailed?.(error, input) ?? refusalFaults(error, refusalAt);
  }
  if (!silent && 'message' in answer) notify({ error: false, message: String(answer.message) });
  await refresh();
  onDone?.(answer, input);
  return undefined;
}

/** The sentences that a failed call leaves in a form: at their fields, a refusal without one at `field`. */
function refusalFaults({ errors, reason, message }: CallFailed, field?: string) {
  return field && reason && errors.length === 0 ? [{ field, message }] : errors;
}
