import { CallFailed } from '@portside/contract/call';
import { type Card, listCards, setPrimaryCard } from '@portside/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { useRefresh } from '../api/use-send.ts';

const key = [listCards.name, {}];
interface Cards {
  cards: Card[];
}

/** One at a time (D15). */
export function usePrimaryCard() {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const refresh = useRefresh();

  /** Optimistic. */
  async function setPrimary({ id: cardId }: Card) {
    if (busy) return;
    setBusy(true);
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData<Cards>(key);
    client.setQueryData<Cards>(key, (shown) => shown && withPrimary(shown, cardId));
    try {
      const { message } = await call(setPrimaryCard, { cardId });
      notify({ error: false, message });
      await refresh([listCards]);
    } catch (error) {
      client.setQueryData(key, before);
      if (!(error instanceof CallFailed)) throw error;
      // A lost connection teaches nothing new.
      if (!error.transport) await refresh([listCards]);
    } finally {
      setBusy(false);
    }
  }

  return { busy, setPrimary };
}

function withPrimary({ cards }: Cards, id: string): Cards {
  return { cards: cards.map((card) => ({ ...card, primaryCard: card.id === id })) };
}
