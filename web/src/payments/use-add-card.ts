import { openCardPage } from '@portside/contract/payments';
import { useEffect, useState } from 'react';
import { leavePage } from '../api/leave-page.ts';
import { useSend } from '../api/use-send.ts';
import { addCardMarkers } from './add-card-markers.ts';

/** Saves a card on the provider's hosted page (D16); the customer comes back by an address of ours. */
export function useAddCard(leave: (url: string) => void = leavePage) {
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    // Who comes back by the browser's own button may find this very page again, still waiting.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setLoading(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  const open = useSend(openCardPage, {
    silent: true,
    onDone({ url, sessionId }) {
      addCardMarkers.write(sessionId);
      leave(url);
    },
  });
  async function addCard() {
    setLoading(true);
    const failed = await open({});
    // Else the button stays busy: the page is about to go.
    if (failed) setLoading(false);
  }
  return { loading, addCard };
}
