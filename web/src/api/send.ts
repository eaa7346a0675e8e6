import { type Call, CallFailed, type CallOptions } from '@portside/contract/call';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { FieldError } from '@portside/contract/problem';
import { notify } from './notifications.ts';

export interface SendOptions<E extends Endpoint> {
  /** After the refresh. */
  onDone?: (answer: OutputOf<E>, input: InputOf<E>) => void;
  /** Answers errors to show instead of the failure's own. */
  onFailed?: (failure: CallFailed, input: InputOf<E>) => readonly FieldError[] | void;
  /** Field for a refusal that names none. */
  refusalAt?: string;
  /** The page itself shows success. */
  silent?: true;
  shown?: CallOptions['shown'];
}

/**
 * @param refresh reloads what may have changed @returns undefined on success, else errors of fields
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
    // An aborted or lost call may have arrived.
    if (error.status !== 400) void refresh();
    return onFailed?.(error, input) ?? refusalFaults(error, refusalAt);
  }
  if (!silent && 'message' in answer) notify({ error: false, message: String(answer.message) });
  await refresh();
  onDone?.(answer, input);
  return undefined;
}

function refusalFaults({ errors, reason, message }: CallFailed, field?: string) {
  return field && reason && errors.length === 0 ? [{ field, message }] : errors;
}
