import { viewOrder } from '@portside/contract/checkout';
import type { OutputOf } from '@portside/contract/endpoint';
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

type Order = OutputOf<typeof viewOrder>;
export type PaidPart = NonNullable<Order['purchase']>[number];

/** Its money goes back, so nothing more comes of it. */
export const isRefused = ({ status }: Pick<PaidPart, 'status'>): boolean =>
  status === 'refunding' || status === 'refund_failed' || status === 'refunded';

/** Each line of the purchase, or the one that was bought; undefined: not known yet. */
const linesOf = (order: Order | undefined): readonly (Line | undefined)[] =>
  order?.purchase?.filter((one) => !isRefused(one)).map(({ line }) => line) ?? [order?.line];

/** Where its eSIM is set up, once it can be. */
export function setUpPathOf(line: Line | undefined): string | undefined {
  const setsUp = line?.simType === 'esim' && nextOfSim(line) !== undefined && !setUpWaits(line);
  return setsUp ? `/dashboard?setup=${line.id}` : undefined;
}

/** Loaded again until the numbers are known and the lines are ready, as events tell, or by polling. */
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
      const lines = linesOf(state.data);
      if (lines.some((line) => !line || !isNumberKnown(line))) return LOOK_AGAIN_MS;
      if (!lines.some((line) => line && isMoving(line))) return false;
      return live ? NOW_AND_THEN_MS : LOOK_AGAIN_MS;
    },
  });
  // Of several lines each has its own way on.
  const parts = order?.purchase && order.purchase.length > 1 ? order.purchase : undefined;
  return { order, parts, isPending, setUpPath: parts ? undefined : setUpPathOf(order?.line) };
}
