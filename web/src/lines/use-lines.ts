import { type Line, listLines } from '@portside/contract/lines';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

const LOOK_AGAIN_MS = 2_000;
/** Beside a stream that tells at once. */
const NOW_AND_THEN_MS = 30_000;
/** A network that is down is asked less often: every failure is told in a notification. */
const AFTER_FAILURE_MS = 15_000;

/** Not settled yet: it changes without the customer doing anything. */
function onItsWay({ status }: Line): boolean {
  return status === 'pending' || status === 'activating';
}

/** The customer's lines: told by the event stream, asked for again where there is none. */
export function useLines() {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    // A line shows the number that is on its way to it.
    if (kind !== 'line' && kind !== 'portIn') return;
    void refresh([listLines]);
  });
  return useAnswer(
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
}
