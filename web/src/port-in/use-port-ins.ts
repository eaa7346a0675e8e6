import { listPortIns } from '@portside/contract/port-in';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';
import { isMoving } from './route.ts';

const LOOK_AGAIN_MS = 2_000;
/** Besides the event stream, and for delays of hours. */
const NOW_AND_THEN_MS = 30_000;
/** Each failure shows a notification. */
const AFTER_FAILURE_MS = 15_000;

/** Updated by events, or by polling. */
export function usePortIns() {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    // A line tells whether its number may move.
    if (kind !== 'portIn' && kind !== 'line') return;
    void refresh([listPortIns]);
  });
  return useAnswer(
    listPortIns,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        const moving = state.data?.portIns.filter(isMoving) ?? [];
        if (moving.length === 0) return false;
        if (state.status === 'error') return AFTER_FAILURE_MS;
        const slow = live || moving.every(({ status }) => status === 'delayed');
        return slow ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
      },
    },
  );
}
