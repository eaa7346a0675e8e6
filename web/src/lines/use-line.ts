import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

const LOOK_AGAIN_MS = 2_000;
/** Besides the event stream. */
const NOW_AND_THEN_MS = 30_000;
/** Each failure shows a notification. */
const AFTER_FAILURE_MS = 15_000;

/** A suspension without a reason is one that the carrier is about to end. */
const isMoving = ({ status, statusReason, sim }: LineDetail) =>
  status === 'pending' ||
  status === 'activating' ||
  (status === 'suspended' && !statusReason) ||
  (sim?.state === 'under_way' && !sim.isMailed);

/** One line with what happens next (K01), updated by events, or by polling. */
export function useLine(id: string) {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([viewLine]);
  });
  return useAnswer(
    viewLine,
    { id },
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        if (state.data?.sim?.state === 'announced') return NOW_AND_THEN_MS;
        if (!state.data || !isMoving(state.data)) return false;
        if (state.status === 'error') return AFTER_FAILURE_MS;
        return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
      },
    },
  );
}
