import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { inputFaults } from './check-input.ts';
import type { SendOptions } from './send.ts';
import { useLateSend } from './use-late-send.ts';

interface LateSubmitOptions<E extends Endpoint, Values> extends SendOptions<E> {
  /** The values by default. */
  input?: (values: Values) => InputOf<E>;
}

/** useSubmit for a public page: endpoint and rules are loaded at the first touch. */
export function useLateSubmit<E extends Endpoint, Values extends object = InputOf<E>>(
  load: () => Promise<E>,
  { input = (values) => values as InputOf<E>, ...options }: LateSubmitOptions<E, Values> = {},
) {
  const send = useLateSend(load, options);
  return {
    onSubmit: async (values: Values, signal?: AbortSignal) => {
      const endpoint = await load();
      const wanted = input(values);
      const faults = inputFaults(endpoint.input, wanted, endpoint.fieldNames);
      return faults.length > 0 ? faults : send(wanted, signal);
    },
  };
}
