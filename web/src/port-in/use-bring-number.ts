import type { InputOf } from '@portside/contract/endpoint';
import { listLines } from '@portside/contract/lines';
import { bringNumber, listPortIns } from '@portside/contract/port-in';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';

export type Bringing = InputOf<typeof bringNumber>;

/** Sends a number off, and tells so in a notification that stays (G07). */
export function useBringNumber() {
  const call = useCall();
  const client = useQueryClient();
  /**
   * Answers what the customer must know when nothing was sent, because no paid line is there for the
   * number; undefined when it is on its way. @throws CallFailed
   */
  return async (input: Bringing, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const { status, message } = await call(bringNumber, input, { signal });
      if (status === 'awaiting_plan') return message;
      notify({ error: false, message, stayOpen: true });
      return undefined;
    } finally {
      void client.invalidateQueries({ queryKey: [listPortIns.name] });
      void client.invalidateQueries({ queryKey: [listLines.name] });
    }
  };
}
