import { listCards } from '@portside/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import type { SavedWay } from './saved-draft.ts';
import type { Method } from './order-input.ts';
import { cardHolds } from './step-rules.ts';

/** A saved card survives a reload by its id; nothing is stored of a new one. */
export function useMethod(way: SavedWay, saveWay: (part: Pick<SavedWay, 'cardId'>) => void) {
  const call = useCall();
  const [chosen, setChosen] = useState<Method>();
  const [now] = useState(() => new Date());
  const wanted = chosen === undefined && way.cardId !== undefined;
  const { data, isPending } = useQuery({
    queryKey: ['cards'],
    queryFn: ({ signal }) => call(listCards, {}, { signal }),
    enabled: wanted,
  });
  const known = wanted ? data?.cards.find((card) => card.id === way.cardId) : undefined;
  const again: Method | undefined =
    known && cardHolds(known.expiry, now) ? { kind: 'saved', card: known } : undefined;
  const choose = (method: Method | undefined) => {
    setChosen(method);
    saveWay({ cardId: method?.kind === 'saved' ? method.card.id : undefined });
  };
  return {
    chosen: chosen ?? again,
    choose,
    /** The saved card is being loaded. */
    looking: wanted && isPending,
  };
}
