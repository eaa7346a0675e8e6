import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { inputFaults } from './check-input.ts';
import type { SendOptions } from './send.ts';
import { useLateSend } from './use-late-send.ts';

interface LateSubmitOptions<E extends Endpoint, Values> extends SendOptions<E> {
  /** What is sent; the values as they are unless told. */
  input?: (values: Values) => InputOf<E>;
}

/** As useSubmit, for a form of a public page: the rules come as late as the endpoint. */
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
