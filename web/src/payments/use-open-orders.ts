import { listOpenOrders } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

const LOOK_AGAIN_MS = 3_000;
/** Besides the event stream. */
const NOW_AND_THEN_MS = 30_000;
/** Each failure shows a notification. */
const AFTER_FAILURE_MS = 15_000;

/** Updated by events, or by polling. */
export function useOpenOrders() {
  const refresh = useRefresh();
  const live = useLiveEvents(({ kind }) => {
    if (kind === 'order') void refresh([listOpenOrders, listTransactions, listLines]);
  });
  const { data, isPending } = useAnswer(
    listOpenOrders,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval({ state }) {
        if (!state.data?.orders.length) return false;
        if (state.status === 'error') return AFTER_FAILURE_MS;
        return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
      },
    },
  );
  return { orders: data?.orders ?? none, isPending };
}

const none: readonly never[] = [];
