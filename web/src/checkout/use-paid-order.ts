import { viewOrder } from '@portside/contract/checkout';
import type { Line } from '@portside/contract/lines';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/use-call.tsx';
import { nextOfSim } from '../lines/sim-set-up-tile.tsx';
import { setUpWaits } from '../lines/line-words.ts';

const LOOK_AGAIN_MS = 2_000;
const AFTER_FAILURE_MS = 15_000;

/** A new number is told as soon as the carrier has given it. */
const isKnown = (line: Line | undefined) =>
  line !== undefined && (line.mdn !== '' || line.portIn !== undefined || line.status === 'ended');

/** A paid order as the server knows it, until its number is known, and where its eSIM is set up. */
export function usePaidOrder(orderId: string) {
  const call = useCall();
  const { data: order, isPending } = useQuery({
    queryKey: ['paid order', orderId],
    // What is not told here stands in the dashboard: nobody is bothered with a failure.
    queryFn: ({ signal }) => call(viewOrder, { id: orderId }, { signal, quiet: true }),
    retry: false,
    refetchInterval({ state }) {
      if (state.status === 'error') return AFTER_FAILURE_MS;
      return isKnown(state.data?.line) ? false : LOOK_AGAIN_MS;
    },
  });
  const line = order?.line;
  const setsUp = line?.simType === 'esim' && nextOfSim(line) !== undefined && !setUpWaits(line);
  return { order, isPending, setUpPath: setsUp ? `/dashboard?setup=${line.id}` : undefined };
}
