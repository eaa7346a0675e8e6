import { type Card, listCards } from '@portside/contract/payments';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useCardReturn } from './use-card-return.ts';

/** D15, I13. */
export function useSavedCards() {
  const { checking, checkAgain } = useCardReturn();
  const { data, isPending, isFetching, refetch } = useAnswer(listCards, {}, { staleTime: 0 });
  // An answer may lack the key.
  const known = data && ((data.cards as Card[] | undefined) ?? []);
  const cards = useSteadyOrder(checking ? undefined : known);
  return {
    cards,
    loading: checking || isPending,
    retrying: isFetching,
    retry: () => void refetch(),
    checkAgain,
  };
}

export type SavedCards = ReturnType<typeof useSavedCards>;

/** Cards keep their places while shown, so that no press hits another card's button. */
function useSteadyOrder(cards: readonly Card[] | undefined): readonly Card[] | undefined {
  const [order, setOrder] = useState<readonly string[]>([]);
  if (!cards) return undefined;
  const fresh = cards.map(({ id }) => id).filter((id) => !order.includes(id));
  const all = fresh.length > 0 ? [...order, ...fresh] : order;
  if (all !== order) setOrder(all);
  return cards.toSorted((a, b) => all.indexOf(a.id) - all.indexOf(b.id));
}
