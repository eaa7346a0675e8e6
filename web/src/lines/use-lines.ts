import { type Line, listLines } from '@portside/contract/lines';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';
import { useSeenLines } from './use-seen-lines.ts';

const LOOK_AGAIN_MS = 2_000;
/** Besides the event stream. */
const NOW_AND_THEN_MS = 30_000;
/** Each failure shows a notification. */
const AFTER_FAILURE_MS = 15_000;

/** A suspension without a reason is one that the carrier is about to end. */
function onItsWay({ status, statusReason, network }: Line): boolean {
  const isResuming = status === 'suspended' && (!statusReason || network?.isLate === false);
  return status === 'pending' || status === 'activating' || isResuming;
}

/** Updated by events, or by polling. */
export function useLines() {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    // A line shows the number on its way to it.
    if (kind !== 'line' && kind !== 'portIn') return;
    void refresh([listLines]);
  });
  const answer = useAnswer(
    listLines,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        if (!state.data?.lines.some(onItsWay)) return false;
        if (state.status === 'error') return AFTER_FAILURE_MS;
        return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
      },
    },
  );
  useSeenLines(answer.data?.lines, answer.dataUpdatedAt);
  return answer;
}
