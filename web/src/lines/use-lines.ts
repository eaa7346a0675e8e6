import { type Line, listLines } from '@portside/contract/lines';
import { useAnswer } from '../api/use-answer.ts';

const LOOK_AGAIN_MS = 2_000;
/** A network that is down is asked less often: every failure is told in a notification. */
const AFTER_FAILURE_MS = 15_000;

/** Not settled yet: it changes without the customer doing anything. */
export function onItsWay({ status }: Line): boolean {
  return status === 'pending' || status === 'activating';
}

/** The customer's lines; asked for again until every one of them is settled. */
export function useLines() {
  return useAnswer(
    listLines,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        if (!state.data?.lines.some(onItsWay)) return false;
        return state.status === 'error' ? AFTER_FAILURE_MS : LOOK_AGAIN_MS;
      },
    },
  );
}
