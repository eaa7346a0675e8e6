import { listOpenOrders } from '@portside/contract/checkout';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';

export function useOtherOrders(cartId: string) {
  const refresh = useRefresh();
  const lookAgain = () => void refresh([listOpenOrders]);
  useLiveEvents(({ kind }) => {
    if (kind === 'order') lookAgain();
  });
  const { data } = useAnswer(listOpenOrders, {}, { staleTime: 0 });
  return { open: data?.orders.filter((one) => one.cartId !== cartId) ?? [], lookAgain };
}
