import { CallFailed } from '@portside/contract/call';
import { openCardPage } from '@portside/contract/payments';
import { useEffect, useState } from 'react';
import { leavePage } from '../api/leave-page.ts';
import { useCall } from '../api/use-call.tsx';
import { addCardMarkers } from './add-card-markers.ts';

/** Saves a card on the provider's hosted page (D16); the customer comes back by an address of ours. */
export function useAddCard(leave: (url: string) => void = leavePage) {
  const call = useCall();
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    // Who comes back by the browser's own button may find this very page again, still waiting.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setLoading(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  async function addCard() {
    setLoading(true);
    try {
      const { url, sessionId } = await call(openCardPage, {});
      addCardMarkers.write(sessionId);
      // The button stays busy: the page is about to go.
      leave(url);
    } catch (error) {
      setLoading(false);
      // A failed call has told so itself.
      if (!(error instanceof CallFailed)) throw error;
    }
  }
  return { loading, addCard };
}
