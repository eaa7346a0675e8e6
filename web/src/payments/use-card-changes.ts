import { CallFailed } from '@portside/contract/call';
import { type Card, deleteCard, listCards, setPrimaryCard } from '@portside/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';

const key = [listCards.name, {}];
interface Cards {
  cards: Card[];
}

/** Set as primary and delete; after each the list is loaded again (D15). One at a time. */
export function useCardChanges() {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const reload = () => client.invalidateQueries({ queryKey: [listCards.name] });

  /** Shown at once, and taken back when the server did not do it. */
  async function setPrimary({ id: cardId }: Card) {
    if (busy) return;
    setBusy(true);
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData<Cards>(key);
    client.setQueryData<Cards>(key, (shown) => shown && withPrimary(shown, cardId));
    try {
      const { message } = await call(setPrimaryCard, { cardId });
      notify({ error: false, message });
      await reload();
    } catch (error) {
      client.setQueryData(key, before);
      if (!(error instanceof CallFailed)) throw error;
      // The server knows better than this list, a lost connection does not.
      if (!error.transport) await reload();
    } finally {
      setBusy(false);
    }
  }

  /** Answers whether the card is gone; a failure has been told. */
  async function remove(
    { id: cardId }: Card,
    primaryCardId: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    setBusy(true);
    try {
      const chosen = primaryCardId === undefined ? {} : { primaryCardId };
      const { message } = await call(deleteCard, { cardId, ...chosen }, { signal });
      notify({ error: false, message });
      await reload();
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // What was given up may have arrived all the same.
      if (error.aborted) void reload();
      if (error.status !== 404) return false;
      // Deleted elsewhere.
      await reload();
      return true;
    } finally {
      setBusy(false);
    }
  }

  return { busy, setPrimary, remove };
}

function withPrimary({ cards }: Cards, id: string): Cards {
  return { cards: cards.map((card) => ({ ...card, primaryCard: card.id === id })) };
}
