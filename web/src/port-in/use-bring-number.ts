import type { InputOf } from '@portside/contract/endpoint';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { bringNumber, listPortIns } from '@portside/contract/port-in';
import { notify } from '../api/notifications.ts';
import type { SendOptions } from '../api/send.ts';
import { useSend } from '../api/use-send.ts';

export type Bringing = InputOf<typeof bringNumber>;

interface BringingOptions extends Pick<SendOptions<typeof bringNumber>, 'onFailed'> {
  onDone: () => void;
  /** No paid line is there for the number. */
  onPlanNeeded: (message: string) => void;
}

/** G07. */
export function useBringNumber({ onDone, onPlanNeeded, onFailed }: BringingOptions) {
  return useSend(bringNumber, {
    refresh: [listPortIns, listLines, listNeeds],
    silent: true,
    onAnswer({ status, message }) {
      if (status !== 'awaiting_plan') notify({ error: false, message, stayOpen: true });
    },
    onDone({ status, message }) {
      if (status === 'awaiting_plan') onPlanNeeded(message);
      else onDone();
    },
    ...(onFailed && { onFailed }),
  });
}
