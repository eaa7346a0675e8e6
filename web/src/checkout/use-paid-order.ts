import { viewOrder } from '@portside/contract/checkout';
import type { Line } from '@portside/contract/lines';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/use-call.tsx';
import { nextOfSim } from '../lines/sim-set-up-tile.tsx';
import { setUpWaits } from '../lines/line-words.ts';

const LOOK_AGAIN_MS = 2_000;
const AFTER_FAILURE_MS = 15_000;

const isKnown = (line: Line | undefined) =>
  line !== undefined && (line.mdn !== '' || line.portIn !== undefined || line.status === 'ended');

/** Loaded again until the number is known. */
export function usePaidOrder(orderId: string) {
  const call = useCall();
  const { data: order, isPending } = useQuery({
    queryKey: ['paid order', orderId],
    // The dashboard shows it too, so a failure is no matter.
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
