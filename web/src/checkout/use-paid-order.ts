import { viewOrder } from '@portside/contract/checkout';
import type { Line } from '@portside/contract/lines';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../api/events.ts';
import { useCall } from '../api/use-call.tsx';
import { askAnew } from '../api/use-send.ts';
import { nextOfSim } from '../lines/sim-set-up-tile.tsx';
import { setUpWaits } from '../lines/line-words.ts';

const LOOK_AGAIN_MS = 2_000;
/** Besides the event stream. */
const NOW_AND_THEN_MS = 30_000;
const AFTER_FAILURE_MS = 15_000;

const isNumberKnown = ({ mdn, portIn, status }: Line) =>
  mdn !== '' || portIn !== undefined || status === 'ended';

/** It goes on by itself, within minutes. */
const isMoving = ({ status, portIn }: Line) =>
  status === 'activating' || (status === 'pending' && portIn === undefined);

/** Loaded again until the number is known and the line is ready, as events tell, or by polling. */
export function usePaidOrder(orderId: string) {
  const call = useCall();
  const client = useQueryClient();
  const queryKey = ['paid order', orderId];
  const live = useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void askAnew(client, { queryKey });
  });
  const { data: order, isPending } = useQuery({
    queryKey,
    // The dashboard shows it too, so a failure is no matter.
    queryFn: ({ signal }) => call(viewOrder, { id: orderId }, { signal, quiet: true }),
    retry: false,
    refetchInterval({ state }) {
      if (state.status === 'error') return AFTER_FAILURE_MS;
      const { line } = state.data ?? {};
      if (!line || !isNumberKnown(line)) return LOOK_AGAIN_MS;
      if (!isMoving(line)) return false;
      return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
    },
  });
  const line = order?.line;
  const setsUp = line?.simType === 'esim' && nextOfSim(line) !== undefined && !setUpWaits(line);
  return { order, isPending, setUpPath: setsUp ? `/dashboard?setup=${line.id}` : undefined };
}
