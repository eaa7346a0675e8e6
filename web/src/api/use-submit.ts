import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { inputFaults } from './check-input.ts';
import { type ChangeOptions, useSend } from './use-send.ts';

interface SubmitOptions<E extends Endpoint, Values> extends ChangeOptions<E> {
  /** What is sent; the values as they are unless told. */
  input?: (values: Values) => InputOf<E>;
}

/**
 * What a form does with its endpoint: the contract's rules before the call, the call, and what
 * happens after. Hand it to `useForm({ initial, ...useSubmit(endpoint, { refresh, onDone }) })`.
 * It brings the rules along: a public page sends by `useSend` and loads them with the first touch.
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
