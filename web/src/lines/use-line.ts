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
const isMoving = ({ status, statusReason, network, networkChange, sim, nextPlan }: LineDetail) =>
  (nextPlan?.paid === true && Date.parse(nextPlan.on) <= Date.now()) ||
  status === 'pending' ||
  status === 'activating' ||
  networkChange?.isLate === false ||
  (status === 'suspended' && (!statusReason || network?.isLate === false)) ||
  (sim?.state === 'under_way' && !sim.isMailed);

/** For a lock that goes off, or a SIM change that begins, by the clock. */
const isWaiting = ({ locks, sim }: LineDetail) =>
  sim?.state === 'announced' || locks.sim.offAt !== undefined || locks.number.offAt !== undefined;

/** One line with what happens next (K01), updated by events, or by polling. */
export function useLine(id: string) {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([viewLine]);
  });
  const answer = useAnswer(
    viewLine,
    { id },
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        if (!state.data || state.error?.status === 404) return false;
        if (!isMoving(state.data)) return isWaiting(state.data) ? NOW_AND_THEN_MS : false;
        if (state.status === 'error') return AFTER_FAILURE_MS;
        return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
      },
    },
  );
  // Taken back meanwhile (P04): what was known of it is not theirs to see anymore.
  if (answer.error?.status !== 404) return answer;
  return { ...answer, data: undefined, was: answer.data };
}
