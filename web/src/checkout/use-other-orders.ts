import { listOpenOrders } from '@portside/contract/checkout';
import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../api/events.ts';
import { useAnswer } from '../api/use-answer.ts';

/** The customer's orders of other carts whose payment is still being checked. */
export function useOtherOrders(cartId: string) {
  const client = useQueryClient();
  const lookAgain = () => void client.invalidateQueries({ queryKey: [listOpenOrders.name] });
  useLiveEvents(({ kind }) => {
    if (kind === 'order') lookAgain();
  });
  const { data } = useAnswer(listOpenOrders, {}, { staleTime: 0 });
  return { open: data?.orders.filter((one) => one.cartId !== cartId) ?? [], lookAgain };
}
