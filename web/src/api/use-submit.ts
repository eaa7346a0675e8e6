import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { inputFaults } from './check-input.ts';
import { type ChangeOptions, useSend } from './use-send.ts';

interface SubmitOptions<E extends Endpoint, Values> extends ChangeOptions<E> {
  /** The values by default. */
  input?: (values: Values) => InputOf<E>;
}

/**
 * For `useForm({ initial, ...useSubmit(endpoint, { refresh, onDone }) })`: checks with the
 * contract's rules, calls, and reloads. Public pages use useLateSubmit.
 */
export function useSubmit<E extends Endpoint, Values extends object = InputOf<E>>(
  endpoint: E,
  { input = (values) => values as InputOf<E>, ...options }: SubmitOptions<E, Values> = {},
) {
  const send = useSend(endpoint, options);
  return {
    check: (values: Values): Record<string, string> =>
      Object.fromEntries(
        inputFaults(endpoint.input, input(values), endpoint.fieldNames).map((fault) => [
          fault.field,
          fault.message,
        ]),
      ),
    onSubmit: (values: Values, signal?: AbortSignal) => send(input(values), signal),
  };
}
