import { type Call, CallFailed, type CallOptions } from '@portside/contract/call';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import type { FieldError } from '@portside/contract/problem';
import { notify } from './notifications.ts';

export interface SendOptions<E extends Endpoint> {
  /** At once, also when its dialog is closed before the refresh is over. */
  onAnswer?: (answer: OutputOf<E>, input: InputOf<E>) => void;
  /** After the refresh, unless it was given up meanwhile: another dialog may be open by then. */
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
    onAnswer,
    onDone,
    onFailed,
    refusalAt,
    silent,
    shown = refusalAt ? 'refusals' : undefined,
  }: SendOptions<E>,
  refresh?: () => Promise<void>,
): Promise<readonly FieldError[] | undefined> {
  let answer;
  try {
    answer = await call(endpoint, input, { ...(signal && { signal }), ...(shown && { shown }) });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // An aborted or lost call may have arrived.
    if (error.status !== 400) void refresh?.();
    return onFailed?.(error, input) ?? refusalFaults(error, refusalAt);
  }
  if (!silent && 'message' in answer) notify({ error: false, message: String(answer.message) });
  onAnswer?.(answer, input);
  await refresh?.();
  if (!signal?.aborted) onDone?.(answer, input);
  return undefined;
}

function refusalFaults({ errors, reason, message }: CallFailed, field?: string) {
  return field && reason && errors.length === 0 ? [{ field, message }] : errors;
}
